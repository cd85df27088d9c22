import { sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import { liftLimit } from '../platform/database/patience.ts'
import { ledgerInvariants } from './invariants.ts'
import type { Breach } from './ledger.ts'
import { type Claim, provenInvariants } from './new-invariants.ts'
import { nextAsSealed } from './next-seal.ts'

/** Every row of a broken book can be a breach; this many are named, the rest are counted. */
const NAMED = 20

/**
 * Returns everything that is wrong with the ledger at one instant; empty when it is sound. Inside a
 * transaction it reads that transaction's snapshot, so that the checks of several modules can share
 * one.
 */
export async function checkInvariants(database: Database | Tx): Promise<Breach[]> {
  if (!database.isTransaction) return inSnapshot(database, checkInvariants)
  const breaches: Breach[] = []
  for (const { name, breaches: query } of [...ledgerInvariants, ...provenInvariants])
    breaches.push(...(await breachesOf(database, { name, breaches: sql.raw(query) })))
  for (const claim of await nextAsSealed(database))
    breaches.push(...(await breachesOf(database, claim)))
  return breaches
}

/** The breaches of one invariant: some by name, the rest counted. */
export async function breachesOf(
  database: Database | Tx,
  { name, breaches: query }: Claim,
): Promise<Breach[]> {
  const { rows } = await sql<{ what: string; all: number }>`
    select what, count(*) over () as all from (${query}) as breach (what)
    limit ${NAMED}`.execute(database)
  const breaches = rows.map(({ what }) => ({ invariant: name, what }))
  const unnamed = (rows[0]?.all ?? 0) - rows.length
  if (unnamed > 0) breaches.push({ invariant: name, what: `and ${unnamed} more` })
  return breaches
}

/** Runs reads of one instant, however long they take, without writes and without locks. */
export const inSnapshot = <T>(database: Database, read: (tx: Tx) => Promise<T>): Promise<T> =>
  database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async tx => {
      await liftLimit(tx, '0')
      return read(tx)
    })
