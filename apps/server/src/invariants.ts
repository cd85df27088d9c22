import { inSnapshot } from './ledger/index.ts'
import { manifests } from './modules.ts'
import { sortManifests } from './platform/compose.ts'
import type { Database } from './platform/database/connect.ts'
import type { Invariants, Notices } from './platform/manifest.ts'

const sorted = sortManifests(manifests)

/** The invariants of every module, lower modules first. */
export const checks: readonly Invariants[] = sorted.flatMap(({ invariants }) => invariants)

/** What every module has to tell a person although nothing is broken. */
export const notices: readonly Notices[] = sorted.flatMap(manifest => manifest.notices ?? [])

/** The number of breaches in all modules at one instant. */
export const countBreaches = (database: Database): Promise<number> =>
  inSnapshot(database, async snapshot => {
    let breaches = 0
    for (const { check } of checks) breaches += (await check(snapshot)).length
    return breaches
  })
