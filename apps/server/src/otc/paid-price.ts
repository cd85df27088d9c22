import { type RawBuilder, sql } from 'kysely'

/**
 * The price that was paid in a trade (`pricePaid`), in SQL: per coin in the units at its end, times
 * the splits since.
 */
export const paidPrice = (splitsSince: RawBuilder<unknown> = sql`1`): RawBuilder<bigint> =>
  sql`ceil(ceil(price * (10000 - div(concession_quantity * 10000 + quantity - 1, quantity)) / 10000)
    / (split_multiple * ${splitsSince}))`
