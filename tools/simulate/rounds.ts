import {
  type Period,
  type Reinvestment,
  reopenedRoundOf,
  roundOf,
  type SettlementResult,
} from '@banyan/economy'
import { type Community, memberOf, type Node } from './community.ts'

/** An order of somebody whose round is closed answers that. */
export function cite({ rounds }: Community, orderId: string, memberId: string): void {
  const round = rounds.closed.get(memberId)
  if (round === undefined) return
  rounds.closed.delete(memberId)
  rounds.citing.set(orderId, round)
}

/** The orders of a run that answer a closed round, in their order. */
export const reinvestmentsOf = (c: Community): Reinvestment[] =>
  c.orders.flatMap(({ id: orderId, memberId }) => {
    const { node } = memberOf(c, memberId)
    const round = c.rounds.citing.get(orderId)
    return round === undefined || node === null ? [] : [{ orderId, node, round }]
  })

/** Nodes at the cap, and nodes with a reopened round; a run that fills takes every order. */
export function applyRounds(c: Community, period: Period, result: SettlementResult): void {
  const { closed, citing, reopened } = c.rounds
  for (const node of result.dynamics.eliminated) {
    const round = reopened.has(node) ? reopenedRoundOf(period) : roundOf(period)
    closed.set((c.members[(c.nodes[node] as Node).member] as { id: string }).id, round)
  }
  for (const { node } of result.reopened ?? []) {
    reopened.add(node)
    ;(c.nodes[node] as Node).paidInRound = 0n
  }
  for (const { id } of result.fills) citing.delete(id)
}

/** A quarter begins: every round does. */
export function beginRounds(c: Community): void {
  for (const node of c.nodes) node.paidInRound = 0n
  c.rounds.reopened.clear()
}
