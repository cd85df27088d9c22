import type { Database, Tx } from '../platform/database/connect.ts'

/* What the market tells its neighbours of trades and orders: facts only, no decisions. */

/** The two parties of a trade, and whether it is over. */
export interface TradeParties {
  buyerId: string
  sellerId: string
  closedAt: Date | null
}

/** Who trades with whom; undefined when there is no such trade. */
export async function tradeParties(
  reader: Database | Tx,
  tradeId: string,
): Promise<TradeParties | undefined> {
  return reader
    .selectFrom('otcTrade')
    .select(['buyerId', 'sellerId', 'closedAt'])
    .where('id', '=', tradeId)
    .executeTakeFirst()
}

/** The other party of a trade; null when the member is no party of it. */
export async function otherParty(
  reader: Database | Tx,
  tradeId: string,
  memberId: string,
): Promise<string | null> {
  const trade = await tradeParties(reader, tradeId)
  if (trade?.buyerId === memberId) return trade.sellerId
  return trade?.sellerId === memberId ? trade.buyerId : null
}

/** Whose order this is; null when there is none. */
export async function orderOwner(reader: Database | Tx, orderId: string): Promise<string | null> {
  const row = await reader
    .selectFrom('otcOrder')
    .select('memberId')
    .where('id', '=', orderId)
    .executeTakeFirst()
  return row?.memberId ?? null
}
