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
import { growingNumbers } from './growing-column.ts'
import { firstPlaces, inOrderOfIds } from './id-column.ts'
import { type Parameters, parametersV1 } from './parameters.ts'
import { worth } from './price.ts'
import {
  endings,
  type PositionColumns,
  type StaticFacts,
  type StaticOutcome,
  type StaticPosition,
} from './static-columns.ts'

/** A position that was asked for before the cut-off and opens in this run. */
export type AskedPosition = Pick<StaticPosition, 'id' | 'memberId' | 'quantity'>

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
  facts: { pool: Usdt; positions: PositionColumns },
  p: Parameters = parametersV1,
): StaticOutcome {
  const { quantities, openingValues, paid, settlements } = facts.positions
  const released = floorDiv(facts.pool, p.staticReleaseDivisor)
  const term = termSettlements(p)
  let weight = 0n
  for (const quantity of quantities) weight += quantity
  const amounts = new BigInt64Array(quantities.length)
  const ended = new Uint8Array(quantities.length)
  let left = facts.pool
  for (let i = 0; i < quantities.length; i++) {
    const cap = staticCap(openingValues[i] as Usdt, p)
    const before = paid[i] as Usdt
    // A version that lowers the cap takes nothing back: who is beyond it gets no more.
    const room = before < cap ? cap - before : 0n
    const amount = least(floorDiv(released * (quantities[i] as Leaf), weight), room)
    amounts[i] = amount
    left -= amount
    if (before + amount >= cap) ended[i] = CAP
    else if ((settlements[i] as number) >= term) ended[i] = TERM
  }
  return { released, weight, amounts, endings: ended, left }
}

const CAP = endings.indexOf('cap')
const TERM = endings.indexOf('term')

/** What a run pays each member, micro-USDT: own positions added up, in the order of members' ids; no zeros. */
export function* staticCredits(
  { memberIds }: PositionColumns,
  { amounts }: StaticOutcome,
): Generator<{ owner: string; amount: Usdt }> {
  const sums = new BigInt64Array(amounts.length)
  const firstOf = firstPlaces(memberIds)
  for (let i = 0; i < amounts.length; i++) {
    const amount = amounts[i] as Usdt
    if (amount === 0n) continue
    const first = firstOf(i)
    sums[first] = (sums[first] as Usdt) + amount
  }
  const paid = growingNumbers()
  for (let i = 0; i < sums.length; i++) if ((sums[i] as Usdt) > 0n) paid.push(i)
  for (const i of inOrderOfIds(memberIds, paid.entries))
    yield { owner: memberIds.at(i), amount: sums[i] as Usdt }
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
  const { ids, memberIds, settlements, unlockAsked, renews } = facts.positions
  for (let i = 0; i < ids.length; i++) {
    const ends = endsCycle(settlements[i] as number, p)
    if (!(ends || unlockAsked[i])) continue
    const [positionId, memberId] = [ids.at(i), memberIds.at(i)]
    if (facts.eliminated.has(positionId)) continue
    if (unlockAsked[i]) unlocked.push({ positionId, memberId, reason: 'asked' })
    else if (renews[i]) renewed.push(positionId)
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
