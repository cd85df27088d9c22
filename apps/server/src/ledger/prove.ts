import { sql } from 'kysely'
import { tryLock } from '../platform/database/advisory-locks.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { liftLimit } from '../platform/database/patience.ts'
import { breachesOf, inSnapshot } from './check.ts'
import { ledgerInvariants } from './invariants.ts'
import type { Breach } from './ledger.ts'
import {
  invariantsOfAccounts,
  invariantsOfSpan,
  linesOfSpan,
  type Span,
  within,
} from './new-invariants.ts'
import { asSealed, nextAsSealed, nextSealed, proofOf } from './next-seal.ts'

/** What one step of the proof came to: null when there is nothing to prove. */
export type Proven = { batch: number; breaches: Breach[] } | null

/** The invariants that are about the accounts as they are, without their lines. */
const ofAccountsAlone: ReadonlySet<string> = new Set([
  'I1 all accounts of an asset sum to zero',
  'I2 every account is in the chart, under the id of its name',
  'I9 SPLIT holds what holders have not been told of yet',
  'the history is guarded by triggers and by privilege',
])

/**
 * Everything that is wrong with the ledger at one instant, on the state that was proven: it costs
 * what came since then and the number of accounts, however long the history is. A change to rows that
 * were proven before is for the full check and the audit chain to find.
 */
export async function checkNew(database: Database | Tx): Promise<Breach[]> {
  if (!database.isTransaction) return inSnapshot(database, checkNew)
  const above = (await proofOf(database)).toXid
  const breaches = await byIndex(database, async () => {
    const breaches = await checkSpan(database, { above, upTo: null })
    for (const claim of await nextAsSealed(database))
      breaches.push(...(await breachesOf(database, claim)))
    return breaches
  })
  for (const claim of invariantsOfAccounts(above))
    breaches.push(...(await breachesOf(database, claim)))
  for (const { name, breaches: query } of ledgerInvariants.filter(one =>
    ofAccountsAlone.has(one.name),
  ))
    breaches.push(...(await breachesOf(database, { name, breaches: sql.raw(query) })))
  return breaches
}

/**
 * Proves the next sealed batch: its rows are those that were sealed, and keep every invariant on the
 * state that was proven before it. Then the state with them is kept. A batch with a breach is not
 * proven, and nothing after it. While it reads, it has no number of a transaction, which would hold back
 * news, wake-ups and seals.
 */
export const proveNext = (database: Database): Promise<Proven> =>
  database.transaction().execute(async tx => {
    if (!(await tryLock(tx, 'ledgerProof'))) return null
    await liftLimit(tx, '10min')
    const proof = await proofOf(tx)
    const next = await nextSealed(tx, proof)
    if (!next) return null
    const span = { above: proof.toXid, upTo: next.toXid }
    const breaches = await byIndex(tx, async () => [
      ...(await breachesOf(tx, asSealed(proof, next))),
      ...(await checkSpan(tx, span)),
    ])
    if (breaches.length === 0) await byIndex(tx, () => keep(tx, span, proof.batch))
    return { batch: next.batch, breaches }
  })

/** The bounds of a span decide the plan, and a table that was never analysed must not undo that. */
async function byIndex<T>(tx: Database | Tx, work: () => Promise<T>): Promise<T> {
  await sql`set local enable_seqscan = off`.execute(tx)
  const done = await work()
  await sql`set local enable_seqscan = on`.execute(tx)
  return done
}

async function checkSpan(tx: Database | Tx, span: Span): Promise<Breach[]> {
  const breaches: Breach[] = []
  for (const claim of invariantsOfSpan(span)) breaches.push(...(await breachesOf(tx, claim)))
  return breaches
}

/**
 * Keeps what the batch after `before` has brought the history to, unless another process has, which the
 * lock of the job prevents.
 */
async function keep(
  tx: Tx,
  { above, upTo }: { above: number; upTo: number },
  before: number,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('ledgerProof')
    .set({ batch: before + 1, toXid: upTo, provenAt: sql<Date>`house_now()` })
    .where('batch', '=', before)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw new Error(`batch ${before + 1} was proven beside this proof`)
  const span = { above, upTo }
  await sql`
    with line as materialized (${linesOfSpan(span)}),
    last as (
      insert into ledger_proven_account (account_id, version, posted)
      select distinct on (account_id) account_id, version, balance_after
      from line where is_next order by account_id, version desc
      on conflict (account_id) do update set version = excluded.version, posted = excluded.posted),
    done as (
      delete from ledger_proven_ahead ahead using line
      where is_next and (ahead.account_id, ahead.version) = (line.account_id, line.version))
    insert into ledger_proven_ahead (account_id, version, amount, balance_after)
    select account_id, version, amount, balance_after from line where not is_next
    on conflict do nothing`.execute(tx)
  await sql`
    delete from ledger_proven_hold where hold_id in (
      select hold_id from ledger_hold_resolution where ${within(span)})`.execute(tx)
  await sql`
    insert into ledger_proven_hold (hold_id)
    select id from ledger_hold where ${within(span)} and not exists (
      select from ledger_hold_resolution r where r.hold_id = ledger_hold.id and r.xid <= ${upTo}::bigint)`.execute(
    tx,
  )
}
