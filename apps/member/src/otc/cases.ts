import type { DisputeState, DisputeView } from '@banyan/domain'
import type { FlowState } from '@banyan/ui'

type Flow = readonly [FlowState, FlowState, FlowState, FlowState]

/** Which of the four steps (opened, answered, judged, ruled) a case is at, once nobody's answer is awaited. */
const judged: Flow = ['done', 'done', 'now', 'later']
const over: Flow = ['done', 'done', 'done', 'done']
const steps: Readonly<Record<DisputeState, Flow>> = {
  opened: judged,
  taken: judged,
  first_opinion: judged,
  disagreed: judged,
  ruled: ['done', 'done', 'done', 'now'],
  review_opened: judged,
  review_taken: judged,
  review_opinion: judged,
  review_disagreed: judged,
  executed: over,
  withdrawn: ['done', 'stopped', 'later', 'later'],
  settled: over,
  verified: over,
}

/** Until when each side is still asked to answer; null when it is not, or has missed its time. */
export function repliesOf({ closedAt, replyBy, missedReply }: Replies) {
  const due = (side: 'buyer' | 'seller') =>
    closedAt === null && !missedReply[side] ? replyBy[side] : null
  return { buyer: due('buyer'), seller: due('seller') }
}
type Replies = Pick<DisputeView, 'closedAt' | 'replyBy' | 'missedReply'>

/** The drawing state of the four steps of a case. */
export function caseSteps(dispute: Replies & Pick<DisputeView, 'state'>): Flow {
  const { buyer, seller } = repliesOf(dispute)
  return buyer || seller ? ['done', 'waiting', 'later', 'later'] : steps[dispute.state]
}

/** The purpose of a text form: an appeal, an answer in the case, or the request for its review. */
export type Wording = 'appeal' | 'answer' | 'review'

interface Moves {
  moves: readonly string[]
  dispute: { moves: readonly string[] } | null
}

/**
 * The possible submission, the requested one first; null when there is none. An appeal against a
 * case of the other side is its counter-claim: for its writer, both are an appeal.
 */
export function wordingOf({ moves, dispute }: Moves, asked: Wording | null): Wording | null {
  const ofCase = dispute?.moves ?? []
  const can: Record<Wording, boolean> = {
    appeal: moves.some(
      move => move === 'appeal' || move === 'appealClosed' || move === 'counterClaim',
    ),
    answer: ofCase.includes('state'),
    review: ofCase.includes('askReview'),
  }
  if (asked !== null) return can[asked] ? asked : null
  return (['appeal', 'answer', 'review'] as const).find(one => can[one]) ?? null
}
