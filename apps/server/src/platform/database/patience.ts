import { sql } from 'kysely'
import type { Tx } from './handles.ts'

/**
 * How long this program waits for a statement beyond the limit that PostgreSQL itself keeps: an
 * answer that is later than that comes from nobody, because the connection has died silently.
 */
const GRACE_MS = 5_000
/** For statements without a limit of their own. Timers cannot wait for longer. */
const LONGEST_MS = 2 ** 31 - 1

/** True for the driver's error when an answer did not come in time. */
export const isLate = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout'

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, min: 60_000, h: 3_600_000 }

/** The time to wait for the answer to a statement with this limit, such as `10s`; `0` is none. */
export function patienceFor(limit: string): number {
  const [, number = '', unit = 'ms'] = /^(\d+)(ms|s|min|h)?$/.exec(limit) ?? []
  const ms = Number(number) * (units[unit] ?? Number.NaN)
  if (!(ms >= 0) || number === '') throw new Error(`${limit} is no time limit`)
  return ms === 0 ? LONGEST_MS : Math.min(ms + GRACE_MS, LONGEST_MS)
}

/** Texts of statements that lift the limit of their transaction, each with the limit that it sets. */
const lifting = new Map<string, (values: readonly unknown[]) => string>()

/** Declares that a statement of this text sets the limit of its transaction to this one. */
export const declareLift = (text: string, limit: string): void =>
  void lifting.set(text, () => limit)

const LIFT = `select set_config('statement_timeout', $1, true)`
lifting.set(LIFT, values => String(values[0]))

/** The limit that a statement sets for the rest of its transaction; undefined for most of them. */
export const liftedLimit = (text: string, values: readonly unknown[]): string | undefined =>
  lifting.get(text)?.(values)

/**
 * Lets each further statement of a transaction take this long, such as `60s`; `0`: as long as it
 * takes. For work over all members, which takes longer than a member's call may.
 */
export async function liftLimit(tx: Tx, limit: string): Promise<void> {
  await sql`select set_config('statement_timeout', ${limit}, true)`.execute(tx)
}
