import type { ClosingHindrance } from '@banyan/domain'
import { sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'

type Reader = Database | Tx
export type StoredState = 'resting' | 'undone' | 'stopped' | 'closed' | 'erased'

export interface ClosingRow {
  memberId: string
  state: StoredState
  dueAt: Date
  gaveUpRemainder: boolean
}

/** The closing that a member requested last, if any. */
export const findClosing = async (
  reader: Reader,
  memberId: string,
): Promise<ClosingRow | undefined> =>
  (await reader
    .selectFrom('accountClosing')
    .select(['memberId', 'state', 'dueAt', 'gaveUpRemainder'])
    .where('memberId', '=', memberId)
    .executeTakeFirst()) as ClosingRow | undefined

/** Begins the waiting period; returns when it ends. */
export async function beginWait(
  tx: Tx,
  request: { memberId: string; days: number; gaveUpRemainder: boolean },
): Promise<Date> {
  const { rows } = await sql<{ dueAt: Date }>`
    insert into account_closing (member_id, state, asked_at, due_at, gave_up_remainder)
    values (${request.memberId}, 'resting', house_now(), house_now() + make_interval(days => ${request.days}),
      ${request.gaveUpRemainder})
    on conflict (member_id) do update set state = excluded.state, asked_at = excluded.asked_at,
      due_at = excluded.due_at, gave_up_remainder = excluded.gave_up_remainder, ended_at = null
    returning due_at`.execute(tx)
  const dueAt = rows[0]?.dueAt
  if (!dueAt) throw new Error('the closing was not written')
  return dueAt
}

/** Ends the waiting period. */
export async function endWait(
  tx: Tx,
  memberId: string,
  state: Exclude<StoredState, 'resting'>,
): Promise<void> {
  await tx
    .updateTable('accountClosing')
    .set({ state, endedAt: sql<Date>`house_now()` })
    .where('memberId', '=', memberId)
    .execute()
}

/** The members whose waiting period is over, after a given one. */
export async function dueMembers(reader: Reader): Promise<string[]> {
  const rows = await reader
    .selectFrom('accountClosing')
    .select('memberId')
    .where('state', '=', 'resting')
    .where('dueAt', '<=', sql<Date>`(select house_now())`)
    .orderBy('dueAt')
    .execute()
  return rows.map(row => row.memberId)
}

/** A closing that was requested or stopped, as its member is notified of it. */
export interface ClosingChange {
  memberId: string
  change: 'asked' | 'stopped'
  at: Date
  dueAt: Date
}

/** The closings of these members that were requested or stopped since a time. */
export async function changesAmong(
  reader: Reader,
  memberIds: readonly string[],
  since: Date,
): Promise<ClosingChange[]> {
  const { rows } = await sql<ClosingChange>`
    select * from (
      select member_id, case state when 'resting' then 'asked' else 'stopped' end as change,
        coalesce(ended_at, asked_at) as at, due_at
      from account_closing
      where member_id = any(${[...memberIds]}::uuid[]) and state in ('resting', 'stopped')
    ) changes where at >= ${since} order by at, member_id`.execute(reader)
  return rows
}

/** The closed members whose data is not yet completely destroyed. */
export async function closedMembers(reader: Reader): Promise<string[]> {
  const rows = await reader
    .selectFrom('accountClosing')
    .select('memberId')
    .where('state', '=', 'closed')
    .orderBy('memberId')
    .execute()
  return rows.map(row => row.memberId)
}

export async function markErased(tx: Tx, memberId: string): Promise<void> {
  await tx
    .updateTable('accountClosing')
    .set({ state: 'erased' })
    .where('memberId', '=', memberId)
    .where('state', '=', 'closed')
    .execute()
}

/** A member's open matters, except balances. The result contains each kind once. */
export async function openThings(
  reader: Reader,
  memberId: string,
): Promise<{ kind: ClosingHindrance; count: number; until: Date | null }[]> {
  const own = sql`member_id = ${memberId}::uuid`
  const party = sql`${memberId}::uuid in (trade.buyer_id, trade.seller_id)`
  const { rows } = await sql<{ kind: ClosingHindrance; count: number; until: Date | null }>`
    select kind, count(*)::int as count, max(until) as until from (
      select 'positions' as kind, null::timestamptz as until from static_position where ${own} and ended_at is null
      union all select 'subscriptions', null from subscription where ${own} and closed_at is null
      union all select 'exchanges', null from redemption where ${own} and closed_at is null
      union all select 'orders', null from otc_order where ${own} and ended_at is null
      union all select 'trades', null from otc_trade trade where ${party} and closed_at is null
      union all select 'cases', null from otc_dispute dispute join otc_trade trade on trade.id = dispute.trade_id
        where ${party} and dispute.closed_at is null
      union all select 'recharges', null from deposit where ${own} and state = 'confirming'
      union all select 'withdrawals', null from withdrawal where ${own} and closed_at is null
      union all select 'export', null from data_export where ${own} and state = 'making'
      union all select 'freeze', until from member_freeze where ${own} and until > house_now()
        and cause <> 'address-change'
      union all select 'freeze', null from member where id = ${memberId}::uuid and frozen_at is not null
      union all select 'penalty', until from otc_penalty where ${own} and until > house_now()
    ) things group by kind`.execute(reader)
  return rows
}

/** Deletes the written parts of a closed member's exports. */
export async function dropExports(tx: Tx, memberId: string): Promise<void> {
  await sql`
    delete from data_export_part using data_export
    where data_export.id = export_id and member_id = ${memberId}::uuid`.execute(tx)
  await tx
    .updateTable('dataExport')
    .set({ state: 'expired' })
    .where('state', '=', 'ready')
    .where('memberId', '=', memberId)
    .execute()
}
