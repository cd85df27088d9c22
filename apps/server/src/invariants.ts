import { inSnapshot } from './ledger/index.ts'
import { manifests } from './modules.ts'
import { sortManifests } from './platform/compose.ts'
import type { Database } from './platform/database/connect.ts'
import type { Invariants, Notices } from './platform/manifest.ts'
import type { Reach } from './solvency/index.ts'

const sorted = sortManifests(manifests)

/** The invariants of every module, lower modules first. */
export const checks: readonly Invariants[] = sorted.flatMap(({ invariants }) => invariants)

/** What every module has to tell a person although nothing is broken. */
export const notices: readonly Notices[] = sorted.flatMap(manifest => manifest.notices ?? [])

/**
 * The number of breaches in all modules at one instant. For what is new, a module that can is checked
 * from what was proven or settled before; `reconcile` and the daily check read all of history.
 */
export const countBreaches = (database: Database, reach: Reach): Promise<number> =>
  inSnapshot(database, async snapshot => {
    let breaches = 0
    for (const { check, checkNew = check } of checks)
      breaches += (await (reach === 'everything' ? check : checkNew)(snapshot)).length
    return breaches
  })
