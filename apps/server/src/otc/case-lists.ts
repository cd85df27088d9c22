import { sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import { seatedStates, seatIsHeld } from './case-queue.ts'
import type { DisputeRow } from './dispute-store.ts'
import { type Page, type Paged, paged } from './paging.ts'

export interface QueuedRow extends DisputeRow {
  /** Whether an arbitrator has the seat that the case waits for. */
  isHeld: boolean
  isMine: boolean
  reason: string | null
}

/** Open cases that an arbitrator can take or already hears, oldest first. */
export async function casesPage(
  database: Database,
  operatorId: string,
  filter: { mine?: boolean | undefined },
  page: Page,
): Promise<Paged<QueuedRow>> {
  const [at, id] = page.cursor ?? []
  const { rows } = await sql<QueuedRow>`
    select * from (
      select d.*,
        ${seatIsHeld} as is_held,
        exists (select from otc_seat s where s.dispute_id = d.id and s.left_at is null
          and s.operator_id = ${operatorId}::uuid) as is_mine,
        (select reason from otc_statement s where s.dispute_id = d.id and reason is not null
          order by at, id limit 1) as reason
      from otc_dispute d
      where closed_at is null and state in (${sql.join(seatedStates)})) c
    where ${filter.mine === undefined ? sql`(is_mine or not is_held)` : filter.mine ? sql`is_mine` : sql`not is_mine and not is_held`}
      ${at === undefined ? sql`` : sql`and (opened_at, id) > (${at}::timestamptz, ${id}::uuid)`}
    order by opened_at, id limit ${page.limit + 1}`.execute(database)
  return paged(rows, page.limit, row => [row.openedAt.toISOString(), row.id])
}

/**
 * Cases that the clock has to act on: a missed reply, or a ruling whose time for review is over.
 */
export async function overdueCases(
  database: Database,
  limit: number,
): Promise<{ id: string; tradeId: string; orderId: string }[]> {
  const { rows } = await sql<{ id: string; tradeId: string; orderId: string }>`
    select d.id, d.trade_id, t.order_id from otc_dispute d join otc_trade t on t.id = d.trade_id
    where d.closed_at is null and (d.buyer_reply_by <= house_now() or d.seller_reply_by <= house_now()
      or (d.state = 'ruled' and d.review_deadline <= house_now()))
    order by least(d.buyer_reply_by, d.seller_reply_by, d.review_deadline), d.id
    limit ${limit}`.execute(database)
  return rows
}

/**
 * Counts, by member, the open cases that somebody else opened against them. Members without any are
 * left out.
 */
export async function casesAgainst(
  reader: Database | Tx,
  memberIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ memberId: string; cases: number }>`
    select party.member_id, count(*)::int4 as cases
    from otc_dispute d join otc_trade t on t.id = d.trade_id
      cross join lateral (values ('buyer', t.buyer_id), ('seller', t.seller_id)) as party (side, member_id)
    where d.closed_at is null and d.opened_by <> party.side
      and party.member_id = any(${memberIds}::uuid[])
    group by party.member_id`.execute(reader)
  return new Map(rows.map(row => [row.memberId, row.cases]))
}

/** Whether this picture is evidence in a case that the operator hears now. */
export async function isEvidenceOfCase(
  database: Database,
  operatorId: string,
  uploadId: string,
): Promise<boolean> {
  const { rows } = await sql<{ seen: boolean }>`
    select exists (
      select from otc_seat s join otc_dispute d on d.id = s.dispute_id
      where s.operator_id = ${operatorId}::uuid and s.left_at is null and d.closed_at is null and (
        exists (select from otc_voucher v where v.trade_id = d.trade_id and v.upload_id = ${uploadId}::uuid)
        or exists (select from otc_statement_picture p join otc_statement st on st.id = p.statement_id
          join otc_dispute any_case on any_case.id = st.dispute_id
          where any_case.trade_id = d.trade_id and p.upload_id = ${uploadId}::uuid))) as seen`.execute(
    database,
  )
  return rows[0]?.seen ?? false
}
