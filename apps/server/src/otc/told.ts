import { sql } from 'kysely'
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

/** A step of a trade, with whom it concerns. */
export interface ToldStep {
  tradeId: string
  /** Unique among the steps of the trade. */
  version: string
  event: string
  actor: string
  at: Date
  matchingId: string
  buyerId: string
  sellerId: string
}

/**
 * The steps of these trades and of their cases since a time, in the order in which they were made.
 * Of a case only what the trade's own steps do not tell: what was said, asked and ruled.
 */
export async function tradeSteps(
  reader: Database | Tx,
  tradeIds: readonly string[],
  since: Date,
): Promise<ToldStep[]> {
  if (tradeIds.length === 0) return []
  const { rows } = await sql<ToldStep>`
    select step.*, t.matching_id, t.buyer_id, t.seller_id
    from (
      select trade_id, version::text as version, event, actor, at from otc_trade_event
        where trade_id = any(${[...tradeIds]}::uuid[])
      union all
      select d.trade_id, d.case_number || ':' || e.version,
        case e.event when 'state' then 'caseStatement' when 'askStatement' then 'caseQuestion'
          when 'askReview' then 'caseReview' else 'caseRuled' end, e.actor, e.at
      from otc_dispute d join otc_dispute_event e on e.dispute_id = d.id
      where d.trade_id = any(${[...tradeIds]}::uuid[])
        -- What a review rules is carried out at once: the trade tells that.
        and (e.event in ('state', 'askStatement', 'askReview') or e.event in ('agree', 'decide')
          and not exists (select from otc_dispute_event earlier where earlier.dispute_id = d.id
            and earlier.event = 'askReview' and earlier.version < e.version))
    ) step join otc_trade t on t.id = step.trade_id
    where step.at > ${since}
    order by step.trade_id, step.at, step.version`.execute(reader)
  return rows
}
