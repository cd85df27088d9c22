import {
  type WithdrawalActor,
  type WithdrawalEvent,
  type WithdrawalState,
  withdrawalMachine,
} from '@banyan/domain'
import type { Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { announce } from '../platform/outbox/announce.ts'
import { forgetUnused } from './address-store.ts'
import { withdrawalId } from './present.ts'
import { insertStep } from './record-store.ts'
import * as store from './store.ts'

/** An event of a withdrawal, and who caused it. */
export interface Happening {
  event: WithdrawalEvent
  actor: WithdrawalActor
  /** Why it ends, if it does. */
  reason?: store.EndReason
}

/** The state that an event leads to, or null when it is not allowed. */
export const stepOf = (row: { state: WithdrawalState }, { event, actor }: Happening) =>
  withdrawalMachine.step(row.state, event, actor)

/**
 * Stores a step that the caller has carried out, with the row locked, and announces it to the
 * member. The caller posts the money of the step.
 * @throws Error for a step that the machine does not have: the caller must check `stepOf` before.
 */
export async function takeStep(
  tx: Tx,
  row: store.WithdrawalRow,
  happening: Happening,
): Promise<store.WithdrawalRow> {
  const step = stepOf(row, happening)
  if (!step) throw new Error(`withdrawal ${row.id} is ${row.state}: no ${happening.event}`)
  const at = await systemNow(tx)
  const ended = withdrawalMachine.isFinal(step.to)
  const moved = await store.saveState(tx, row.id, {
    state: step.to,
    ...(ended && { reason: happening.reason ?? null, closedAt: at }),
  })
  await insertStep(tx, { withdrawalId: row.id, state: step.to, at })
  const { memberId, address } = row
  if (step.money === 'freed') await forgetUnused(tx, { memberId, address, now: at })
  await notifyMember(tx, moved)
  return moved
}

/**
 * Notifies the member that a withdrawal of theirs and their balance have changed, and operators
 * that what waits and what was paid out has.
 */
export async function notifyMember(tx: Tx, { id, memberId }: store.WithdrawalRow): Promise<void> {
  await announce(tx, [
    { memberId, topic: 'withdrawals', subject: withdrawalId(id) },
    { memberId, topic: 'wallets', subject: null },
    { memberId: null, topic: 'payouts', subject: null },
  ])
}
