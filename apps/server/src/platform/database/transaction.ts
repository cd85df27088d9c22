import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { UnfitConnection } from './connection-limits.ts'
import type { Database, Tx } from './handles.ts'
import { isLate } from './patience.ts'

const RETRIES = 5
/** Serialization failure and deadlock: the transaction did nothing and may be tried again. */
const retryable = new Set(['40001', '40P01'])
/**
 * Numbers for people are drawn at random (`newOrderNumber`): a taken one is no fault, another is
 * drawn.
 */
const drawnNumber = /_(order_number|matching_id|case_number)_key$/

export const sqlState = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined

/**
 * SQLSTATE classes: connections (08), a server that ends or starts (57P), too little of something
 * such as disk or connections (53), input and output (58030), limits of time (55P03, 57014, 25P03),
 * and a server that has become a standby (25006).
 */
const unavailable = /^(08|57P0[1235]|53|58030|55P03|57014|25P03|25006)/
/** Errors of the connection to the database. */
const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** True for errors that mean "the database is not available now". */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof UnfitConnection || isLate(error)) return true
  const state = sqlState(error)
  if (state !== undefined) return unavailable.test(state) || unreachable.has(state)
  return (
    error instanceof Error &&
    /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error/.test(
      error.message,
    )
  )
}

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

/** The system clock, read inside the transaction that decides by it. */
export async function systemNow(database: Database | Tx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select house_now() as now`.execute(database)
  const now = rows[0]?.now
  if (!now) throw new Error('the database gave no time')
  return now
}
