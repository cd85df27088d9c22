import { type WithdrawalState, withdrawalStatusOf } from '@banyan/domain'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { Withdrawal } from '../platform/database/generated.ts'

export type WithdrawalRow = Omit<Selectable<Withdrawal>, 'state'> & { state: WithdrawalState }

/** Sum of a member's requests since an instant, cancelled ones left out. Micro-USDT. */
export async function usedSince(
  database: Database | Tx,
  memberId: string,
  since: Date,
): Promise<bigint> {
  const { sum } = await database
    .selectFrom('withdrawal')
    .select(eb => eb.fn.coalesce(eb.fn.sum<bigint>('amount'), sql<bigint>`0::numeric`).as('sum'))
    .where('memberId', '=', memberId)
    .where('requestedAt', '>', since)
    .where('state', '<>', 'cancelled')
    .executeTakeFirstOrThrow()
  return sum
}

/** When a member first asked for this address, cancelled requests left out. */
export async function firstUseOf(
  database: Database | Tx,
  memberId: string,
  address: string,
): Promise<Date | null> {
  const row = await database
    .selectFrom('withdrawal')
    .select('requestedAt')
    .where('memberId', '=', memberId)
    .where('address', '=', address)
    .where('state', '<>', 'cancelled')
    .orderBy('requestedAt')
    .limit(1)
    .executeTakeFirst()
  return row?.requestedAt ?? null
}

/** The new row, or undefined when the member has used this key for a withdrawal before. */
export async function insertWithdrawal(
  tx: Tx,
  row: Insertable<Withdrawal>,
): Promise<WithdrawalRow | undefined> {
  return (await tx
    .insertInto('withdrawal')
    .values(row)
    .onConflict(conflict => conflict.columns(['memberId', 'idempotencyKey']).doNothing())
    .returningAll()
    .executeTakeFirst()) as WithdrawalRow | undefined
}

/** A member's own request, locked until the transaction ends. */
export async function lockWithdrawal(
  tx: Tx,
  memberId: string,
  id: string,
): Promise<WithdrawalRow | undefined> {
  return (await tx
    .selectFrom('withdrawal')
    .selectAll()
    .where('id', '=', id)
    .where('memberId', '=', memberId)
    .forUpdate()
    .executeTakeFirst()) as WithdrawalRow | undefined
}

export const findWithdrawal = (tx: Tx, id: string): Promise<WithdrawalRow> =>
  tx
    .selectFrom('withdrawal')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow() as Promise<WithdrawalRow>

/** Another amount under another hold, with what was asked for. */
export const cutWithdrawal = (
  tx: Tx,
  id: string,
  cut: { amount: bigint; holdId: string; asked: bigint },
): Promise<WithdrawalRow> =>
  tx
    .updateTable('withdrawal')
    .set(cut)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow() as Promise<WithdrawalRow>

export async function closeWithdrawal(
  tx: Tx,
  id: string,
  end: { state: WithdrawalState; reason: string; closedAt: Date },
): Promise<WithdrawalRow> {
  return (await tx
    .updateTable('withdrawal')
    .set(end)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()) as WithdrawalRow
}

/** A member's requests, newest first; one row more than the page when there is a next one. */
export async function withdrawalPage(
  database: Database,
  memberId: string,
  states: readonly WithdrawalState[] | null,
  page: { after: string[] | null; limit: number },
): Promise<WithdrawalRow[]> {
  if (states?.length === 0) return []
  let query = database
    .selectFrom('withdrawal')
    .selectAll()
    .where('memberId', '=', memberId)
    .orderBy('requestedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
  if (states) query = query.where('state', 'in', states)
  if (page.after) {
    const [at, id] = page.after
    query = query.where(sql<boolean>`(requested_at, id) < (${at}::timestamptz, ${id}::uuid)`)
  }
  return (await query.execute()) as WithdrawalRow[]
}

/** Of these requests, those that have ended since a time, and how. */
export async function endedAmong(
  reader: Database | Tx,
  ids: readonly string[],
  since: Date,
): Promise<
  {
    id: string
    memberId: string
    orderNumber: string
    outcome: 'adopted' | 'refused' | 'cancelled'
    closedAt: Date
  }[]
> {
  if (ids.length === 0) return []
  const rows = await reader
    .selectFrom('withdrawal')
    .select(['id', 'memberId', 'orderNumber', 'state', 'closedAt'])
    .where('id', 'in', ids)
    .where('closedAt', '>', since)
    .execute()
  return rows.flatMap(({ state, closedAt, ...row }) => {
    const status = withdrawalStatusOf[state as WithdrawalState]
    if (closedAt === null || status === 'under_review') return []
    return [{ ...row, closedAt, outcome: state === 'cancelled' ? state : status }]
  })
}
