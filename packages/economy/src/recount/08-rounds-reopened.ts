import type { NodeChange } from '../settlement/06-dynamic-pay/dynamic-outcome.ts'
import type { Reopening } from '../settlement/08-rounds-reopened/reopening.ts'
import type { SettlementResult } from '../settlement/result.ts'
import type { RecountInput } from './input.ts'

/**
 * Recomputes the rounds that step 8 reopens: walks the issued orders beside the orders that answer
 * a prompt, which are in the same order, and looks up the nodes' pay among the changes, which are
 * in node order.
 */
export function reopenAgain(
  { period, parameters: rules, reinvestments = [], dynamics: { nodes } }: RecountInput,
  { fills, dynamics }: Pick<SettlementResult, 'fills' | 'dynamics'>,
): Reopening[] {
  if (rules.reopenByReinvest !== 1) return []
  const quarter = `${period.slice(0, 4)}Q${quarterOf(period)}`
  const opened = new Map<number, string>()
  let next = 0
  for (const { id, filled } of fills) {
    const asked = reinvestments[next]
    if (asked?.orderId !== id) continue
    next++
    const isEnough = filled > 0n && filled >= BigInt(rules.reopenMinimumUsdt)
    if (asked.round !== quarter || !isEnough) continue
    const paid = changeOf(dynamics.changes, asked.node)?.paidInRound
    const isClosed = (paid ?? nodes.paidInRound[asked.node] ?? 0n) >= BigInt(rules.roundCapUsdt)
    if (isClosed && !opened.has(asked.node)) opened.set(asked.node, id)
  }
  return [...opened].map(([node, orderId]) => ({ orderId, node }))
}

/** Three months each, the first one from January. */
const quarterOf = (period: string): number => Math.floor((Number(period.split('-')[1]) - 1) / 3) + 1

/** Binary search. */
function changeOf(changes: readonly NodeChange[], node: number): NodeChange | undefined {
  let [from, to] = [0, changes.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((changes[middle]?.node ?? node) < node) from = middle + 1
    else to = middle
  }
  return changes[from]?.node === node ? changes[from] : undefined
}
