import {
  type AwaitedParty,
  MATTERS_SHOWN,
  type Party,
  type ServiceMatter,
  type TradeState,
  type TradeView,
} from '@banyan/domain'
import type { OpenRecharge, OpenWithdrawal } from './context.ts'

/** A member's open matters, as their own modules read them. */
export interface UnderWay {
  trades: readonly TradeView[]
  recharges: readonly OpenRecharge[]
  withdrawals: readonly OpenWithdrawal[]
}

/**
 * The matters of a member that an automatic answer lists: cases and trades first, because they have
 * deadlines.
 */
export const mattersOf = ({ trades, recharges, withdrawals }: UnderWay): ServiceMatter[] =>
  [
    ...trades.filter(trade => trade.dispute !== null).map(ofTrade),
    ...trades.filter(trade => trade.dispute === null).map(ofTrade),
    ...recharges.map(one => ({ kind: 'recharge' as const, ...one })),
    ...withdrawals.map(one => ({ kind: 'withdrawal' as const, ...one })),
  ].slice(0, MATTERS_SHOWN)

function ofTrade(trade: TradeView): ServiceMatter {
  const { id, matchingId, side, stage, state, deadline, dispute } = trade
  if (dispute === null || dispute.closedAt !== null) {
    const awaited: AwaitedParty = awaitedOf(state) === partyOf(side) ? 'me' : 'other'
    return { kind: 'trade', id, matchingId, side, stage, state, awaited, deadline }
  }
  return {
    kind: 'case',
    tradeId: id,
    caseNumber: dispute.caseNumber,
    side,
    stage,
    ...awaitedInCase(dispute, partyOf(side)),
  }
}

const partyOf = (side: 'buy' | 'sell'): Party => (side === 'buy' ? 'buyer' : 'seller')

/** The side that a trade without a case waits for: first the payment, then the release. */
const awaitedOf = (state: TradeState): Party =>
  state === 'unpaid' || state === 'payment_grace' ? 'buyer' : 'seller'

function awaitedInCase(
  { queue, replyBy, moves, reviewDeadline }: NonNullable<TradeView['dispute']>,
  me: Party,
): { awaited: AwaitedParty; deadline: string | null } {
  if (queue === null)
    return { awaited: moves.length > 0 ? 'me' : 'other', deadline: reviewDeadline }
  if (queue.awaited === 'administrator') return { awaited: 'administrator', deadline: null }
  if (queue.awaited !== 'reply') return { awaited: 'arbitrator', deadline: queue.appointFrom }
  const other: Party = me === 'buyer' ? 'seller' : 'buyer'
  return replyBy[me] === null
    ? { awaited: 'other', deadline: replyBy[other] }
    : { awaited: 'me', deadline: replyBy[me] }
}
