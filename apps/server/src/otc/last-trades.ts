import { heldStates } from '@banyan/domain'
import { sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import type { OtcDeps } from './context.ts'
import { expireEarly } from './own-orders.ts'
import { otcRules } from './terms.ts'

/** The kinds of open orders, trades and appeals that the market still has. */
export interface OpenMarket {
  /** Orders with something left to take. */
  orders: boolean
  /** Open trades, those with cases included. */
  trades: boolean
  /** Trades closed without a deal that a party may still appeal. */
  appeals: boolean
}

/** Orders of one batch. */
const ORDERS = 500

/**
 * Ends what is left of orders in a wind-down whose notice is over: the coins go back to their
 * owners. Trades go on; what a failed trade gives back to its order is ended by the next call.
 * Returns how many orders ended.
 */
export async function endOrders(database: Database, context: OtcDeps): Promise<number> {
  const rows = await database
    .selectFrom('otcOrder')
    .select('id')
    .where('available', '>', 0n)
    .orderBy('id')
    .limit(ORDERS)
    .execute()
  let ended = 0
  for (const { id } of rows)
    if (await inTransaction(database, tx => expireEarly(tx, context, id))) ended++
  return ended
}

/** Reads which kinds of orders, trades and appeals are still open. */
export async function openMarketNow(reader: Database | Tx): Promise<OpenMarket> {
  const { rows } = await sql<OpenMarket>`
    select exists (select from otc_order where available > 0) as orders,
      exists (select from otc_trade where state = any(${[...heldStates]}::text[])) as trades,
      exists (select from otc_trade where state = 'payment_timeout'
        and closed_at > house_now() - ${otcRules.lateAppealMs}::float8 * interval '1 millisecond') as appeals`.execute(
    reader,
  )
  return rows[0] as OpenMarket
}
