import { inSnapshot } from './ledger/index.ts'
import { manifests } from './modules.ts'
import type { Database } from './platform/database/connect.ts'
import type { Invariants, Notices } from './platform/manifest.ts'

/** The invariants of every module. */
export const checks: readonly Invariants[] = manifests.flatMap(({ invariants }) => invariants)

/** What every module has to tell a person although nothing is broken. */
export const notices: readonly Notices[] = manifests.flatMap(manifest => manifest.notices ?? [])

/** The number of breaches in all modules at one instant. */
export const countBreaches = (database: Database): Promise<number> =>
  inSnapshot(database, async snapshot => {
    let breaches = 0
    for (const { check } of checks) breaches += (await check(snapshot)).length
    return breaches
  })
