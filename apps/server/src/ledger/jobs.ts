import type { Job, Platform } from '../platform/module.ts'
import type { Ledger } from './ledger.ts'

/** Accounts that get a split line in one transaction: it locks SPLIT, for which others may wait. */
const LINES_AT_ONCE = 1_000

/** The ledger's job writes split lines for the holders. */
export const ledgerJobs = ({ database }: Pick<Platform, 'database'>, ledger: Ledger): Job[] => [
  {
    name: 'ledger.tell-splits',
    runsIn: 'worker',
    everyMs: 5_000,
    run: async () => {
      while ((await ledger.writeSplitLines(database, LINES_AT_ONCE)) > 0);
    },
  },
]
