import type { Usdt } from '@banyan/domain'
import type { Parameters } from '../parameters.ts'
import {
  type DynamicFacts,
  hasStanding,
  standing,
} from '../settlement/06-dynamic-pay/dynamic-facts.ts'
import type { NodeChange } from '../settlement/06-dynamic-pay/dynamic-outcome.ts'

/*
 * Network pay before edition 4: a run paid a member a limited amount for pairs, a node's carried
 * volume was cut at a cap on each side, and lapsed after a year without a login. Only runs of such
 * versions use this code. (The cap of a run's pairs is a line of `matchOf`.)
 */

/** Whether the volume that a node carries lapses before the run's volume arrives. */
export const lapses = ({ nodes, enabled }: DynamicFacts, node: number, p: Parameters): boolean =>
  p.balanceLapseDays !== undefined && enabled && hasStanding(nodes, node, standing.lapsed)

/** The change of a node with its balances cut at balanceCap after matching, and with what the cut and lapsing took. */
export function withForfeit(facts: DynamicFacts, change: NodeChange, p: Parameters): NodeChange {
  if (p.balanceCapUsdt === undefined) return change
  const cap = p.balanceCapUsdt
  const over = (balance: Usdt): Usdt => (balance > cap ? balance - cap : 0n)
  const [overflowLeft, overflowRight] = [over(change.left), over(change.right)]
  const { balancesLeft, balancesRight } = facts.nodes
  const isLapsed = lapses(facts, change.node, p)
  return {
    ...change,
    left: change.left - overflowLeft,
    right: change.right - overflowRight,
    overflowLeft,
    overflowRight,
    lapsedLeft: isLapsed ? (balancesLeft[change.node] as bigint) : 0n,
    lapsedRight: isLapsed ? (balancesRight[change.node] as bigint) : 0n,
  }
}

/** Whether anything was taken from the node. */
export const isForfeit = ({
  overflowLeft = 0n,
  overflowRight = 0n,
  lapsedLeft = 0n,
  lapsedRight = 0n,
}: NodeChange): boolean => overflowLeft + overflowRight + lapsedLeft + lapsedRight > 0n
