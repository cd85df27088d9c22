import { type Insertable, type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { TreasuryShortfall } from '../platform/database/generated.ts'

export type ShortfallRow = Selectable<TreasuryShortfall>

export async function insertShortfall(tx: Tx, row: Insertable<TreasuryShortfall>): Promise<void> {
  await tx.insertInto('treasuryShortfall').values(row).execute()
}

/** A report, locked until the transaction ends. */
export const lockShortfall = (tx: Tx, id: string): Promise<ShortfallRow | undefined> =>
  tx.selectFrom('treasuryShortfall').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const findShortfalls = async (
  reader: Database | Tx,
  ids: readonly string[],
): Promise<ShortfallRow[]> =>
  ids.length === 0
    ? []
    : reader.selectFrom('treasuryShortfall').selectAll().where('id', 'in', ids).execute()

export async function decideShortfall(
  tx: Tx,
  id: string,
  decision: { decision: 'confirmed' | 'dismissed'; decidedBy: string; decidedAt: Date },
): Promise<void> {
  await tx.updateTable('treasuryShortfall').set(decision).where('id', '=', id).execute()
}

/** What makes the house red: a report that nobody has decided, or an alarm that still stands. */
export async function openTroubles(
  reader: Database | Tx,
): Promise<{ reports: number; alarms: number }> {
  const { rows } = await sql<{ reports: number; alarms: number }>`
    select
      (select count(*) from treasury_shortfall where decision is null) as reports,
      (select count(*) from settlement_alarm where settled_at is null) as alarms`.execute(reader)
  return rows[0] as { reports: number; alarms: number }
}

/** What reports that nobody has decided say is missing, micro-USDT. */
export async function reportedShortfall(reader: Database | Tx): Promise<bigint> {
  const row = await reader
    .selectFrom('treasuryShortfall')
    .select(eb => eb.fn.coalesce(eb.fn.sum<bigint>('amount'), sql<bigint>`0::numeric`).as('sum'))
    .where('decision', 'is', null)
    .executeTakeFirstOrThrow()
  return row.sum
}
