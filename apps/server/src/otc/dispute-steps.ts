import {
  type DisputeActor,
  type DisputeEvent,
  decideDisputeMove,
  disputeMachine,
  otherParty,
  type Party,
} from '@banyan/domain'
import type { Tx } from '../platform/database/connect.ts'
import { newOrderNumber, newUuid } from '../platform/ids.ts'
import { inPlatformZone } from '../platform/platform-time.ts'
import { refuse } from '../platform/refused.ts'
import type { OtcDeps } from './context.ts'
import {
  type DisputeChange,
  type DisputeRow,
  disputeFacts,
  insertDispute,
  saveDispute,
} from './dispute-store.ts'
import { termsInForce } from './terms.ts'

export const replyBy = (side: Party, until: Date | null): DisputeChange =>
  side === 'buyer' ? { buyerReplyBy: until } : { sellerReplyBy: until }

/** The end of the reply time of a side that is asked now. */
export async function replyWindow(tx: Tx, context: OtcDeps, now: Date): Promise<Date> {
  const { replyWindowMs } = await termsInForce(context, tx)
  return new Date(now.getTime() + replyWindowMs)
}

/** Opens a case; the other side is asked to answer. The actor `house` opens it for the buyer. */
export async function openDispute(
  tx: Tx,
  context: OtcDeps,
  { tradeId, now }: { tradeId: string; now: Date },
  openedBy: Party | 'house',
): Promise<DisputeRow> {
  const other = otherParty(openedBy === 'house' ? 'buyer' : openedBy)
  const until = await replyWindow(tx, context, now)
  return insertDispute(tx, {
    id: newUuid(now.getTime()),
    caseNumber: newOrderNumber('C', now),
    tradeId,
    openedBy,
    openedAt: now,
    buyerReplyBy: other === 'buyer' ? until : null,
    sellerReplyBy: other === 'seller' ? until : null,
  })
}

export interface DisputeHappening {
  event: DisputeEvent
  actor: DisputeActor
  operatorId?: string
  change?: DisputeChange
}

/**
 * Moves a case by its machine. Returns null when the machine does not allow the step. The caller
 * has locked the case.
 */
export async function tryDisputeStep(
  tx: Tx,
  dispute: DisputeRow,
  now: Date,
  { event, actor, operatorId, change = {} }: DisputeHappening,
): Promise<DisputeRow | null> {
  const facts = await disputeFacts(tx, dispute)
  const step = decideDisputeMove(facts, event, actor, now, operatorId ?? null)
  if (!step) return null
  const ends = disputeMachine.isFinal(step.to)
  return saveDispute(
    tx,
    dispute,
    {
      ...change,
      state: step.to,
      ...(ends ? { closedAt: now, buyerReplyBy: null, sellerReplyBy: null } : {}),
    },
    { event, actor, operatorId: operatorId ?? null, at: now },
  )
}

/** As `tryDisputeStep`; refuses what the machine does not allow. */
export async function disputeStep(
  tx: Tx,
  dispute: DisputeRow,
  now: Date,
  happening: DisputeHappening,
): Promise<DisputeRow> {
  const moved = await tryDisputeStep(tx, dispute, now, happening)
  if (moved) return moved
  if (happening.actor === 'arbitrator' || happening.actor === 'administrator')
    return refuse('caseMoveNotAllowed')
  if (happening.event === 'askReview') return refuse('reviewNotPossible')
  if (dispute.state === 'ruled' && dispute.reviewDeadline)
    return refuse('caseRuled', { until: inPlatformZone(dispute.reviewDeadline) })
  return refuse('disputeMoveNotAllowed')
}
