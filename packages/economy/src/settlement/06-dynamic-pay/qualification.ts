import type { Usdt } from '@banyan/domain'
import { cutoffOf, type Period, periodAt, periodBefore } from '../../calendar.ts'
import { type Parameters, parametersV1 } from '../../parameters.ts'
import { type DynamicNodes, hasStanding, standing } from './dynamic-facts.ts'

/**
 * The facts that make a member effective. Fees are own OTC and exchange fees of deals with
 * counterparties outside the own inviter line.
 */
export interface EffectiveFacts {
  readonly sound: boolean
  /** Of deals completed in the 30 × 24 h before the cut-off, micro-USDT. */
  readonly fees: Usdt
}

/**
 * Whether a member is effective: e-mail bound, not frozen, and fees of at least 0.50 USDT.
 * Subscriptions do not count. Rule book 2.9.
 */
export const isEffective = (facts: EffectiveFacts, p: Parameters = parametersV1): boolean =>
  facts.sound && facts.fees >= p.effectiveFeesUsdt

/** The first periods whose fees count towards the effective status in a run. */
export interface CountedFrom {
  /** Trades that were finished in a period count in its own run, and in the 29 after it. */
  readonly trades: Period
  /** Exchanges are executed after their run's cut-off, so they count from the next run on, in 30. */
  readonly exchanges: Period
}

/** Cut-offs are a day apart, so the 30 × 24 h before one are whole periods. Rule book 2.9. */
export function countedFrom(period: Period, p: Parameters = parametersV1): CountedFrom {
  let trades = period
  for (let day = 1; day < p.effectiveWindowMs / 86_400_000; day++) trades = periodBefore(trades)
  return { trades, exchanges: periodBefore(trades) }
}

/** Nodes whose members are effective, as a mask. `fees`: those of this run by node, added to those of earlier runs. */
export function effectiveMask(
  nodes: DynamicNodes,
  fees: ReadonlyMap<number, Usdt>,
  p: Parameters = parametersV1,
): Uint8Array {
  const mask = new Uint8Array(nodes.parents.length)
  for (let node = 0; node < mask.length; node++) {
    const sound = hasStanding(nodes, node, standing.sound)
    // Checked first: most members of a large tree trade nothing in a month.
    if (!sound) continue
    const counted = (nodes.countedFees[node] as bigint) + (fees.get(node) ?? 0n)
    if (isEffective({ sound, fees: counted }, p)) mask[node] = 1
  }
  return mask
}

/** Whether a node may be paid for its invitees' fees. Insiders never are. Rule book 2.7, 2.9. */
export const paidForInvitees = (nodes: DynamicNodes, node: number): boolean =>
  hasStanding(nodes, node, standing.distributed) && !hasStanding(nodes, node, standing.insider)

/**
 * Returns a mask of the nodes that match in this run: those that may be paid for invitees and have
 * an effective direct invitee in each region; and insiders, always. Invitees are placed at the end
 * of their inviter's own outer line, and every node of the outer-left line is a left child. So the
 * side of an invitee under its parent is the inviter's region that contains it, and no line must be
 * walked. Rule book 2.9.
 */
export function matchingMask(nodes: DynamicNodes, effective: Uint8Array): Uint8Array {
  const regions = new Uint8Array(effective.length)
  for (let node = 1; node < effective.length; node++) {
    const inviter = nodes.inviters[node] as number
    if (effective[node] === 0 || inviter < 0) continue
    regions[inviter] = (regions[inviter] as number) | (nodes.sides[node] === 0 ? 1 : 2)
  }
  return regions.map((both, node) =>
    hasStanding(nodes, node, standing.insider) || (both === 3 && paidForInvitees(nodes, node))
      ? 1
      : 0,
  )
}

/** The conditions of a distributed member, in the order in which the page shows them. Rule book 2.9. */
export const distributedConditions = [
  'accountAge',
  'email',
  'paymentPassword',
  'quiz',
  'conduct',
] as const
export type DistributedCondition = (typeof distributedConditions)[number]

/** The known facts of a member who wants to become a distributed member. */
export interface DistributedFacts {
  readonly joinedAt: Date
  readonly emailBound: boolean
  readonly paymentPasswordSet: boolean
  readonly quizPassed: boolean
  /** The version of the conduct code in force is signed. */
  readonly conductSigned: boolean
}

/** Returns for each condition whether it is met. None of them costs anything (L3). Rule book 2.9. */
export function conditionsMet(
  facts: DistributedFacts,
  now: Date,
  p: Parameters = parametersV1,
): Record<DistributedCondition, boolean> {
  return {
    accountAge: now >= oldEnoughAt(facts.joinedAt, p),
    email: facts.emailBound,
    paymentPassword: facts.paymentPasswordSet,
    quiz: facts.quizPassed,
    conduct: facts.conductSigned,
  }
}

/** Returns when an account is old enough for a distributed member. Rule book 2.9. */
export const oldEnoughAt = (joinedAt: Date, p: Parameters = parametersV1): Date =>
  new Date(joinedAt.getTime() + p.distributedAccountDays * 86_400_000)

/**
 * Returns when the quiz may be tried next: now, or the next day after two failed attempts on one
 * day of the platform. Rule book 2.9.
 */
export function quizOpensAt(fails: readonly Date[], now: Date, p: Parameters = parametersV1): Date {
  const today = periodAt(now, p)
  const failedToday = fails.filter(at => periodAt(at, p) === today).length
  return failedToday >= p.quizTries ? cutoffOf(today, p) : now
}
