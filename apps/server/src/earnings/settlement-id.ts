import type { Period } from '@banyan/economy'

/** A settlement's name in the references of the ledger. */
export const settlementIdOf = (period: Period): string => `run:${period}`
