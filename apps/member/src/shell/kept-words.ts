import { lateCode } from './load/late-code.ts'

/**
 * The sealed words that this device keeps, for pages of other rooms: whether there are any for an
 * account, and forgetting them. Reading them is their own room's affair. Apart from the door, because
 * few pages ask; loaded when it is asked.
 */
export const keptWords = {
  has: async (accountId: string): Promise<boolean> => (await vault()).has(accountId),
  forget: async (accountId: string): Promise<void> => (await vault()).forget(accountId),
}

const vault = async () => (await lateCode.vault()).vault
