import type { TradeState } from '@banyan/domain'
import { sql } from 'kysely'
import type { Database } from '../platform/database/connect.ts'
import { type Page, type Paged, paged } from './paging.ts'
import { openStates, type TradeRow } from './trade-store.ts'

/** A member's trades of one or both sides, newest first. */
export async function tradesPage(
  database: Database,
  memberId: string,
  filter: { side?: 'buy' | 'sell' | undefined; states?: readonly TradeState[] | undefined },
  page: Page,
): Promise<Paged<TradeRow>> {
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
    ) overdue order by due, id limit ${limit}`.execute(database)
  return rows
}

/** Moves every open deadline by an outage, so that nobody is penalised for the house being away. */
export async function extendDeadlines(database: Database, byMs: number): Promise<void> {
  const by = sql`(${byMs}::double precision * interval '1 millisecond')`
  await sql`
    update otc_trade set
      payment_deadline = case when state = 'unpaid' then payment_deadline + ${by} else payment_deadline end,
      grace_deadline = grace_deadline + ${by},
      release_deadline = release_deadline + ${by}
    where state in (${sql.join(openStates.filter(state => state !== 'release_timeout'))})`.execute(
    database,
  )
}
