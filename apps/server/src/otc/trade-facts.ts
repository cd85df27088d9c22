import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import { refuse } from '../platform/refused.ts'
import { findDispute, seatOfOperator } from './dispute-store.ts'

/* Facts about trades and orders for other modules; no decisions. */

/** The two parties of a trade, whether it is over, and whether arbitrators hear a case of it. */
export interface TradeParties {
  buyerId: string
  sellerId: string
  closedAt: Date | null
  inCase: boolean
}

/** The parties of a trade; undefined when there is no such trade. */
export async function tradeParties(
  reader: Database | Tx,
  tradeId: string,
): Promise<TradeParties | undefined> {
  return reader
    .selectFrom('otcTrade')
    .select(['buyerId', 'sellerId', 'closedAt'])
    .select(eb =>
      eb
        .exists(
          eb
            .selectFrom('otcDispute')
            .select('otcDispute.id')
            .whereRef('otcDispute.tradeId', '=', 'otcTrade.id')
            .where('otcDispute.closedAt', 'is', null),
        )
        .$castTo<boolean>()
        .as('inCase'),
    )
    .where('id', '=', tradeId)
    .executeTakeFirst()
}

/** The other party of a trade; null when the member is not a party of it. */
export async function otherParty(
  reader: Database | Tx,
  tradeId: string,
  memberId: string,
): Promise<string | null> {
  const trade = await tradeParties(reader, tradeId)
  if (trade?.buyerId === memberId) return trade.sellerId
  return trade?.sellerId === memberId ? trade.buyerId : null
}

/** The owner of this order; null when there is no such order. */
export async function orderOwner(reader: Database | Tx, orderId: string): Promise<string | null> {
  const row = await reader
    .selectFrom('otcOrder')
    .select('memberId')
    .where('id', '=', orderId)
    .executeTakeFirst()
  return row?.memberId ?? null
}

/** A step of a trade, with the members that it concerns. */
export interface StepOfTrade {
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
 * Of a case only what the trade's own steps do not show: statements, questions and rulings.
 */
export async function tradeSteps(
  reader: Database | Tx,
  tradeIds: readonly string[],
  since: Date,
): Promise<StepOfTrade[]> {
  if (tradeIds.length === 0) return []
  const { rows } = await sql<StepOfTrade>`
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

/** Pictures that were shown in these trades, as vouchers and in statements. */
export async function picturesOfTrades(
  reader: Database | Tx,
  tradeIds: readonly string[],
): Promise<{ tradeId: string; uploadId: string }[]> {
  return shownPictures(reader, sql`shown.trade_id = any(${[...tradeIds]}::uuid[])`)
}

/** The trades in which these pictures were shown. */
export async function tradesOfPictures(
  reader: Database | Tx,
  uploadIds: readonly string[],
): Promise<{ tradeId: string; uploadId: string }[]> {
  return shownPictures(reader, sql`shown.upload_id = any(${[...uploadIds]}::uuid[])`)
}

async function shownPictures(reader: Database | Tx, which: RawBuilder<unknown>) {
  const { rows } = await sql<{ tradeId: string; uploadId: string }>`
    select distinct trade_id, upload_id from (
      select trade_id, upload_id from otc_voucher
      union all
      select dispute.trade_id, picture.upload_id from otc_statement_picture picture
        join otc_statement statement on statement.id = picture.statement_id
        join otc_dispute dispute on dispute.id = statement.dispute_id) shown
    where ${which}`.execute(reader)
  return rows
}

/** How many days after a trade's end the original of its evidence is kept. */
const ORIGINALS_KEPT_DAYS = 90

/** The matching IDs of these trades, and when they ended; null while they are open. */
export async function tradeEnds(
  reader: Database | Tx,
  tradeIds: readonly string[],
): Promise<Map<string, { matchingId: string; closedAt: Date | null }>> {
  if (tradeIds.length === 0) return new Map()
  const rows = await reader
    .selectFrom('otcTrade')
    .select(['id', 'matchingId', 'closedAt'])
    .where('id', 'in', tradeIds)
    .execute()
  return new Map(rows.map(({ id, ...end }) => [id, end]))
}

/** The pictures among these that were shown in a trade that is open or ended within that time. */
export async function picturesInUse(
  reader: Database | Tx,
  uploadIds: readonly string[],
): Promise<string[]> {
  const shown = await tradesOfPictures(reader, uploadIds)
  if (shown.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select id from otc_trade where id = any(${shown.map(one => one.tradeId)}::uuid[])
      and (closed_at is null or closed_at > house_now() - make_interval(days => ${ORIGINALS_KEPT_DAYS}))`.execute(
    reader,
  )
  const living = new Set(rows.map(row => row.id))
  return shown.filter(one => living.has(one.tradeId)).map(one => one.uploadId)
}

/**
 * The trade of a case that an operator hears. Refuses `notFound`, and `caseNotYours` to every other
 * operator.
 */
export async function tradeOfCase(
  reader: Database | Tx,
  operatorId: string,
  caseId: string,
): Promise<string> {
  const dispute = await findDispute(reader, caseId)
  if (!dispute) return refuse('notFound')
  if (!(await seatOfOperator(reader, dispute.id, operatorId))) refuse('caseNotYours')
  return dispute.tradeId
}

/** The matching IDs of trades, by trade id. */
export async function matchingIds(
  reader: Database | Tx,
  tradeIds: readonly string[],
): Promise<Map<string, string>> {
  if (tradeIds.length === 0) return new Map()
  const rows = await reader
    .selectFrom('otcTrade')
    .select(['id', 'matchingId'])
    .where('id', 'in', tradeIds)
    .execute()
  return new Map(rows.map(row => [row.id, row.matchingId]))
}

/** Whether an operator hears an open case of one of these trades. */
export async function hearsAnyOf(
  reader: Database,
  operatorId: string,
  tradeIds: readonly string[],
): Promise<boolean> {
  if (tradeIds.length === 0) return false
  const row = await reader
    .selectFrom('otcSeat')
    .innerJoin('otcDispute', 'otcDispute.id', 'otcSeat.disputeId')
    .select('otcSeat.id')
    .where('operatorId', '=', operatorId)
    .where('leftAt', 'is', null)
    .where('otcDispute.closedAt', 'is', null)
    .where('otcDispute.tradeId', 'in', tradeIds)
    .executeTakeFirst()
  return row !== undefined
}

/** The parties of every open case that an operator hears, each once. */
export async function partiesOfCases(reader: Database | Tx, operatorId: string): Promise<string[]> {
  const rows = await reader
    .selectFrom('otcSeat')
    .innerJoin('otcDispute', 'otcDispute.id', 'otcSeat.disputeId')
    .innerJoin('otcTrade', 'otcTrade.id', 'otcDispute.tradeId')
    .select(['otcTrade.buyerId', 'otcTrade.sellerId'])
    .where('otcSeat.operatorId', '=', operatorId)
    .where('otcSeat.leftAt', 'is', null)
    .where('otcDispute.closedAt', 'is', null)
    .execute()
  return [...new Set(rows.flatMap(({ buyerId, sellerId }) => [buyerId, sellerId]))]
}
