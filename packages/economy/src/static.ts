import {
  floorDiv,
  type InvestmentKind,
  type Leaf,
  type Price,
  type PromptModule,
  type Usdt,
} from '@banyan/domain'
import { least } from './amounts.ts'
import { type Period, periodLater } from './calendar.ts'
import { type Parameters, parametersV1 } from './parameters.ts'
import { worth } from './price.ts'

/** An open position as it was frozen at a cut-off. */
export interface StaticPosition {
  readonly id: string
  readonly memberId: string
  /** Locked coins in the units of the run, micro-LEAF: its weight. */
  readonly quantity: Leaf
  /** What the coins were worth at the guide price at opening, micro-USDT; a split does not change it. */
  readonly openingValue: Usdt
  /** All static pay before this run, micro-USDT. */
  readonly paid: Usdt
  /** Settlements that it has shared in, this one counted. */
  readonly settlements: number
  /** Its owner asked before the cut-off that it be unlocked. */
  readonly unlockAsked: boolean
  /** The standing choice for a cycle's end: renew, or unlock. */
  readonly renews: boolean
}

/** A position that was asked for before the cut-off and opens in this run. */
export type AskedPosition = Pick<StaticPosition, 'id' | 'memberId' | 'quantity'>

/** What the static part of a run looks at, each list in the order of ids. */
export interface StaticFacts {
  readonly positions: readonly StaticPosition[]
  readonly asked: readonly AskedPosition[]
}

/** Why a position stops sharing for good: what it was paid reached its cap, or its term is over. */
export type EliminationReason = 'cap' | 'term'

/** What a run pays a position. */
export interface StaticPay {
  readonly positionId: string
  readonly memberId: string
  readonly weight: Leaf
  readonly amount: Usdt
  readonly paidAfter: Usdt
  readonly eliminated: EliminationReason | null
}

export interface StaticOutcome {
  /** D, what the pool offers in this run, micro-USDT. */
  readonly released: Usdt
  /** W, all weights, micro-LEAF. */
  readonly weight: Leaf
  /** One for each position, in the order given. */
  readonly pays: readonly StaticPay[]
  /** What stays in the pool: what was not released, what caps leave, what rounding leaves. */
  readonly left: Usdt
}

/** The most that a position is ever paid: floor6(1.5 × opening value), micro-USDT. Rule book 2.6. */
export const staticCap = (openingValue: Usdt, p: Parameters = parametersV1): Usdt =>
  floorDiv(openingValue * BigInt(p.staticCapBps), 10_000n)

/** Settlements after which a position is eliminated, whatever it was paid. Rule book 2.6. */
export const termSettlements = (p: Parameters = parametersV1): number =>
  p.termCycles * p.cycleSettlements

/**
 * Step 5: D = floor6(pool ÷ 30); pay = min(floor6(D × w ÷ W), cap − paid). A position that reaches
 * its cap or the end of its term is eliminated: it stops sharing and all its coins unlock. Rule book 2.6.
 */
export function payStatic(
  facts: { pool: Usdt; positions: readonly StaticPosition[] },
  p: Parameters = parametersV1,
): StaticOutcome {
  const released = floorDiv(facts.pool, p.staticReleaseDivisor)
  let weight = 0n
  for (const { quantity } of facts.positions) weight += quantity
  let left = facts.pool
  const pays = facts.positions.map(position => {
    const pay = payOf(position, released, weight, p)
    left -= pay.amount
    return pay
  })
  return { released, weight, pays, left }
}

function payOf(position: StaticPosition, released: Usdt, all: Leaf, p: Parameters): StaticPay {
  const { id: positionId, memberId, quantity: weight, openingValue, paid, settlements } = position
  const cap = staticCap(openingValue, p)
  // A version that lowers the cap takes nothing back: who is beyond it gets no more.
  const room = paid < cap ? cap - paid : 0n
  const amount = least(floorDiv(released * weight, all), room)
  const paidAfter = paid + amount
  const atTerm = settlements >= termSettlements(p) ? 'term' : null
  const eliminated = paidAfter >= cap ? 'cap' : atTerm
  return { positionId, memberId, weight, amount, paidAfter, eliminated }
}

/** What a run pays each member, micro-USDT: own positions added up, in the order in which members first occur; no zeros. */
export function staticCredits(pays: readonly StaticPay[]): { owner: string; amount: Usdt }[] {
  const sums = new Map<string, Usdt>()
  for (const { memberId, amount } of pays) {
    if (amount > 0n) sums.set(memberId, (sums.get(memberId) ?? 0n) + amount)
  }
  return [...sums].map(([owner, amount]) => ({ owner, amount }))
}

/** A position that begins: its cap is fixed by this value for ever. */
export interface OpenedPosition {
  readonly positionId: string
  readonly openingValue: Usdt
}

/** A position that ends by its owner's word: asked for, or the standing choice at a cycle's end. */
export interface UnlockedPosition {
  readonly positionId: string
  readonly memberId: string
  readonly reason: 'asked' | 'cycle'
}

/** What step 9 does, each list in the order given. */
export interface StaticTurn {
  readonly opened: readonly OpenedPosition[]
  /** Positions that begin another cycle. */
  readonly renewed: readonly string[]
  readonly unlocked: readonly UnlockedPosition[]
}

/**
 * Step 9: what was asked opens at the guide price of this run; what was asked to unlock is freed;
 * a cycle that ends renews or unlocks by the standing choice. Eliminated ones are free already. Rule book 2.6.
 */
export function turnPositions(
  facts: StaticFacts & { guidePrice: Price; eliminated: ReadonlySet<string> },
  p: Parameters = parametersV1,
): StaticTurn {
  const opened = facts.asked.map(({ id, quantity }) => ({
    positionId: id,
    openingValue: worth(quantity, facts.guidePrice),
  }))
  const renewed: string[] = []
  const unlocked: UnlockedPosition[] = []
  for (const position of facts.positions) {
    if (facts.eliminated.has(position.id)) continue
    const { id: positionId, memberId } = position
    if (position.unlockAsked) unlocked.push({ positionId, memberId, reason: 'asked' })
    else if (!endsCycle(position.settlements, p)) continue
    else if (position.renews) renewed.push(positionId)
    else unlocked.push({ positionId, memberId, reason: 'cycle' })
  }
  return { opened, renewed, unlocked }
}

/** Does a cycle end with this settlement of a position? */
export const endsCycle = (settlements: number, p: Parameters = parametersV1): boolean =>
  settlements > 0 && settlements % p.cycleSettlements === 0

/** The periods whose positions end a cycle in this one: a whole number of cycles ago, within the term. */
export const cyclesEndingIn = (period: Period, p: Parameters = parametersV1): Period[] =>
  Array.from({ length: p.termCycles }, (_, i) => periodLater(period, -(i + 1) * p.cycleSettlements))

/** The kind of a subscription: that of the open own prompt which it cites, else by what was issued before. Rule book 2.8. */
export const investmentKind = (facts: {
  cited: PromptModule | null
  issuedBefore: boolean
}): InvestmentKind => {
  if (facts.cited !== null) return reinvestmentKind(facts.cited)
  return facts.issuedBefore ? 'additional' : 'first'
}

/** The kind that a prompt gives to what cites it. Rule book 2.8. */
export const reinvestmentKind = (
  cited: PromptModule,
): Extract<InvestmentKind, 'static_reinvest' | 'dynamic_reinvest'> =>
  cited === 'static' ? 'static_reinvest' : 'dynamic_reinvest'
