import { randomInt } from 'node:crypto'

/** Crockford's base 32: no I, L, O or U, so a code survives being read aloud. */
const CODE_SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_LENGTH = 8

/** Eight random digits, the first not zero, so that no form or table drops one. */
export const drawAccountId = (): string => String(randomInt(10_000_000, 100_000_000))

/** Eight random signs: 40 bits. */
export const drawInviteCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => CODE_SIGNS[randomInt(CODE_SIGNS.length)]).join('')

/**
 * An account ID that is no part of either password and that the payment password is no part of:
 * it is shown openly, and would give the password away.
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
