import { type RawBuilder, sql } from 'kysely'
import { holdLock, shareLock } from '../platform/database/advisory-locks.ts'
import type { Tx } from '../platform/database/connect.ts'
import { openStates } from './trade-store.ts'

/**
 * Holds a shared lock while an order is published or changed: a split, and every new guide price,
 * waits for calls that have read the old numbers.
 */
export async function enterBook(tx: Tx): Promise<void> {
  await shareLock(tx, 'orderBook')
}

/**
 * A split of the coin: converts open orders and live trades to the new units at the instant of the
 * split, before the ledger's own rows. Quantities and fees are multiplied. An order's price, floor
 * or ceiling is divided, rounded up for a seller and down for a buyer. A margin stays. A trade
 * keeps its price and its payment. A member who read the order before finds another version.
 * otc.md, "Around the trade"; rule book 2.11.
 */
export async function rescaleBook(
  tx: Tx,
  { multiple, epoch }: { multiple: number; epoch: number },
): Promise<void> {
  await holdLock(tx, 'orderBook')
  const times = sql`${multiple}::numeric`
  await sql`
    update otc_order set total = total * ${times}, available = available * ${times},
      in_trade = in_trade * ${times}, dealt = dealt * ${times}, returned = returned * ${times},
      min_quantity = min_quantity * ${times}, max_quantity = max_quantity * ${times},
      fee_held = fee_held * ${times}, fee_taken = fee_taken * ${times},
      price = ${perCoin('price', times)}, price_limit = ${perCoin('price_limit', times)},
      guide_seen = ceil(guide_seen / ${times}), version = version + 1, epoch = ${epoch}
    where available > 0 or in_trade > 0`.execute(tx)
  await sql`
    update otc_trade set quantity = quantity * ${times}, held_again = held_again * ${times},
      concession_quantity = concession_quantity * ${times}, fee = fee * ${times},
      split_multiple = split_multiple * ${times}, epoch = ${epoch}
    where state in (${sql.join([...openStates])})`.execute(tx)
}

/** Converts an amount of USDT per coin to one per new coin; null stays null. */
const perCoin = (column: string, times: RawBuilder<unknown>): RawBuilder<unknown> => {
  const amount = sql.ref(column)
  return sql`case when side = 'sell' then ceil(${amount} / ${times})
    when ${amount} < ${times} then 1 else floor(${amount} / ${times}) end`
}
