import { randomInt } from 'node:crypto'

/** Crockford's base 32. It has no I, L, O or U, so a code can be read aloud. */
const CODE_SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_LENGTH = 8

/** Eight random digits. The first is not zero, so that no form or table drops it. */
export const drawAccountId = (): string => String(randomInt(10_000_000, 100_000_000))

/** Eight random characters: 40 bits. */
export const drawInviteCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => CODE_SIGNS[randomInt(CODE_SIGNS.length)]).join('')

/**
 * Draws an account ID that is not part of either password and does not contain the payment
 * password. The ID is shown openly and would reveal the password.
 */
export function drawAccountIdFor(loginPassword: string, paymentPassword: string): string {
  for (;;) {
    const accountId = drawAccountId()
    const tells =
      loginPassword.includes(accountId) ||
      accountId.includes(paymentPassword) ||
      paymentPassword.includes(accountId)
    if (!tells) return accountId
  }
}
