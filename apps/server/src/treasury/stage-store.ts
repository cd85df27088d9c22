import { type Selectable, sql } from 'kysely'
import type { Database } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { announceToOperators } from '../platform/outbox/announce.ts'
import type { SettlementStage } from './generated.ts'
import type { StageKeeper } from './stages.ts'

export type StageRow = Selectable<SettlementStage>

/**
 * Keeps the stages of a run, each in a transaction of its own: a reader of the run sees them at
 * once. The announcement is as durable as every other: readers of the outbox go on from its number.
 */
export const stageKeeper = (database: Database, period: string): StageKeeper => ({
  begin: stage =>
    apart(database, period, tx =>
      sql`
        insert into settlement_stage (period, stage, tries, begun_at)
        values (${period}, ${stage}, 1, house_now())
        on conflict (period, stage) do update set tries = settlement_stage.tries + 1,
          begun_at = excluded.begun_at, ended_at = null`.execute(tx),
    ),
  end: (stage, ms) =>
    apart(database, period, tx =>
      sql`
        update settlement_stage set ended_at = house_now(), ms = ms + ${ms}
        where period = ${period} and stage = ${stage}`.execute(tx),
    ),
})

const apart = (
  database: Database,
  period: string,
  write: (tx: Parameters<Parameters<typeof inTransaction>[1]>[0]) => Promise<unknown>,
): Promise<void> =>
  inTransaction(database, async tx => {
    await write(tx)
    await announceToOperators(tx, 'settlements', period)
  })

/** The stages of some runs, in the order in which they first began. */
export const stagesOf = async (
  reader: Database,
  periods: readonly string[],
): Promise<StageRow[]> =>
  periods.length === 0
    ? []
    : reader
        .selectFrom('settlementStage')
        .selectAll()
        .where('period', 'in', periods)
        .orderBy('place')
        .execute()
