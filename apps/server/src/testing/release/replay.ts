import type pg from 'pg'
import { isUnavailable, sqlState } from '../../platform/database/unavailable.ts'
import type { Said } from './release.ts'

/**
 * Locks of a session and settings of a connection would be kept, and what is no statement about data
 * changes nothing.
 */
const isReplayed = ([text]: Said): boolean =>
  /^\s*(select|insert|update|delete|with)\b/i.test(text) &&
  !/advisory|set_config\(|pg_sleep/.test(text)

/** The recorded statements that can be run again alone. */
export const replayable = (statements: readonly Said[]): Said[] => statements.filter(isReplayed)

/**
 * How a statement ended: it did what it does; the data have moved on since it was recorded, so that
 * its row is there already or not any more; the database asks to try again, which is answered 503
 * with Retry-After; or it does not fit the schema.
 */
type Ending = 'done' | 'data' | 'again' | { misfit: string }

/** Runs a statement as its program did, in a transaction that is rolled back. */
async function replay(client: pg.ClientBase, [text, values]: Said): Promise<Ending> {
  await client.query('begin')
  try {
    await client.query(text, values.map(revive))
    return 'done'
  } catch (error) {
    return endingOf(error)
  } finally {
    await client.query('rollback')
  }
}

/** Runs all of them; returns the texts that did what they do, and those that do not fit. */
export async function replayAll(
  pool: pg.Pool,
  statements: readonly Said[],
): Promise<{ misfits: Map<string, string>; done: Set<string> }> {
  const misfits = new Map<string, string>()
  const done = new Set<string>()
  const client = await pool.connect()
  try {
    for (const said of statements) {
      const ending = await replay(client, said)
      if (ending === 'done') done.add(said[0])
      if (typeof ending === 'object') misfits.set(said[0], ending.misfit)
    }
  } finally {
    client.release()
  }
  return { misfits, done }
}

function endingOf(error: unknown): Ending {
  const state = sqlState(error) ?? ''
  if (isUnavailable(error) || state === '40001' || state === '40P01') return 'again'
  // Values that are there already or not any more, and triggers that say so.
  if (/^(22|23|P0)/.test(state)) return 'data'
  return { misfit: `${state} ${(error as Error).message}` }
}

/** A value as it is kept in JSON. */
export function keep(value: unknown): unknown {
  if (Buffer.isBuffer(value)) return { bytes: value.toString('hex') }
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'bigint') return `${value}`
  if (Array.isArray(value)) return value.map(keep)
  const own = value as { toPostgres?: (prepare: (of: unknown) => unknown) => unknown } | null
  if (typeof own?.toPostgres === 'function') return keep(own.toPostgres(keep))
  return value
}

function revive(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(revive)
  const { bytes, ...more } = (value ?? {}) as { bytes?: unknown }
  if (typeof bytes === 'string' && Object.keys(more).length === 0) return Buffer.from(bytes, 'hex')
  return value
}
