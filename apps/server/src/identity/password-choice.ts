import { commonPasswords } from './common-passwords.ts'

/** The house's names: everybody's second guess. */
const houseNames = ['banyan', '榕树', 'leaf', 'usdt']

const lettersOf = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replace(/\P{L}/gu, '')

/**
 * True when a login password is among the first that anyone would try: a common one, or one whose
 * letters are only the member's nickname or a name of the house.
 */
export function isCommonPassword(password: string, nickname: string): boolean {
  if (commonPasswords.has(password.toLowerCase())) return true
  const letters = lettersOf(password)
  const own = lettersOf(nickname)
  return houseNames.includes(letters) || (own.length >= 2 && letters === own)
}

/** True when a payment password is just the digits of the login password. */
export const isDigitsOf = (pin: string, password: string): boolean =>
  password.replace(/\D/g, '') === pin
