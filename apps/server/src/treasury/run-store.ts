import type { Period } from '@banyan/economy'
import type { Selectable } from 'kysely'
import type { Database } from '../platform/database/connect.ts'
import type { SettlementAlarm } from './generated.ts'
import type { RunRow } from './store.ts'

export type AlarmRow = Selectable<SettlementAlarm>

/** A run as far as it has come. */
export type AnyRun = Pick<RunRow, 'period' | 'cutoffAt' | 'closedAt' | 'publishedAt'> &
  Pick<RunRow, 'parametersVersion'> & { computedAt: Date | null; price: bigint | null }

/** Runs of any state, newest first, from before an instant on; one more than the limit. */
export const runsPage = (reader: Database, before: Date | null, limit: number): Promise<AnyRun[]> =>
  anyRuns(reader)
    .$if(before !== null, query => query.where('settlementRun.cutoffAt', '<', before as Date))
    .orderBy('settlementRun.cutoffAt', 'desc')
    .limit(limit + 1)
    .execute()

export const anyRun = (reader: Database, period: Period): Promise<AnyRun | undefined> =>
  anyRuns(reader).where('settlementRun.period', '=', period).executeTakeFirst()

const anyRuns = (reader: Database) =>
  reader
    .selectFrom('settlementRun')
    .leftJoin('settlementOutcome', 'settlementOutcome.period', 'settlementRun.period')
    .leftJoin('guidePrice', 'guidePrice.period', 'settlementRun.period')
    .select([
      'settlementRun.period',
      'settlementRun.cutoffAt',
      'settlementRun.closedAt',
      'settlementRun.publishedAt',
      'settlementRun.parametersVersion',
      'settlementOutcome.computedAt',
      'guidePrice.price',
    ])

/** The alarms of some runs, the oldest first. */
export const alarmsOf = async (
  reader: Database,
  periods: readonly Period[],
): Promise<AlarmRow[]> =>
  periods.length === 0
    ? []
    : reader
        .selectFrom('settlementAlarm')
        .selectAll()
        .where('period', 'in', periods)
        .orderBy('raisedAt')
        .execute()
