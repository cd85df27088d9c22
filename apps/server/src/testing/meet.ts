import { until } from '@banyan/tools/until'
import { sql } from 'kysely'
import { lockNumbers, type SystemLock } from '../platform/database/advisory-locks.ts'
import type { Tx } from '../platform/database/connect.ts'
import { Refused } from '../platform/refused.ts'
import type { TestDatabase } from './database.ts'

/**
 * A race proves something only where its sides have met. Here they meet at a lock that the test
 * holds: it is released when the database reports that they all wait, and the test fails when one
 * of them never does.
 */

/**
 * The lock that the sides wait for: SQL that locks, rolled back in the end, or work of the server
 * in a transaction, committed in the end.
 */
export type Lock = string | ((tx: Tx) => Promise<unknown>)

/**
 * The row of a table with this id. Reading it without a lock, or skipping locked rows, does not
 * wait.
 */
export const rowOf = (table: string, id: string): Lock =>
  `select from ${table} where id = '${id}' for update`

/**
 * Every change and every lock of rows of a table: a side that waits here has finished its reads
 * without a lock.
 */
export const changesOf = (...tables: string[]): Lock =>
  `lock table ${tables.join(', ')} in exclusive mode`

/** An advisory lock, held exclusively. */
export const systemLock = (lock: SystemLock): Lock =>
  `select pg_advisory_xact_lock(${lockNumbers[lock]})`

type Held = Pick<TestDatabase, 'owner' | 'database'>

/** A lock that is held, and those who wait for it. */
export interface HeldLock {
  /** Begins something that has to wait for the lock, itself or behind others, before it can end. */
  begin<T>(side: () => Promise<T>): Promise<T>
  /**
   * Waits until so many sessions wait for the lock. Fails when something that was begun ends
   * without waiting.
   */
  waiters(count: number): Promise<void>
}

/** Holds a lock while `work` runs. When this fails, everything that was begun has ended. */
export async function whileHeld<T>(
  db: Held,
  lock: Lock,
  work: (held: HeldLock) => Promise<T>,
): Promise<T> {
  const begun: Promise<unknown>[] = []
  try {
    return await holding(db, lock, holder => work(heldBy(db, holder, lock, begun)))
  } catch (error) {
    await Promise.allSettled(begun)
    throw error
  }
}

/**
 * Begins all sides at once and releases the lock when they have met: when `waiting` sessions wait,
 * which is every side unless several share one. Returns what was begun, in order.
 */
export const meet = <T>(
  db: Held,
  lock: Lock,
  sides: readonly (() => Promise<T>)[],
  { waiting = sides.length }: { waiting?: number } = {},
): Promise<Promise<T>[]> =>
  whileHeld(db, lock, async held => {
    const begun = sides.map(side => held.begin(side))
    await held.waiters(waiting)
    return begun
  })

/**
 * As `meet`, one after the other: the database grants a lock in the order of arrival. At most `waiting`
 * sessions wait: a later side may be in the queue of an earlier one.
 */
export const meetInTurn = <T>(
  db: Held,
  lock: Lock,
  sides: readonly (() => Promise<T>)[],
  { waiting = sides.length }: { waiting?: number } = {},
): Promise<Promise<T>[]> =>
  whileHeld(db, lock, async held => {
    const begun: Promise<T>[] = []
    for (const side of sides) {
      begun.push(held.begin(side))
      await held.waiters(Math.min(begun.length, waiting))
    }
    return begun
  })

/** The same side so many times. */
export const times = <T>(count: number, side: (turn: number) => Promise<T>): (() => Promise<T>)[] =>
  Array.from({ length: count }, (_, turn) => () => side(turn))

async function holding<T>(db: Held, lock: Lock, work: (holder: number) => Promise<T>): Promise<T> {
  if (typeof lock !== 'string')
    return db.database.transaction().execute(async tx => {
      await lock(tx)
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      return work(rows[0]?.pid as number)
    })
  const client = await db.owner.connect()
  try {
    await client.query('begin')
    // On a busy machine the sides take longer to arrive than a connection may idle.
    await client.query('set local idle_in_transaction_session_timeout = 0')
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const { rowCount } = await client.query(lock)
    if (rowCount === 0) throw new Error(`there is nothing to hold: ${lock}`)
    return await work(rows[0]?.pid as number)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

function heldBy(db: Held, holder: number, lock: Lock, begun: Promise<unknown>[]): HeldLock {
  const ended: string[] = []
  const note = (going: Promise<unknown>) =>
    going.then(
      answer => ended.push(typeof answer === 'string' ? answer : 'done'),
      error => ended.push(String(error)),
    )
  return {
    begin: side => {
      const going = side()
      begun.push(going)
      note(going)
      return going
    },
    waiters: async count => {
      let waiting = 0
      const what = () =>
        `${count} sessions wait for "${lock}": ${waiting} do, of ${begun.length} sides ${ended.length} have ended (${ended})`
      await until(what, async () => {
        waiting = await countWaiters(db, holder)
        if (waiting >= count) return true
        if (begun.length - ended.length >= Math.min(count, begun.length)) return false
        throw new Error(`the sides of a race have not met: ${what()}`)
      })
    },
  }
}

/** Sessions that wait for this one, or for one that waits for it. */
async function countWaiters({ owner }: Held, holder: number): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    `with recursive behind(pid) as (
       select $1::int
       union
       select waiting.pid from behind, pg_stat_activity waiting
       where waiting.datname = current_database() and waiting.wait_event_type = 'Lock'
         and behind.pid = any(pg_blocking_pids(waiting.pid)))
     select count(*)::int - 1 as count from behind`,
    [holder],
  )
  return rows[0]?.count ?? 0
}

/** How each ended: what it was refused with, or how many it was about. */
export const outcomesOf = (going: readonly Promise<unknown>[]): Promise<unknown[]> =>
  Promise.all(
    going.map(one =>
      one.then(
        answer => (typeof answer === 'number' ? answer : 'done'),
        error => (error instanceof Refused ? error.refusal : String(error)),
      ),
    ),
  )
