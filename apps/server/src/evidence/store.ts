import type { HashFinding, ReuseKind } from '@banyan/domain'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { LookupResult } from './decide.ts'
import type { HashFinding as FindingTable, HashBinding, HashCheck } from './generated.ts'

export type CheckRow = Omit<Selectable<HashCheck>, 'finding'> & { finding: HashFinding | null }
export type FindingRow = Omit<Selectable<FindingTable>, 'finding'> & { finding: HashFinding }

/** Begins checks of trades' hashes; existing checks stay unchanged. */
export async function beginChecks(
  tx: Tx,
  claims: readonly { tradeId: string; hash: string }[],
): Promise<void> {
  if (claims.length === 0) return
  const now = sql<Date>`house_now()`
  await tx
    .insertInto('hashCheck')
    .values(claims.map(({ tradeId, hash }) => ({ tradeId, hash, since: now, dueAt: now })))
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** Checks that are due, the longest overdue first. */
export async function dueChecks(database: Database, limit: number): Promise<CheckRow[]> {
  return (await database
    .selectFrom('hashCheck')
    .selectAll()
    .where('endedAt', 'is', null)
    .where('dueAt', '<=', sql<Date>`house_now()`)
    .orderBy('dueAt')
    .limit(limit)
    .execute()) as CheckRow[]
}

/** The check, locked; undefined when it has ended, or another process works on it now. */
export async function lockCheck(
  tx: Tx,
  { tradeId, hash }: { tradeId: string; hash: string },
): Promise<CheckRow | undefined> {
  return (await tx
    .selectFrom('hashCheck')
    .selectAll()
    .where('tradeId', '=', tradeId)
    .where('hash', '=', hash)
    .where('endedAt', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()) as CheckRow | undefined
}

/**
 * The result of a lookup for its check: when the next one is due, and whether this hash is
 * certainly no payment.
 */
export interface NextLookup {
  now: Date
  afterMs: number | null
  noPayment: boolean
}

/**
 * Writes when the next lookup is due, or that there is none; and the finding, when it has changed.
 */
export async function saveFinding(
  tx: Tx,
  check: CheckRow,
  result: LookupResult,
  next: NextLookup,
): Promise<boolean> {
  const { tradeId, hash } = check
  const changed = check.finding !== result.finding || check.confirmations !== result.confirmations
  await tx
    .updateTable('hashCheck')
    .set({
      finding: result.finding,
      confirmations: result.confirmations,
      tries: check.tries + 1,
      noPaymentAt: next.noPayment ? next.now : null,
      ...(next.afterMs === null
        ? { endedAt: next.now }
        : { dueAt: new Date(next.now.getTime() + next.afterMs) }),
    })
    .where('tradeId', '=', tradeId)
    .where('hash', '=', hash)
    .execute()
  if (check.finding === result.finding) return changed
  const { finding, confirmations, needed, blockAt, received, payer } = result
  await sql`
    insert into hash_finding (trade_id, hash, number, finding, confirmations, needed, block_at, received, payer, at)
    select ${tradeId}, ${hash}, count(*) + 1, ${finding}, ${confirmations}::int, ${needed}::int,
      ${blockAt}::timestamptz, ${received}::numeric, ${payer}::text, ${next.now}
    from hash_finding where trade_id = ${tradeId} and hash = ${hash}`.execute(tx)
  return true
}

/** Transfers of a hash that have paid for other trades. */
export async function boundToOthers(
  tx: Tx,
  transfer: { chain: string; hash: string; tradeId: string },
): Promise<Set<number>> {
  const rows = await tx
    .selectFrom('hashBinding')
    .select('ordinal')
    .where('chain', '=', transfer.chain)
    .where('hash', '=', transfer.hash)
    .where('tradeId', '<>', transfer.tradeId)
    .execute()
  return new Set(rows.map(row => row.ordinal))
}

/** Binds a transfer to a trade; false when it has paid for another meanwhile. */
export async function bind(
  tx: Tx,
  transfer: Omit<Insertable<HashBinding>, 'ordinal'> & { ordinal: number },
): Promise<boolean> {
  await tx
    .insertInto('hashBinding')
    .values(transfer)
    .onConflict(conflict => conflict.doNothing())
    .execute()
  return !(await boundToOthers(tx, transfer)).has(transfer.ordinal)
}

/** Transfers that have paid for these trades, or that belong to these hashes. */
export async function bindingsOf(
  reader: Database | Tx,
  { tradeIds, hashes }: { tradeIds: readonly string[]; hashes: readonly string[] },
): Promise<{ tradeId: string; hash: string }[]> {
  if (tradeIds.length === 0) return []
  return reader
    .selectFrom('hashBinding')
    .select(['tradeId', 'hash'])
    .distinct()
    .where(eb =>
      eb.or([
        eb('tradeId', '=', sql<string>`any(${[...tradeIds]}::uuid[])`),
        eb('hash', '=', sql<string>`any(${[...hashes]}::text[])`),
      ]),
    )
    .execute()
}

/** The trades among these whose payment is bound to them for good. */
export const paidOnChain = async (
  reader: Database | Tx,
  tradeIds: readonly string[],
): Promise<Set<string>> =>
  new Set((await bindingsOf(reader, { tradeIds, hashes: [] })).map(one => one.tradeId))

/**
 * The hashes of a trade, when each of them was looked up after a time and is certainly no payment;
 * else none.
 */
export async function hashesWithoutPayment(
  tx: Tx,
  tradeId: string,
  since: Date,
): Promise<string[]> {
  const checks = await tx
    .selectFrom('hashCheck')
    .select(['hash', 'noPaymentAt'])
    .where('tradeId', '=', tradeId)
    .execute()
  const sure = checks.every(one => one.noPaymentAt !== null && one.noPaymentAt > since)
  return sure ? checks.map(one => one.hash) : []
}

/** Serialises the checks of a trade: the last result depends on all of them. */
export const lockChecksOf = (tx: Tx, tradeId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`checks of ${tradeId}`}, 0))`.execute(tx)

/** Serialises the writers for a hash of a chain: two trades can be checked at once. */
export const lockHash = (tx: Tx, chain: string, hash: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`payment ${chain} ${hash}`}, 0))`.execute(tx)

/** All findings about a trade's hashes. */
export async function findingsOf(
  reader: Database | Tx,
  tradeId: string,
): Promise<{ checks: CheckRow[]; findings: FindingRow[] }> {
  const checks = (await reader
    .selectFrom('hashCheck')
    .selectAll()
    .where('tradeId', '=', tradeId)
    .orderBy('since')
    .orderBy('hash')
    .execute()) as CheckRow[]
  const findings = (await reader
    .selectFrom('hashFinding')
    .selectAll()
    .where('tradeId', '=', tradeId)
    .orderBy('number')
    .execute()) as FindingRow[]
  return { checks, findings }
}

/** A pair of trades that show the same evidence. */
export interface Reuse {
  tradeId: string
  otherTradeId: string
  kind: ReuseKind
}

/** Writes pairs, one row for each side. */
export async function insertReuses(tx: Tx, reuses: readonly Reuse[]): Promise<void> {
  if (reuses.length === 0) return
  const at = sql<Date>`house_now()`
  await tx
    .insertInto('evidenceReuse')
    .values(
      reuses.flatMap(({ tradeId, otherTradeId, kind }) => [
        { tradeId, otherTradeId, kind, at },
        { tradeId: otherTradeId, otherTradeId: tradeId, kind, at },
      ]),
    )
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** Other trades in which the same hash was shown. */
export async function sameHashes(
  tx: Tx,
  claims: readonly { tradeId: string; hash: string }[],
): Promise<Reuse[]> {
  if (claims.length === 0) return []
  const rows = await tx
    .selectFrom('hashCheck')
    .select(['tradeId', 'hash'])
    .where(
      'hash',
      'in',
      claims.map(one => one.hash),
    )
    .execute()
  return claims.flatMap(claim =>
    rows
      .filter(row => row.hash === claim.hash && row.tradeId !== claim.tradeId)
      .map(row => ({ tradeId: claim.tradeId, otherTradeId: row.tradeId, kind: 'hash' as const })),
  )
}

/** The trades that share evidence with a trade. */
export async function reusesOf(reader: Database | Tx, tradeId: string): Promise<Reuse[]> {
  return (await reader
    .selectFrom('evidenceReuse')
    .select(['tradeId', 'otherTradeId', 'kind'])
    .where('tradeId', '=', tradeId)
    .orderBy('at')
    .orderBy('otherTradeId')
    .execute()) as Reuse[]
}

/** The block up to which payments were looked for on a chain; null before the first run. */
export async function watchedBlock(reader: Database | Tx, chain: string): Promise<number | null> {
  const row = await reader
    .selectFrom('paymentWatch')
    .select('block')
    .where('chain', '=', chain)
    .executeTakeFirst()
  return row?.block ?? null
}

export async function writeWatchedBlock(tx: Tx, chain: string, block: number): Promise<void> {
  await tx
    .insertInto('paymentWatch')
    .values({ chain, block })
    .onConflict(conflict => conflict.column('chain').doUpdateSet({ block }))
    .execute()
}
