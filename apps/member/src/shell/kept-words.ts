import type { vault } from '../identity/vault/device-vault.ts'

/**
 * The sealed words that this device keeps, for pages of other rooms: whether there are any for an
 * account, and forgetting them. Reading them is their own room's affair. Loaded when it is asked.
 */
export const keptWords: Pick<typeof vault, 'has' | 'forget'> = {
  has: async accountId => (await load()).has(accountId),
  forget: async accountId => (await load()).forget(accountId),
}

const load = async () => (await import('../identity/vault/device-vault.ts')).vault
