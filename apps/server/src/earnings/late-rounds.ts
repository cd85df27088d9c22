import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../platform/database/connect.ts'

/**
 * The checks after so many settlements look at a round. Where more were paid since the last check, the next
 * one reads everything: `reachOf` of solvency.
 */
const LATELY = 3

/**
 * The first of the last rounds that a check of what is new reads; null where there are fewer, and for
 * the check of everything.
 */
export type From = string | null

export async function firstOfLate(
  database: Database,
  rounds: 'staticRound' | 'dynamicRound',
): Promise<From> {
  const first = await database
    .selectFrom(rounds)
    .select('period')
    .where('paidAt', 'is not', null)
    .orderBy('period', 'desc')
    .offset(LATELY - 1)
    .limit(1)
    .executeTakeFirst()
  return first?.period ?? null
}

/** The condition that a column of periods is not before the first round. */
export const notBefore = (column: string, from: From): RawBuilder<unknown> =>
  from === null ? sql`true` : sql`${sql.ref(column)} >= ${from}`

/** Reference and amount of each transfer that pays for the rounds, found by the names of their runs. */
export const paidFrom = (
  kind: 'static_earning' | 'dynamic_earning',
  from: From,
): RawBuilder<unknown> =>
  from === null
    ? sql`select reference, amount from ledger_every_transfer where kind = ${kind}`
    : sql`
      select reference, amount from ledger_transfer
      where kind = ${kind} and reference >= ${`run:${from}`}
      union all
      select block.settlement || '/' || line.owner, abs(line.amount)::numeric(38,0)
      from ledger_transfer_block block
        cross join lateral unnest(block.owners, block.amounts) as line (owner, amount)
      where block.kind = ${kind} and block.settlement >= ${`run:${from}`}`
