import { inTransaction } from '../platform/database/transaction.ts'
import type { Job, Platform } from '../platform/module.ts'
import type { Ledger } from './ledger.ts'

/** Accounts that get a split line in one transaction: it locks SPLIT, for which others may wait. */
const LINES_AT_ONCE = 1_000
const EXPIRED_AT_ONCE = 100

/** The ledger's jobs: one ends holds on time, one writes split lines for the holders. */
export const ledgerJobs = ({ database }: Pick<Platform, 'database'>, ledger: Ledger): Job[] => [
  {
    name: 'ledger.expire-holds',
    runsIn: 'worker',
    everyMs: 1_000,
    turn: async () => {
      const expire = () => inTransaction(database, tx => ledger.expireHolds(tx, EXPIRED_AT_ONCE))
      while ((await expire()).length === EXPIRED_AT_ONCE);
    },
  },
  {
    name: 'ledger.tell-splits',
    runsIn: 'worker',
    everyMs: 1_000,
    turn: async () => {
      while ((await ledger.writeSplitLines(database, LINES_AT_ONCE)) > 0);
    },
  },
]
