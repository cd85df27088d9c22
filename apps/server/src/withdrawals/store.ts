import type { WithdrawalState, withdrawalEnds } from '@banyan/domain'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { Withdrawal } from './generated.ts'

export type EndReason = (typeof withdrawalEnds)[number]
export type WithdrawalRow = Omit<Selectable<Withdrawal>, 'state' | 'reason'> & {
  state: WithdrawalState
  reason: EndReason | null
}

/** States of requests that paid nothing out. */
const endedUnpaid = ['cancelled', 'refused', 'returned'] as const

/** Sum of a member's requests since an instant, except those that ended unpaid. Micro-USDT. */
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
    .where('state', 'not in', endedUnpaid)
    .executeTakeFirstOrThrow()
  return sum
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

/** A request, locked until the transaction ends. */
export async function lockWithdrawal(tx: Tx, id: string): Promise<WithdrawalRow | undefined> {
  return (await tx
    .selectFrom('withdrawal')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()) as WithdrawalRow | undefined
}

export const findWithdrawal = async (
  reader: Database | Tx,
  id: string,
): Promise<WithdrawalRow | undefined> =>
  (await reader.selectFrom('withdrawal').selectAll().where('id', '=', id).executeTakeFirst()) as
    | WithdrawalRow
    | undefined

/** Changes the amount and its hold, and keeps the requested amount. */
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

export async function saveState(
  tx: Tx,
  id: string,
  change: { state: WithdrawalState; reason?: EndReason | null; closedAt?: Date },
): Promise<WithdrawalRow> {
  return (await tx
    .updateTable('withdrawal')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()) as WithdrawalRow
}

/** A member's requests, newest first; one row more than the page when there is a next one. */
export async function withdrawalPage(
  database: Database | Tx,
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

/** The events of a withdrawal that members are notified of. */
const changes = {
  sent: 'sent',
  paid: 'adopted',
  refused: 'refused',
  cancelled: 'cancelled',
  returned: 'returned',
} as const

export interface WithdrawalChange {
  id: string
  memberId: string
  orderNumber: string
  change: 'newAddress' | (typeof changes)[keyof typeof changes]
  at: Date
}

/**
 * Of these requests, those to new addresses, and those that were sent or have ended, since a time:
 * each such event once.
 */
export async function changesAmong(
  reader: Database | Tx,
  ids: readonly string[],
  since: Date,
): Promise<WithdrawalChange[]> {
  if (ids.length === 0) return []
  const rows = await reader
    .selectFrom('withdrawalStep as step')
    .innerJoin('withdrawal', 'withdrawal.id', 'step.withdrawalId')
    .select(['withdrawal.id', 'memberId', 'orderNumber', 'step.state'])
    .select(eb => eb.fn.min('step.at').as('at'))
    .where('withdrawal.id', 'in', ids)
    .where('step.state', 'in', Object.keys(changes))
    .where('step.at', '>', since)
    .groupBy(['withdrawal.id', 'step.state'])
    .execute()
  return [
    ...(await toNewAddresses(reader, ids, since)),
    ...rows.map(({ state, ...row }) => ({
      ...row,
      change: changes[state as keyof typeof changes],
    })),
  ]
}

/**
 * Of these requests, the first ones to their addresses: an address is added by the request itself.
 */
async function toNewAddresses(
  reader: Database | Tx,
  ids: readonly string[],
  since: Date,
): Promise<WithdrawalChange[]> {
  const rows = await reader
    .selectFrom('withdrawal')
    .innerJoin('withdrawalAddress as own', join =>
      join
        .onRef('own.memberId', '=', 'withdrawal.memberId')
        .onRef('own.address', '=', 'withdrawal.address')
        .onRef('own.addedAt', '=', 'withdrawal.requestedAt'),
    )
    .select(['id', 'withdrawal.memberId', 'orderNumber', 'requestedAt as at'])
    .where('id', 'in', ids)
    .where('requestedAt', '>', since)
    .execute()
  return rows.map(row => ({ ...row, change: 'newAddress' }))
}

/** Deletes what a member wrote on addresses and orders. */
export async function forget(tx: Tx, memberId: string): Promise<void> {
  await tx
    .updateTable('withdrawalAddress')
    .set({ label: null })
    .where('memberId', '=', memberId)
    .execute()
  await tx
    .updateTable('withdrawal')
    .set({ remarks: null })
    .where('memberId', '=', memberId)
    .execute()
}
