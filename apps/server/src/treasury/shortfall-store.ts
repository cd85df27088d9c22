import { type Insertable, type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import { announceToOperators } from '../platform/outbox/announce.ts'
import type { TreasuryShortfall } from './generated.ts'

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
  await announceToOperators(tx, 'treasury')
}

/** The instant since which a settlement is halted; null while none is. */
export async function haltedSince(reader: Database | Tx): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`
    select min(raised_at) as since from settlement_alarm where settled_at is null`.execute(reader)
  return rows[0]?.since ?? null
}

/**
 * The instant of the oldest confirmed loss after the last run; for what runs have left over, the
 * newest.
 */
export async function confirmedSince(reader: Database | Tx): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`
    select coalesce(min(decided_at) filter (where decided_at >= coalesce(
        (select max(closed_at) from settlement_run where published_at is not null), '-infinity')),
      max(decided_at)) as since
    from treasury_shortfall where decision = 'confirmed'`.execute(reader)
  return rows[0]?.since ?? null
}

/** When the last shortfall was confirmed; null before the first. */
export async function lastConfirmed(reader: Database | Tx): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(decided_at) as at from treasury_shortfall where decision = 'confirmed'`.execute(
    reader,
  )
  return rows[0]?.at ?? null
}

/** The sum of all shortfalls ever confirmed, micro-USDT. */
export async function confirmedTotal(reader: Database | Tx): Promise<bigint> {
  const row = await reader
    .selectFrom('treasuryShortfall')
    .select(eb => eb.fn.coalesce(eb.fn.sum<bigint>('amount'), sql<bigint>`0::numeric`).as('sum'))
    .where('decision', '=', 'confirmed')
    .executeTakeFirstOrThrow()
  return row.sum
}
