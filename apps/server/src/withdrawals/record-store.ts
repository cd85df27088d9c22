import type { WithdrawalState } from '@banyan/domain'
import type { Insertable, Selectable } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { WithdrawalDecision, WithdrawalPayout, WithdrawalStep } from './generated.ts'

/*
 * The records of a withdrawal beside its own row: when it came to each state, the decisions on it,
 * and its payout.
 */

export type StepRow = Omit<Selectable<WithdrawalStep>, 'state'> & { state: WithdrawalState }
export type DecisionRow = Omit<Selectable<WithdrawalDecision>, 'decision' | 'role'> & {
  decision: 'review' | 'release' | 'automatic' | 'refuse'
  role: 'reviewer' | 'treasurer' | null
}
export type PayoutRow = Selectable<WithdrawalPayout>

type Reader = Database | Tx

/**
 * Stores that a withdrawal came to a state. The caller must have locked or just inserted its row.
 */
export async function insertStep(
  tx: Tx,
  step: { withdrawalId: string; state: WithdrawalState; at: Date },
): Promise<void> {
  await tx
    .insertInto('withdrawalStep')
    .values(eb => ({
      ...step,
      place: eb
        .selectFrom('withdrawalStep')
        .select(({ fn, val }) => fn.coalesce(fn.count<number>('place'), val(0)).as('place'))
        .where('withdrawalId', '=', step.withdrawalId),
    }))
    .execute()
}

/** Steps of some withdrawals, each one's in order. */
export const stepsOf = async (reader: Reader, ids: readonly string[]): Promise<StepRow[]> =>
  ids.length === 0
    ? []
    : ((await reader
        .selectFrom('withdrawalStep')
        .selectAll()
        .where('withdrawalId', 'in', ids)
        .orderBy('withdrawalId')
        .orderBy('place')
        .execute()) as StepRow[])

/** Decisions on some withdrawals, each one's in order. */
export const decisionsOf = async (
  reader: Reader,
  ids: readonly string[],
): Promise<DecisionRow[]> =>
  ids.length === 0
    ? []
    : ((await reader
        .selectFrom('withdrawalDecision')
        .selectAll()
        .where('withdrawalId', 'in', ids)
        .orderBy('withdrawalId')
        .orderBy('at')
        .orderBy('id')
        .execute()) as DecisionRow[])

export async function insertDecision(tx: Tx, row: Insertable<WithdrawalDecision>): Promise<void> {
  await tx.insertInto('withdrawalDecision').values(row).execute()
}

/**
 * Marks approvals as overtaken: they were given for another amount than the one that arrives now.
 */
export async function overtakeApprovals(tx: Tx, withdrawalId: string, at: Date): Promise<void> {
  await tx
    .updateTable('withdrawalDecision')
    .set({ overtakenAt: at })
    .where('withdrawalId', '=', withdrawalId)
    .where('overtakenAt', 'is', null)
    .execute()
}

/** Payouts of some withdrawals. */
export const payoutsOf = async (reader: Reader, ids: readonly string[]): Promise<PayoutRow[]> =>
  ids.length === 0
    ? []
    : reader.selectFrom('withdrawalPayout').selectAll().where('withdrawalId', 'in', ids).execute()

/** Transactions that were signed for some withdrawals, each one's in the order of their signing. */
export const transactionsOf = async (
  reader: Reader,
  ids: readonly string[],
): Promise<{ withdrawalId: string; hash: string }[]> =>
  ids.length === 0
    ? []
    : reader
        .selectFrom('withdrawalTransaction')
        .select(['withdrawalId', 'hash'])
        .where('withdrawalId', 'in', ids)
        .orderBy('withdrawalId')
        .orderBy('place')
        .execute()
