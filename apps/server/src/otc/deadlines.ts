import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import type { Sweep } from '../platform/room.ts'
import { extendDeadlines, overdueTrades } from './lists.ts'
import { otcTerms } from './terms.ts'
import { passDeadline } from './trades.ts'
import type { OtcNeighbours } from './world.ts'

const BATCH = 200
const SWEEP_MS = 1_000
const HEARTBEAT_MS = 5_000

/** Lets the clock act on every overdue trade, the longest overdue first. Answers how many changed. */
export async function sweepDeadlines(database: Database, world: OtcNeighbours): Promise<number> {
  let changed = 0
  for (const due of await overdueTrades(database, BATCH)) {
    if (await inTransaction(database, tx => passDeadline(tx, world, due))) changed++
  }
  return changed
}

/**
 * Called before any door opens: when the last heartbeat is more than a minute old, the whole
 * outage is added to every open deadline, in the transaction that beats again. Answers the
 * milliseconds that were added.
 */
export async function makeUpForOutage(database: Database, logger: Logger): Promise<number> {
  return inTransaction(database, async tx => {
    const { rows } = await sql<{ goneMs: number }>`
      select extract(epoch from house_now() - beaten_at)::float8 * 1000 as gone_ms from heartbeat for update`.execute(
      tx,
    )
    const goneMs = Math.round(rows[0]?.goneMs ?? 0)
    await beat(tx)
    if (goneMs <= otcTerms.outageToleratedMs) return 0
    await extendDeadlines(tx, goneMs)
    logger.warn({ goneMs }, 'the house was away: every open deadline is extended by the outage')
    return goneMs
  })
}

async function beat(database: Database): Promise<void> {
  await sql`
    insert into heartbeat (beaten_at) values (house_now())
    on conflict (only_row) do update set beaten_at = excluded.beaten_at`.execute(database)
}

/** The market's clockwork. */
export const otcSweeps = (database: Database, world: OtcNeighbours): Sweep[] => [
  {
    name: 'otc deadlines',
    door: 'worker',
    everyMs: SWEEP_MS,
    turn: async () => void (await sweepDeadlines(database, world)),
  },
  { name: 'heartbeat', door: 'worker', everyMs: HEARTBEAT_MS, turn: () => beat(database) },
]
