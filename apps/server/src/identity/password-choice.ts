import { commonPasswords } from './common-passwords.ts'

/** The house's names: everybody's second guess. */
const platformNames = ['banyan', '榕树', 'leaf', 'usdt']

const lettersOf = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replace(/\P{L}/gu, '')

/**
 * True when a login password is among the first that anyone would try: a common one, one whose
 * letters are only the member's nickname or a name of the house, or one around the account ID.
 */
export function isCommonPassword(
  password: string,
  chooser: { nickname: string; accountId?: string } | null,
): boolean {
  if (commonPasswords.has(password.toLowerCase())) return true
  if (chooser?.accountId !== undefined && password.includes(chooser.accountId)) return true
  const letters = lettersOf(password)
  const own = lettersOf(chooser?.nickname ?? '')
  return platformNames.includes(letters) || (own.length >= 2 && letters === own)
}

/** True when a payment password is just the digits of the login password. */
export const isDigitsOf = (pin: string, password: string): boolean =>
  password.replace(/\D/g, '') === pin

/** True when a payment password is part of the account ID, or has it as a part: it is shown openly. */
export const tellsAccountId = (pin: string, accountId: string): boolean =>
  accountId.includes(pin) || pin.includes(accountId)
