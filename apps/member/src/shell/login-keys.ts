/**
 * The public halves of login keys that were made from words on this device, by account: what a member
 * compares with the key that the house has counted them under. They are no secrets. Apart from the
 * door, because few pages ask.
 */
const name = 'banyan.loginKeys'

function kept(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(name) ?? '{}')
  } catch {
    return {}
  }
}

export const loginKeys = {
  /** Hex, or null where the words of the account were never entered. */
  of: (accountId: string): string | null => kept()[accountId] ?? null,

  /** `publicKey` in hex, as the device itself has made it. */
  remember(accountId: string, publicKey: string): void {
    try {
      localStorage.setItem(name, JSON.stringify({ ...kept(), [accountId]: publicKey }))
    } catch {
      // A browser that keeps nothing asks for the words again.
    }
  },

  forget(accountId: string): void {
    const { [accountId]: _, ...others } = kept()
    localStorage.setItem(name, JSON.stringify(others))
  },
}
