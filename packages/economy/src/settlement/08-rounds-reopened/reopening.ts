import type { Usdt } from '@banyan/domain'
import type { Period } from '../../calendar.ts'
import type { Parameters } from '../../parameters.ts'
import { roundOf } from '../../rounds.ts'
import type { DynamicNodes } from '../06-dynamic-pay/dynamic-facts.ts'
import type { NodeChange } from '../06-dynamic-pay/dynamic-outcome.ts'
import type { Fill } from '../08-subscriptions/subscription.ts'

/** An order of a run that answers the prompt about its owner's closed round. */
export interface Reinvestment {
  readonly orderId: string
  /** The owner's node. */
  readonly node: number
  /** The round that the prompt is about. */
  readonly round: string
}

/** A round that an order has reopened. */
export type Reopening = Omit<Reinvestment, 'round'>

/** Results of the earlier steps. */
export interface ReopenMarks {
  /** Of step 8. */
  readonly fills: readonly Fill[]
  /** Of step 6. */
  readonly changes: readonly NodeChange[]
  readonly nodes: Pick<DynamicNodes, 'paidInRound'>
}

/** Whether the rules reopen a closed round for a re-investment. */
export const reopensRounds = ({ reopenByReinvest }: Parameters): boolean => reopenByReinvest === 1

/**
 * After step 8: a closed round is reopened as soon as a dynamic re-investment of at least the
 * minimum is issued, and the next step 6 counts it from zero, as on the first day of a quarter.
 * Only the quarter's first round can be reopened. The issued amount counts, not the requested one;
 * an order of which nothing is issued is no investment, whatever the minimum is. Rule book 2.7.
 */
export function reopenRounds(
  { period, reinvestments }: { period: Period; reinvestments: readonly Reinvestment[] },
  { fills, changes, nodes }: ReopenMarks,
  p: Parameters,
): Reopening[] {
  if (!reopensRounds(p)) return []
  const filled = new Map(fills.map(fill => [fill.id, fill.filled]))
  const paid = paidAfter(reinvestments, changes, nodes)
  const reopened: Reopening[] = []
  for (const { orderId, node, round } of reinvestments) {
    if (round !== roundOf(period) || (paid.get(node) ?? 0n) < p.roundCapUsdt) continue
    const issued = filled.get(orderId) ?? 0n
    if (issued === 0n || issued < p.reopenMinimumUsdt) continue
    paid.delete(node)
    reopened.push({ orderId, node })
  }
  return reopened
}

/** What the orders' nodes have been paid in their rounds, including this run's pay. */
function paidAfter(
  reinvestments: readonly Reinvestment[],
  changes: readonly NodeChange[],
  nodes: ReopenMarks['nodes'],
): Map<number, Usdt> {
  const paid = new Map(reinvestments.map(({ node }) => [node, nodes.paidInRound[node] as bigint]))
  for (const { node, paidInRound } of changes) if (paid.has(node)) paid.set(node, paidInRound)
  return paid
}
