import { commonPasswords } from './common-passwords.ts'

/** The platform's names: everybody's second guess. */
const platformNames = ['banyan', '榕树', 'leaf', 'usdt']

const lettersOf = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replace(/\P{L}/gu, '')

/**
 * True when a login password is among the first that an attacker would try: a common one, one whose
 * letters are only the member's nickname or a name of the platform, or one built around the account
 * ID.
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

/**
 * True when a payment password is part of the account ID or contains it. The ID is shown openly.
 */
export const tellsAccountId = (pin: string, accountId: string): boolean =>
  accountId.includes(pin) || pin.includes(accountId)
