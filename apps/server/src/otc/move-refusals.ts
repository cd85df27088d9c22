import {
  type MoveRefusal,
  type TradeActor,
  type TradeEvent,
  tradeMachine,
  tradeStates,
  tradeStatusOf,
} from '@banyan/domain'
import { inPlatformZone } from '../platform/platform-time.ts'
import { refuse } from '../platform/refused.ts'
import { otcRules } from './terms.ts'
import { lateAppealUntil, type TradeRow } from './trade-store.ts'

const DAY_MS = 86_400_000
const days = otcRules.lateAppealMs / DAY_MS
const shown = (at: Date | null): string => (at ? inPlatformZone(at) : '–')

/**
 * Refuses a move of a trade and names the reason: what it waits for, what it is too late for, who
 * has to answer first, or the trade's state and the moves that are possible there.
 * `tradeMoveNotAllowed` is only for moves that a party never makes.
 */
export function refuseMove(
  trade: TradeRow,
  event: TradeEvent,
  actor: TradeActor,
  { refused, deadline }: { refused: MoveRefusal; deadline?: Date },
): never {
  // Paying too late has a sentence of its own: the buyer must know not to send money now.
  if (event === 'pay' && actor === 'buyer' && trade.paidAt === null)
    refuse('paymentWindowOver', {
      until: shown(trade.paymentDeadline),
      grace: shown(trade.graceDeadline),
      days,
    })
  if (refused === 'tooLate' && deadline) refuseLate(event, deadline)
  if (refused === 'tooEarly' && event === 'appeal' && deadline && trade.paidAt)
    refuse('appealTooEarly', {
      // As this trade fixed it: a later version or an outage changes the length.
      minutes: Math.ceil((deadline.getTime() - trade.paidAt.getTime()) / 60_000),
      at: inPlatformZone(deadline),
    })
  if (refused === 'guard') refuseGuard(trade, event, actor)
  return refuseInThisState(trade, event, actor)
}

function refuseLate(event: TradeEvent, deadline: Date): void {
  const until = inPlatformZone(deadline)
  if (event === 'claimLate') refuse('lateClaimTooLate', { until, days })
  if (event === 'appealClosed') refuse('lateAppealOver', { until, days })
}

function refuseGuard(trade: TradeRow, event: TradeEvent, actor: TradeActor): void {
  if (event === 'withdrawAppeal') refuse('appealNotWithdrawable')
  if (event === 'appealClosed') refuse('lateAppealMade')
  if (event === 'counterClaim') refuse('counterClaimMade')
  if (!event.endsWith('Cancel')) return
  if (trade.cancelProposedBy === null) refuse('cancelNoProposal')
  if (trade.cancelAgreed) refuse('cancelWaitsForBuyer')
  refuse(
    event === 'confirmCancel' || trade.cancelProposedBy === actor
      ? 'cancelWaitsForOther'
      : 'cancelProposedAlready',
  )
}

/** The trade is in another state than this move needs, or the move is the other side's. */
function refuseInThisState(trade: TradeRow, event: TradeEvent, actor: TradeActor): never {
  const { state } = trade
  const isEver = tradeStates.some(one => tradeMachine.step(one, event, actor))
  if (!isEver) return refuse('tradeMoveNotAllowed')
  if (state === 'unpaid') return refuse('tradeNotPaidYet', { until: shown(trade.paymentDeadline) })
  if (state === 'payment_grace')
    return refuse('tradeInGrace', { until: shown(trade.graceDeadline) })
  if (state === 'paid') return refuse('tradePaidAlready', { appealFrom: shown(trade.appealFrom) })
  if (state === 'release_timeout') return refuse('tradeReleaseOverdue')
  if (tradeStatusOf[state] === 'in_arbitration') return refuse('tradeInArbitration')
  const at = shown(trade.closedAt)
  if (state !== 'payment_timeout') return refuse('tradeEnded', { at })
  return refuse('tradeClosed', { at, until: shown(lateAppealUntil(trade)) })
}
