import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { sharedRead } from '../batches.ts'
import type { Database, Tx } from './handles.ts'
import { sqlState } from './unavailable.ts'

const RETRIES = 5
/** Serialization failure and deadlock: the transaction did nothing and may be tried again. */
const retryable = new Set(['40001', '40P01'])
/**
 * Numbers for people are drawn at random (`newOrderNumber`): a taken one is no fault, another is
 * drawn.
 */
const drawnNumber = /_(order_number|matching_id|case_number)_key$/

/** A change that was committed meanwhile must be seen first: the transaction is run again. */
export class ReadAnew extends Error {
  readonly code = '40001'
}

/** True when the transaction did nothing and may succeed when it is run again. */
function mayBeRunAgain(error: unknown): boolean {
  const state = sqlState(error) ?? ''
  if (retryable.has(state)) return true
  const { constraint } = error as { constraint?: unknown }
  return state === '23505' && typeof constraint === 'string' && drawnNumber.test(constraint)
}

/**
 * Runs `work` in one READ COMMITTED transaction, again up to five times with jitter when the
 * database reports a deadlock, a serialization failure or a number for people that was drawn twice.
 * `work` must have no effect outside the transaction.
 */
export async function inTransaction<T>(
  database: Database,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await database.transaction().execute(work)
    } catch (error) {
      if (attempt >= RETRIES || !mayBeRunAgain(error)) throw error
      await sleep(2 ** attempt * (5 + Math.random() * 10))
    }
  }
}

/**
 * The system clock, read inside the transaction that decides by it. Outside of one, those who ask at
 * once read it together, after all of them have asked.
 */
export const systemNow = sharedRead(async (database: Database | Tx): Promise<Date> => {
  const { rows } = await sql<{ now: Date }>`select house_now() as now`.execute(database)
  const now = rows[0]?.now
  if (!now) throw new Error('the database gave no time')
  return now
})
