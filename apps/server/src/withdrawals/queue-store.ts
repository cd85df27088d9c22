import type { WithdrawalState } from '@banyan/domain'
import { sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import { openStates } from './address-store.ts'
import type { WithdrawalRow } from './store.ts'

type Reader = Database | Tx

/**
 * A page of withdrawals of one state, or of all that have not ended; oldest first, with one more
 * than its length.
 */
export async function queuePage(
  reader: Reader,
  state: WithdrawalState | undefined,
  page: { after: readonly string[] | null; limit: number },
): Promise<WithdrawalRow[]> {
  let query = reader
    .selectFrom('withdrawal')
    .selectAll()
    .where('state', 'in', state === undefined ? openStates : [state])
    .orderBy('requestedAt')
    .orderBy('id')
    .limit(page.limit + 1)
  if (page.after) {
    const [at, id] = page.after
    query = query.where(sql<boolean>`(requested_at, id) > (${at}::timestamptz, ${id}::uuid)`)
  }
  return (await query.execute()) as WithdrawalRow[]
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
  { memberId, address }: Pick<WithdrawalRow, 'memberId' | 'address'>,
): Promise<History> {
  const { rows } = await sql<History>`
    select
      (count(*) filter (where requested_at > house_now() - interval '1 day'
        and state not in ('cancelled', 'refused')))::int4 as requests_today,
      coalesce(sum(amount) filter (where requested_at > house_now() - interval '1 day'
        and state not in ('cancelled', 'refused')), 0)::numeric as requested_today,
      (count(*) filter (where state = 'paid' and address = ${address}))::int4 as paid_to_address,
      (select count(*) from withdrawal_address
        where address = ${address} and member_id <> ${memberId} and removed_at is null)::int4 as others_at_address
    from withdrawal where member_id = ${memberId}`.execute(reader)
  return rows[0] as History
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
