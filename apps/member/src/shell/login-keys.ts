/**
 * The public halves of login keys that were made from words on this device, by account: a member
 * compares them with the key that the server counted them under. They are not secret. Not part of
 * the shell's index, because few pages need it.
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

  /** `publicKey` in hex, as made by this device. */
  remember(accountId: string, publicKey: string): void {
    try {
      localStorage.setItem(name, JSON.stringify({ ...kept(), [accountId]: publicKey }))
    } catch {
      // A browser without storage requests the words again.
    }
  },

  forget(accountId: string): void {
    const { [accountId]: _, ...others } = kept()
    localStorage.setItem(name, JSON.stringify(others))
  },
}
