import type { WithdrawalState } from '@banyan/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import { openStates } from './address-store.ts'
import type { WithdrawalRow } from './store.ts'

type Reader = Database | Tx

/** What a list is narrowed to; parts that are missing narrow nothing. */
export interface ListFilter {
  states: readonly WithdrawalState[] | null
  memberId?: string | undefined
  /** The beginning of an address, in any case. */
  address?: string | undefined
  order?: string | undefined
  /** Micro-USDT, both included. */
  least?: bigint | undefined
  most?: bigint | undefined
  from?: string | undefined
  before?: string | undefined
}

/** What a filter asks of a row; true where it asks nothing. */
function matches(filter: ListFilter): RawBuilder<boolean> {
  const { states, memberId, address, order, least, most, from, before } = filter
  const asked = [
    states && sql`state = any(${states}::text[])`,
    memberId !== undefined && sql`member_id = ${memberId}`,
    address !== undefined && sql`lower(address) like ${`${address.toLowerCase()}%`}`,
    order !== undefined && sql`order_number = ${order}`,
    least !== undefined && sql`amount >= ${least}`,
    most !== undefined && sql`amount <= ${most}`,
    from !== undefined && sql`requested_at >= ${new Date(from)}`,
    before !== undefined && sql`requested_at < ${new Date(before)}`,
  ].filter(one => one !== null && one !== false)
  return asked.length === 0 ? sql`true` : sql`(${sql.join(asked, sql` and `)})`
}

/** A page of withdrawals, oldest first, with one more than its length. */
export async function listedPage(
  reader: Reader,
  filter: ListFilter,
  page: { after: readonly string[] | null; limit: number },
): Promise<WithdrawalRow[]> {
  let query = reader
    .selectFrom('withdrawal')
    .selectAll()
    .where(matches(filter))
    .orderBy('requestedAt')
    .orderBy('id')
    .limit(page.limit + 1)
  if (page.after) {
    const [at, id] = page.after
    query = query.where(sql<boolean>`(requested_at, id) > (${at}::timestamptz, ${id}::uuid)`)
  }
  return (await query.execute()) as WithdrawalRow[]
}

/** The number and the sum of everything under a filter, micro-USDT. */
export async function listedTotals(
  reader: Reader,
  filter: ListFilter,
): Promise<{ count: number; amount: bigint }> {
  const { rows } = await sql<{ count: number; amount: bigint }>`
    select count(*)::int4 as count, coalesce(sum(amount), 0)::numeric as amount
    from withdrawal where ${matches(filter)}`.execute(reader)
  return rows[0] ?? { count: 0, amount: 0n }
}

/** The member of an account ID; null when there is none. */
export async function memberOf(reader: Reader, accountId: string): Promise<string | null> {
  const row = await reader
    .selectFrom('member')
    .select('id')
    .where('accountId', '=', accountId)
    .executeTakeFirst()
  return row?.id ?? null
}

/** The account IDs of members. */
export async function accountIdsOf(
  reader: Reader,
  memberIds: readonly string[],
): Promise<Map<string, string>> {
  if (memberIds.length === 0) return new Map()
  const rows = await reader
    .selectFrom('member')
    .select(['id', 'accountId'])
    .where('id', 'in', memberIds)
    .execute()
  return new Map(rows.map(row => [row.id, row.accountId]))
}

/** A member's withdrawals and income in numbers. Amounts are micro-USDT. */
export interface History {
  requestsToday: number
  requestedToday: bigint
  /** Withdrawals to the address that have arrived. */
  paidToAddress: number
  /** Other members who have this address among theirs. */
  othersAtAddress: number
}

/** The history behind a withdrawal. */
export async function historyOf(
  reader: Reader,
  row: Pick<WithdrawalRow, 'id' | 'memberId' | 'address'>,
): Promise<History> {
  return (await historiesOf(reader, [row])).get(row.id) as History
}

/** The histories behind withdrawals, by their ids. */
export async function historiesOf(
  reader: Reader,
  rows: readonly Pick<WithdrawalRow, 'id' | 'memberId' | 'address'>[],
): Promise<Map<string, History>> {
  const { rows: histories } = await sql<History & { id: string }>`
    select asked.id, past.*, (select count(*) from withdrawal_address shared
        where shared.address = asked.address and shared.member_id <> asked.member_id
          and shared.removed_at is null)::int4 as others_at_address
    from unnest(${rows.map(one => one.id)}::uuid[], ${rows.map(one => one.memberId)}::uuid[],
        ${rows.map(one => one.address)}::text[]) as asked (id, member_id, address)
      cross join lateral (
        select
          (count(*) filter (where requested_at > (select house_now()) - interval '1 day'
            and state not in ('cancelled', 'refused')))::int4 as requests_today,
          coalesce(sum(amount) filter (where requested_at > (select house_now()) - interval '1 day'
            and state not in ('cancelled', 'refused')), 0)::numeric as requested_today,
          (count(*) filter (where state = 'paid' and withdrawal.address = asked.address))::int4 as paid_to_address
        from withdrawal where withdrawal.member_id = asked.member_id) as past`.execute(reader)
  return new Map(histories.map(({ id, ...history }) => [id, history]))
}

/** The number and the total of waiting withdrawals in each state, micro-USDT. */
export async function waitingByState(
  reader: Reader,
): Promise<{ state: WithdrawalState; count: number; amount: bigint }[]> {
  const { rows } = await sql<{ state: WithdrawalState; count: number; amount: bigint }>`
    select state, count(*)::int4 as count, sum(amount)::numeric as amount from withdrawal
    where state = any(${openStates}::text[]) group by state`.execute(reader)
  return openStates.flatMap(state => rows.filter(row => row.state === state))
}
