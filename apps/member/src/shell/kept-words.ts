import { vault } from '../identity/vault/device-vault.ts'

/**
 * The sealed words that this device keeps, for pages of other rooms: whether there are any for an
 * account, and forgetting them. Reading them is their own room's affair. Apart from the door, because
 * only few pages ask.
 */
export const keptWords: Pick<typeof vault, 'has' | 'forget'> = vault
