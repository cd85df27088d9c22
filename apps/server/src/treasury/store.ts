import type { Books, Period } from '@banyan/economy'
import { type Insertable, type Selectable, sql } from 'kysely'
import { holdLock } from '../platform/database/advisory-locks.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { announceToOperators } from '../platform/outbox/announce.ts'
import type { SettlementOutcome, SettlementRun, TreasuryFounding } from './generated.ts'

/** A run as its cut-off recorded it. */
export type RunRow = Selectable<SettlementRun>
/** The outcome of a run. */
export type OutcomeRow = Selectable<SettlementOutcome>

/** Returns false when the reserve was founded before. */
export async function insertFounding(
  tx: Tx,
  row: { foundedAt: Date; receiptId: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('treasuryFounding')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** The founding, locked until the transaction ends; undefined before it. Every cut-off takes this lock. */
export const lockFounding = (
  tx: Tx,
): Promise<Pick<Selectable<TreasuryFounding>, 'receiptId'> | undefined> =>
  tx.selectFrom('treasuryFounding').select('receiptId').forUpdate().executeTakeFirst()

/** Records the receipt of a founding that was not proven; returns false when one is recorded. */
export async function proveFounding(tx: Tx, receiptId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('treasuryFounding')
    .set({ receiptId })
    .where('receiptId', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Whether a run has been closed and is not published. */
export async function isRunUnderWay(tx: Database | Tx): Promise<boolean> {
  const row = await tx
    .selectFrom('settlementRun')
    .select('period')
    .where('publishedAt', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** The data that decide whether a period is due, read at once. */
export interface Calendar {
  now: Date
  foundedAt: Date | null
  lastSettled: Period | null
}

export async function calendarOf(database: Database | Tx): Promise<Calendar> {
  const { rows } = await sql<Calendar>`
    select house_now() as now,
      (select founded_at from treasury_founding) as founded_at,
      (select max(period) from settlement_run where published_at is not null) as last_settled`.execute(
    database,
  )
  return rows[0] as Calendar
}

/** The newest published run; undefined before the first. */
export const lastCutoff = (
  reader: Database | Tx,
): Promise<Pick<RunRow, 'period' | 'cutoffAt'> | undefined> =>
  reader
    .selectFrom('settlementRun')
    .select(['period', 'cutoffAt'])
    .where('publishedAt', 'is not', null)
    .orderBy('period', 'desc')
    .limit(1)
    .executeTakeFirst()

export const findRun = (reader: Database | Tx, period: Period): Promise<RunRow | undefined> =>
  reader.selectFrom('settlementRun').selectAll().where('period', '=', period).executeTakeFirst()

export const insertRun = (tx: Tx, row: Insertable<SettlementRun>): Promise<RunRow> =>
  tx.insertInto('settlementRun').values(row).returningAll().executeTakeFirstOrThrow()

/** The books that a run was closed on; without INCOME under rules that do not release it. */
export const booksOfRun = (run: RunRow): Books => ({
  reserve: run.reserve,
  outstanding: run.outstanding,
  poolStatic: run.poolStatic,
  poolDynamic: run.poolDynamic,
  ops: run.ops,
  risk: run.risk,
  ...(run.income !== null && { income: run.income }),
  shortfall: run.shortfall,
})

export const findOutcome = (
  reader: Database | Tx,
  period: Period,
): Promise<OutcomeRow | undefined> =>
  reader.selectFrom('settlementOutcome').selectAll().where('period', '=', period).executeTakeFirst()

/** The outcome of the last run before a period, with what it left for the next one. */
export const outcomeBefore = (
  reader: Database | Tx,
  period: Period,
): Promise<OutcomeRow | undefined> =>
  reader
    .selectFrom('settlementOutcome')
    .selectAll()
    .where('period', '<', period)
    .orderBy('period', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The version of the rule book that the run before a period was closed under; undefined before the first one. */
export async function versionBefore(
  reader: Database | Tx,
  period: Period,
): Promise<number | undefined> {
  const before = await reader
    .selectFrom('settlementRun')
    .select('parametersVersion')
    .where('period', '<', period)
    .orderBy('period', 'desc')
    .limit(1)
    .executeTakeFirst()
  return before?.parametersVersion
}

export async function insertOutcome(tx: Tx, row: Insertable<SettlementOutcome>): Promise<void> {
  await tx.insertInto('settlementOutcome').values(row).execute()
}

/** The hashes of a published run, in hex; null until it is published. */
export async function publishedHashes(
  database: Database,
  period: Period,
): Promise<{ input: string; result: string } | null> {
  const run = await publishedRun(database, period)
  if (!run) return null
  return { input: run.inputHash.toString('hex'), result: run.resultHash.toString('hex') }
}

/** Returns false when the run was published before. */
export async function markPublished(tx: Tx, period: Period, publishedAt: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('settlementRun')
    .set({ publishedAt })
    .where('period', '=', period)
    .where('publishedAt', 'is', null)
    .executeTakeFirst()
  await announceToOperators(tx, 'settlements', period)
  return numUpdatedRows === 1n
}

/** Records why a run was stopped, unless an alarm of it is open. */
export const raiseAlarm = (database: Database, period: Period, what: string): Promise<void> =>
  inTransaction(database, async tx => {
    await holdLock(tx, 'marketStop')
    await sql`
      insert into settlement_alarm (period, raised_at, what)
      select ${period}, house_now(), ${what} where not exists
        (select from settlement_alarm where period = ${period} and settled_at is null)`.execute(tx)
    await announceToOperators(tx, 'settlements', period)
  })

/** Whether the run of a period has an open alarm. */
export async function hasAlarm(database: Database, period: Period): Promise<boolean> {
  const row = await database
    .selectFrom('settlementAlarm')
    .select('period')
    .where('period', '=', period)
    .where('settledAt', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Closes the alarms of a run that has been published. */
export async function settleAlarms(tx: Tx, period: Period, settledAt: Date): Promise<void> {
  await tx
    .updateTable('settlementAlarm')
    .set({ settledAt })
    .where('period', '=', period)
    .where('settledAt', 'is', null)
    .execute()
}

/** A published run with its outcome and its prices. */
export type PublishedRun = RunRow &
  OutcomeRow & { publishedAt: Date; price: bigint; priceOut: bigint }

const published = (reader: Database) =>
  reader
    .selectFrom('settlementRun')
    .innerJoin('settlementOutcome', 'settlementOutcome.period', 'settlementRun.period')
    .innerJoin('guidePrice', 'guidePrice.period', 'settlementRun.period')
    .selectAll('settlementRun')
    .selectAll('settlementOutcome')
    .select(['guidePrice.price', 'guidePrice.exitPrice as priceOut', 'guidePrice.publishedAt'])

/** Published runs, newest first, from before an instant on. */
export const publishedRuns = (
  reader: Database,
  before: Date | null,
  limit: number,
): Promise<PublishedRun[]> =>
  published(reader)
    .$if(before !== null, query => query.where('settlementRun.cutoffAt', '<', before as Date))
    .orderBy('settlementRun.cutoffAt', 'desc')
    .limit(limit)
    .execute() as Promise<PublishedRun[]>

/** Those of some periods that are published. */
export const publishedAmong = async (
  reader: Database,
  periods: readonly Period[],
): Promise<PublishedRun[]> =>
  periods.length === 0
    ? []
    : ((await published(reader)
        .where('settlementRun.period', 'in', periods)
        .execute()) as PublishedRun[])

export const publishedRun = (reader: Database, period: Period): Promise<PublishedRun | undefined> =>
  published(reader).where('settlementRun.period', '=', period).executeTakeFirst() as Promise<
    PublishedRun | undefined
  >
