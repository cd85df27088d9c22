import type { Job, Platform } from '../platform/module.ts'
import type { Ledger } from './ledger.ts'
import { proveNext } from './prove.ts'

/** Accounts that get a split line in one transaction: it locks SPLIT, for which others may wait. */
const LINES_AT_ONCE = 1_000

/** The ledger's job writes split lines for the holders. */
export const ledgerJobs = (
  { database, logger }: Pick<Platform, 'database' | 'logger'>,
  ledger: Ledger,
): Job[] => [
  {
    name: 'ledger.tell-splits',
    runsIn: 'worker',
    everyMs: 5_000,
    run: async () => {
      while ((await ledger.writeSplitLines(database, LINES_AT_ONCE)) > 0);
    },
  },
  {
    name: 'ledger.prove',
    runsIn: 'worker',
    everyMs: 5_000,
    run: async () => {
      for (;;) {
        const proven = await proveNext(database)
        if (proven === null) return
        if (proven.breaches.length === 0) continue
        logger.error(
          proven,
          'a batch of the ledger does not keep every invariant: run npm run reconcile',
        )
        return
      }
    },
  },
]
