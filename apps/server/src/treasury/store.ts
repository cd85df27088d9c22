import type { Period } from '@banyan/economy'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { SettlementRun } from '../platform/database/generated.ts'

export type RunRow = Selectable<SettlementRun>

/** Answers false when the house was founded before. */
export async function insertFounding(tx: Tx, foundedAt: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('treasuryFounding')
    .values({ foundedAt })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** What decides whether a period is due, in one look. */
export interface Calendar {
  now: Date
  foundedAt: Date | null
  lastSettled: Period | null
}

export async function calendarOf(database: Database): Promise<Calendar> {
  const { rows } = await sql<Calendar>`
    select house_now() as now,
      (select founded_at from treasury_founding) as founded_at,
      (select max(period) from settlement_run where published_at is not null) as last_settled`.execute(
    database,
  )
  return rows[0] as Calendar
}

export const findRun = (tx: Tx, period: Period): Promise<RunRow | undefined> =>
  tx.selectFrom('settlementRun').selectAll().where('period', '=', period).executeTakeFirst()

/** What a published run can be checked by, in hex; null until it is published. */
export async function publishedHashes(
  database: Database,
  period: Period,
): Promise<{ input: string; result: string } | null> {
  const run = await database
    .selectFrom('settlementRun')
    .select(['inputHash', 'resultHash'])
    .where('period', '=', period)
    .where('publishedAt', 'is not', null)
    .executeTakeFirst()
  if (!run) return null
  return { input: run.inputHash.toString('hex'), result: run.resultHash.toString('hex') }
}

export async function insertRun(tx: Tx, row: Insertable<SettlementRun>): Promise<void> {
  await tx.insertInto('settlementRun').values(row).execute()
}

/** Answers false when the run was published before. */
export async function markPublished(tx: Tx, period: Period, publishedAt: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('settlementRun')
    .set({ publishedAt })
    .where('period', '=', period)
    .where('publishedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

const SETTLEMENT_LOCK = 7_310_002

/**
 * Runs `work` while no other node does; answers null at once when another one is at it. The lock
 * belongs to a connection of its own, so it ends with the process, however that ends.
 */
export const alone = <T>(database: Database, work: () => Promise<T>): Promise<T | null> =>
  database.connection().execute(async own => {
    const { rows } = await sql<{ got: boolean }>`
      select pg_try_advisory_lock(${SETTLEMENT_LOCK}::bigint) as got`.execute(own)
    if (rows[0]?.got !== true) return null
    try {
      return await work()
    } finally {
      await sql`select pg_advisory_unlock(${SETTLEMENT_LOCK}::bigint)`.execute(own)
    }
  })
