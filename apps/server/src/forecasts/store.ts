import type { ForecastFault, ForecastState } from '@banyan/domain'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { RuleForecast } from './generated.ts'

export type ForecastRow = Omit<Selectable<RuleForecast>, 'state' | 'fault'> & {
  state: ForecastState
  fault: ForecastFault | null
}

/** A process that has not been seen for so long has ended. */
const GONE_AFTER = '30 seconds'

/** Ends a forecast whose process is gone, so that another can begin. */
export async function endGone(tx: Tx): Promise<void> {
  await sql`
    update rule_forecast set state = 'failed', fault = 'interrupted', ended_at = house_now()
    where state = 'running' and seen_at < clock_timestamp() - ${GONE_AFTER}::interval`.execute(tx)
}

export const findRunning = (tx: Tx): Promise<ForecastRow | undefined> =>
  tx
    .selectFrom('ruleForecast')
    .selectAll()
    .where('state', '=', 'running')
    .executeTakeFirst() as Promise<ForecastRow | undefined>

/** Undefined while another one is under way. */
export const insertForecast = (
  tx: Tx,
  row: Insertable<RuleForecast>,
): Promise<ForecastRow | undefined> =>
  tx
    .insertInto('ruleForecast')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .returningAll()
    .executeTakeFirst() as Promise<ForecastRow | undefined>

export const findForecast = (reader: Database | Tx, id: string): Promise<ForecastRow | undefined> =>
  reader.selectFrom('ruleForecast').selectAll().where('id', '=', id).executeTakeFirst() as Promise<
    ForecastRow | undefined
  >

/** The newest forecast of just these numbers that is done or under way. */
export const findOfNumbers = (reader: Database, hash: Buffer): Promise<ForecastRow | undefined> =>
  reader
    .selectFrom('ruleForecast')
    .selectAll()
    .where('numbersHash', '=', hash)
    .where('state', 'in', ['done', 'running'])
    .orderBy('startedAt', 'desc')
    .limit(1)
    .executeTakeFirst() as Promise<ForecastRow | undefined>

/** Says that its process is alive, and how far it is; false once somebody has ended it. */
export async function seenForecast(
  database: Database,
  id: string,
  done: number | null,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('ruleForecast')
    .set({ seenAt: sql<Date>`clock_timestamp()`, ...(done !== null && { done }) })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Ends a forecast once; a later end changes nothing. */
export async function endForecast(
  database: Database | Tx,
  id: string,
  end:
    | { state: 'done'; result: string; done: number }
    | { state: 'failed'; fault: ForecastFault }
    | { state: 'cancelled' },
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('ruleForecast')
    .set({ ...end, endedAt: sql<Date>`house_now()` })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
