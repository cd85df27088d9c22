import type { TradeState } from '@banyan/domain'
import { sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import { type Page, type Paged, paged } from './paging.ts'
import { openStates, type TradeRow } from './trade-store.ts'

/** A member's trades of one or both sides, newest first. */
export async function tradesPage(
  database: Database | Tx,
  memberId: string,
  filter: { side?: 'buy' | 'sell' | undefined; states?: readonly TradeState[] | undefined },
  page: Page,
): Promise<Paged<TradeRow>> {
  // Filters that exclude each other leave no state; an empty list of them is no SQL.
  if (filter.states?.length === 0) return { rows: [], next: null }
  let query = database
    .selectFrom('otcTrade')
    .selectAll()
    .orderBy('dealtAt', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
  if (filter.side === 'buy') query = query.where('buyerId', '=', memberId)
  else if (filter.side === 'sell') query = query.where('sellerId', '=', memberId)
  else
    query = query.where(eb => eb.or([eb('buyerId', '=', memberId), eb('sellerId', '=', memberId)]))
  if (filter.states) query = query.where('state', 'in', filter.states)
  if (page.cursor)
    query = query.where(
      sql<boolean>`(dealt_at, id) < (${page.cursor[0]}::timestamptz, ${page.cursor[1]}::uuid)`,
    )
  const rows = (await query.execute()) as TradeRow[]
  return paged(rows, page.limit, row => [row.dealtAt.toISOString(), row.id])
}

/** Ids of trades whose deadline has passed, the longest overdue first. */
export async function overdueTrades(
  database: Database,
  limit: number,
): Promise<{ id: string; orderId: string }[]> {
  const { rows } = await sql<{ id: string; orderId: string }>`
    select id, order_id from (
      select id, order_id, payment_deadline as due from otc_trade where state = 'unpaid' and payment_deadline <= house_now()
      union all
      select id, order_id, grace_deadline from otc_trade where state = 'payment_grace' and grace_deadline <= house_now()
      union all
      select id, order_id, release_deadline from otc_trade where state = 'paid' and release_deadline <= house_now()
      union all
      select id, order_id, escalation_deadline from otc_trade where state = 'release_timeout' and escalation_deadline <= house_now()
    ) overdue order by due, id limit ${limit}`.execute(database)
  return rows
}

/**
 * Moves every time that has not passed by an outage, so that nobody is penalised while the server
 * was away: times that the clock has not acted on yet, and times that had not come when the outage
 * began.
 */
export async function extendDeadlines(database: Database, byMs: number): Promise<void> {
  const by = sql`(${byMs}::double precision * interval '1 millisecond')`
  const later = (column: string, acts: string) =>
    sql`${sql.raw(column)} = case when ${sql.raw(acts)} or ${sql.raw(column)} > house_now() - ${by}
      then ${sql.raw(column)} + ${by} else ${sql.raw(column)} end`
  await sql`
    update otc_trade set
      ${later('payment_deadline', "state = 'unpaid'")},
      ${later('grace_deadline', "state in ('unpaid', 'payment_grace')")},
      ${later('appeal_from', 'false')},
      ${later('release_deadline', "state = 'paid'")},
      ${later('escalation_deadline', "state in ('paid', 'release_timeout')")}
    where state in (${sql.join(openStates)})`.execute(database)
  await sql`
    update otc_dispute set buyer_reply_by = buyer_reply_by + ${by}, seller_reply_by = seller_reply_by + ${by},
      review_deadline = review_deadline + ${by}
    where closed_at is null`.execute(database)
}
