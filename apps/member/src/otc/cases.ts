import type { DisputeState } from '@banyan/domain'
import type { Tone } from '@banyan/ui'

/** How a state of a case looks. What it is called and what it means stands in `dispute-texts.ts`. */
export const caseLooks = {
  opened: { tone: 'warn' },
  taken: { tone: 'warn' },
  first_opinion: { tone: 'warn' },
  disagreed: { tone: 'warn' },
  ruled: { tone: 'accent' },
  review_opened: { tone: 'warn' },
  review_taken: { tone: 'warn' },
  review_opinion: { tone: 'warn' },
  review_disagreed: { tone: 'warn' },
  executed: { tone: 'ok' },
  withdrawn: { tone: 'neutral' },
  settled: { tone: 'ok' },
  verified: { tone: 'ok' },
} as const satisfies Record<DisputeState, { tone: Tone }>

/** What a page of words is for: an appeal, an answer in the case, or the request for its review. */
export type Wording = 'appeal' | 'answer' | 'review'

interface Moves {
  moves: readonly string[]
  dispute: { moves: readonly string[] } | null
}

/**
 * What can be handed in now, the asked for first; null when nothing can. An appeal against a case
 * of the other side is its counter-claim: for the one who writes, both are an appeal.
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
