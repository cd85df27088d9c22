import type { AnswerOf, getWithdrawal } from '@banyan/domain'
import type { FlowState } from '@banyan/ui'

export type Order = AnswerOf<typeof getWithdrawal>

/** The way of a withdrawal that is paid. */
const path = ['requested', 'reviewed', 'released', 'sent', 'done'] as const
export type PathStage = (typeof path)[number]

/** What goes on by itself; everything else that is waited for needs a person or a time. */
export const goesOn: ReadonlySet<string> = new Set<string>([
  'check',
  'payout',
  'chain',
  'confirmations',
])

/** Each stage of the way: where it is, and when the order came to it. What has ended unpaid has none behind its end. */
export function stagesOf(
  order: Pick<Order, 'stage' | 'steps' | 'waits'>,
): { stage: PathStage; state: FlowState; at: string | null }[] {
  const times = new Map<string, string>(order.steps.map(({ stage, at }) => [stage, at]))
  const here = path.indexOf(order.stage as PathStage)
  const isStopped = here === -1
  const reached = isStopped ? path.findLastIndex(stage => times.has(stage)) : here
  const next = isStopped ? 'stopped' : goesOn.has(order.waits?.for ?? 'payout') ? 'now' : 'waiting'
  const way = isStopped ? path.slice(0, reached + 2) : path
  return way.map((stage, place) => ({
    stage,
    state: place <= reached ? 'done' : place === reached + 1 ? next : 'later',
    at: times.get(stage) ?? null,
  }))
}
