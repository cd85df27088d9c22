import { formatAmount } from '@banyan/domain'
import { isTakenBackFree, redeemsAt, undoableUntil, undoFill } from '@banyan/economy'
import { type Ledger, memberAccount } from '../ledger/index.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { houseNow } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import { refuse } from '../platform/refused.ts'
import type { LimitNeighbours } from './limits.ts'
import { tell } from './orders.ts'
import { undoId, type WireSubscription } from './present.ts'
import { enterRound, findSubscription, lockMember } from './store.ts'
import * as store from './undo-store.ts'

/** A member's first fill and what became of its undo. */
export interface UndoStanding {
  first: store.FirstFill
  undo: store.UndoRow | null
}

/** What a member's page says about the undo; null before there is a first fill. */
export async function undoStandingOf(
  database: Database | Tx,
  memberId: string,
): Promise<UndoStanding | null> {
  const first = await store.firstFillOf(database, memberId)
  if (!first) return null
  return { first, undo: (await store.undoOf(database, memberId)) ?? null }
}

/** May the first fill still be undone? Asked for within 24 hours of its issue, and once. */
export const isUndoOffered = ({ first, undo }: UndoStanding, now: Date): boolean =>
  undo === null && now < undoableUntil(first.issuedAt)

/**
 * Holds all the coins of the first fill until the next run takes them back. Rule book 2.3 (2).
 * Refuses `notFound` for another's order, `undoNotOffered`, and `insufficientBalance` when the coins
 * are not available any more; `keyReused` for a key that was forgotten.
 */
export async function requestUndo(
  { ledger, parameters }: Pick<LimitNeighbours, 'ledger' | 'parameters'>,
  tx: Tx,
  asked: { memberId: string; subscriptionId: string; key: string },
): Promise<void> {
  const { memberId, subscriptionId, key } = asked
  await lockMember(tx, memberId)
  await enterRound(tx)
  const now = await houseNow(tx)
  const standing = await undoStandingOf(tx, memberId)
  if (!(await findSubscription(tx, memberId, subscriptionId))) return refuse('notFound')
  if (standing?.first.subscriptionId !== subscriptionId || !isUndoOffered(standing, now))
    return refuse('undoNotOffered')
  if (await store.undoKeyIsUsed(tx, memberId, key)) refuse('keyReused')
  const { quantity, fill } = standing.first
  const id = newUuid()
  const epoch = await ledger.epoch(tx)
  const holdId = await ledger.hold(tx, {
    ...{ account: memberAccount(memberId, 'LEAF'), amount: quantity, epoch },
    ...{ kind: 'undo', reference: undoId(id) },
  })
  await store.insertUndo(tx, {
    ...{ id, subscriptionId, memberId, quantity, epoch, fill, holdId },
    ...{ state: 'queued', askedAt: now, idempotencyKey: key },
    ruleVersion: (await parameters(tx)).version,
  })
  await tell(tx, [{ id: subscriptionId, memberId }])
}

/**
 * Keeps the first fill after all. Refuses `notFound` where none was asked for, and `undoSettling`
 * from the cut-off on.
 */
export async function cancelUndo(
  ledger: Ledger,
  tx: Tx,
  memberId: string,
  subscriptionId: string,
): Promise<void> {
  const undo = await store.lockUndo(tx, memberId)
  if (undo?.subscriptionId !== subscriptionId) return refuse('notFound')
  const now = await houseNow(tx)
  if (!isTakenBackFree(undo, now)) return refuse('undoSettling')
  await ledger.voidHold(tx, undo.holdId)
  await store.saveCancelled(tx, undo, now)
  await tell(tx, [{ id: subscriptionId, memberId }])
}

/** The undo of one order as its owner sees it; null where there is nothing to undo. */
export function presentUndo(
  subscriptionId: string,
  standing: UndoStanding | null,
  { now, exitPrice }: { now: Date; exitPrice: bigint },
): WireSubscription['undo'] {
  if (standing?.first.subscriptionId !== subscriptionId) return null
  const { first, undo } = standing
  if (undo === null && !isUndoOffered(standing, now)) return null
  const estimate = undoFill(first.quantity, first.fill, exitPrice)
  return {
    // One that was taken back is not read here: it may be asked for again.
    status: undo === null ? 'offered' : undo.state,
    until: undoableUntil(first.issuedAt).toISOString(),
    quantity: formatAmount(undo?.shownQuantity ?? first.quantity),
    estimate: undo?.state === 'done' ? null : formatAmount(estimate),
    paid: undo?.pay === null || undo === null ? null : formatAmount(undo.pay),
    dealsAt: undo === null ? null : redeemsAt(undo).toISOString(),
    cancellable: undo !== null && isTakenBackFree(undo, now),
    ruleVersion: undo?.dealVersion ?? undo?.ruleVersion ?? null,
  }
}
