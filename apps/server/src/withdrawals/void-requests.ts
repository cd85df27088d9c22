import { formatAmount, type SignerCause } from '@banyan/domain'
import { type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import { refuse } from '../platform/refused.ts'
import type { WithdrawalVoid } from './generated.ts'
import { isVoidApproved } from './payout-store.ts'
import { withdrawalId } from './present.ts'
import { payoutsOf } from './record-store.ts'
import { lockWithdrawal, type WithdrawalRow } from './store.ts'
import { lastingRefusalOf } from './voids.ts'

type Row = Selectable<WithdrawalVoid>

/**
 * A request to void an order that the signer refuses before its day is over, as shown to operators.
 */
export interface ShownVoid {
  id: string
  withdrawalId: string
  amount: string
  why: string
  /** Why the signer refuses it; null once it does not. */
  cause: SignerCause | null
}

/**
 * Requests that an order which the signer refuses is given back now. Returns the id of the
 * proposal. Throws `notFound`, `withdrawalNotRefused` and `withdrawalVoidProposed`.
 */
export async function proposeVoid(
  tx: Tx,
  { withdrawalId: id, why, operatorId }: { withdrawalId: string; why: string; operatorId: string },
): Promise<string> {
  await lockRefused(tx, id)
  if (await isVoidApproved(tx, id)) refuse('withdrawalVoidProposed')
  const asked = { id: newUuid(), withdrawalId: id, why }
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('withdrawalVoid')
    .values({ ...asked, proposedBy: operatorId, proposedAt: await systemNow(tx) })
    .onConflict(one =>
      one
        .column('withdrawalId')
        .where('droppedAt', 'is', null)
        .where('approvedAt', 'is', null)
        .doNothing(),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n ? asked.id : refuse('withdrawalVoidProposed')
}

/**
 * Approves a request by a second person: the next run has the signer void it, and gives it back
 * once the signer has confirmed that it never signed anything for it. Throws `notFound`, `stale`,
 * `secondPersonNeeded` and `withdrawalNotRefused`.
 */
export async function approveVoid(
  tx: Tx,
  { id, operatorId }: { id: string; operatorId: string },
): Promise<void> {
  const asked = await lockOpen(tx, id)
  if (asked.proposedBy === operatorId) refuse('secondPersonNeeded')
  await lockRefused(tx, asked.withdrawalId)
  await tx
    .updateTable('withdrawalVoid')
    .set({ approvedBy: operatorId, approvedAt: await systemNow(tx) })
    .where('id', '=', id)
    .execute()
}

/** The signer is still asked for the order; another request can be made. */
export async function dropVoid(tx: Tx, id: string): Promise<void> {
  await lockOpen(tx, id)
  await tx
    .updateTable('withdrawalVoid')
    .set({ droppedAt: await systemNow(tx) })
    .where('id', '=', id)
    .execute()
}

/** Requests with their withdrawals. */
export async function voidsById(
  reader: Database | Tx,
  ids: readonly string[],
): Promise<ShownVoid[]> {
  const { rows } = await sql<
    Row &
      Pick<WithdrawalRow, 'amount' | 'state'> & {
        refused: string | null
        refusedSince: Date | null
      }
  >`
    select asked.*, withdrawal.amount, withdrawal.state, payout.refused, payout.refused_since
    from withdrawal_void asked join withdrawal on withdrawal.id = asked.withdrawal_id
      join withdrawal_payout payout on payout.withdrawal_id = withdrawal.id
    where asked.id = any(${ids}::uuid[])`.execute(reader)
  return rows.map(({ id, withdrawalId: of, amount, why, ...row }) => ({
    id,
    withdrawalId: withdrawalId(of),
    amount: formatAmount(amount),
    why,
    cause: row.state === 'handed' ? (lastingRefusalOf(row)?.cause ?? null) : null,
  }))
}

/** A withdrawal that the signer refuses for a cause that only people remedy, locked. */
async function lockRefused(tx: Tx, id: string): Promise<void> {
  const row = await lockWithdrawal(tx, id)
  if (!row) return refuse('notFound')
  const [payout] = await payoutsOf(tx, [id])
  if (row.state !== 'handed' || !payout || lastingRefusalOf(payout) === null)
    refuse('withdrawalNotRefused')
}

async function lockOpen(tx: Tx, id: string): Promise<Row> {
  const asked = await tx
    .selectFrom('withdrawalVoid')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!asked) return refuse('notFound')
  return asked.approvedAt === null && asked.droppedAt === null ? asked : refuse('stale')
}
