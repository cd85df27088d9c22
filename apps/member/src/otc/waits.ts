import type { TradeView } from '@banyan/domain'
import { viewerOf } from './stages.ts'

/** What an open trade waits for from the viewer. */
export type Wait = 'pay' | 'release' | 'cancel' | 'reply'

type Facts = Pick<TradeView, 'side' | 'state' | 'moves' | 'cancel'> & {
  dispute: Pick<
    NonNullable<TradeView['dispute']>,
    'question' | 'replyBy' | 'missedReply' | 'moves'
  > | null
}

/** What a trade waits for from the viewer; null while it waits for the other side, for a person or for time. */
export function waitOf({ side, state, moves, cancel, dispute }: Facts): Wait | null {
  const me = viewerOf({ side })
  if (dispute?.moves.includes('state')) {
    const isAsked = dispute.question?.to === me
    const isDue = dispute.replyBy[me] !== null && !dispute.missedReply[me]
    if (isAsked || isDue) return 'reply'
  }
  if (cancel && !cancel.agreed && cancel.proposedBy !== me && moves.includes('acceptCancel'))
    return 'cancel'
  if (side === 'buy') return state === 'unpaid' || state === 'payment_grace' ? 'pay' : null
  return state === 'paid' || state === 'release_timeout' ? 'release' : null
}

type Dated = Facts & Pick<TradeView, 'deadline'>

/** Those that wait for the viewer first, each group by its deadline, the nearest first. */
export function byUrgency<T extends Dated>(trades: readonly T[]): T[] {
  const rank = (trade: T) => (waitOf(trade) === null ? 1 : 0)
  const due = ({ deadline }: T) => (deadline ? Date.parse(deadline) : Number.POSITIVE_INFINITY)
  return [...trades].sort((a, b) => rank(a) - rank(b) || compare(due(a), due(b)))
}

const compare = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1)

/** How many of them wait for the viewer. */
export const waitingCount = (trades: readonly Facts[]): number =>
  trades.filter(trade => waitOf(trade) !== null).length
