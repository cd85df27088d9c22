import { lateCode } from './load/late-code.ts'

/**
 * The sealed words stored on this device, for pages of other modules: whether an account has any,
 * and removing them. Only their own module reads them. Not part of the shell's index, because few
 * pages need it; loaded on demand.
 */
export const keptWords = {
  has: async (accountId: string): Promise<boolean> => (await vault()).has(accountId),
  forget: async (accountId: string): Promise<void> => (await vault()).forget(accountId),
}

const vault = async () => (await lateCode.vault()).vault
