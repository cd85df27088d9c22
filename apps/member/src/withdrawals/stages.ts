import type { AnswerOf, getWithdrawal } from '@banyan/domain'
import type { FlowState } from '@banyan/ui'

export type Order = AnswerOf<typeof getWithdrawal>

/** The way of a withdrawal that is paid. */
const path = ['requested', 'reviewed', 'released', 'sent', 'done'] as const
export type PathStage = (typeof path)[number]

/** Stages that continue by themselves; all others need a person or a time. */
export const goesOn: ReadonlySet<string> = new Set<string>([
  'check',
  'payout',
  'chain',
  'confirmations',
])

/** Each stage: its state, and when the order reached it. An order that ended unpaid has none after its end. */
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
