import type { Leaf, Price, Usdt } from '@banyan/domain'
import { proRata, sum } from './amounts.ts'
import { type Parameters, parametersV1 } from './parameters.ts'
import { type Backing, belowFloor, exitPrice, worth } from './price.ts'

const DAY_MS = 86_400_000

/** What tells whether the house should end. */
export interface Liveliness extends Backing {
  readonly foundedAt: Date
  readonly now: Date
  /** What the OTC trades were worth that were finished in the window before now, micro-USDT. */
  readonly traded: Usdt
}

/** Why the house should end: its coin is worth too little, or hardly anybody trades. */
export type WindDownReason = 'price' | 'trade'

/**
 * Does the console propose to wind down? Below the floor price; or, once the platform is old enough,
 * where finished trades of the window are worth too little. Two people decide. Rule book 2.2, 2.17.
 */
export function windDownProposed(
  facts: Liveliness,
  p: Parameters = parametersV1,
): WindDownReason | null {
  if (belowFloor(facts, p)) return 'price'
  const ageMs = facts.now.getTime() - facts.foundedAt.getTime()
  const isGrown = ageMs >= p.windDownFromDays * DAY_MS
  return isGrown && facts.traded < p.windDownTradesUsdt ? 'trade' : null
}

/** When an announced wind-down is carried out. Rule book 2.17. */
export const windDownAt = (announcedAt: Date, p: Parameters = parametersV1): Date =>
  new Date(announcedAt.getTime() + p.windDownNoticeDays * DAY_MS)

/** A holder when the notice has ended; positions are unlocked, so their coins are here too. */
export interface LastHolder {
  readonly memberId: string
  /** All coins, micro-LEAF. */
  readonly quantity: Leaf
  /** The smallest coin balance over the days before the notice, micro-LEAF, in the same units. */
  readonly leastHeld: Leaf
}

/** What is there to be shared out. Matches have been paid once more, out of POOL.dynamic. */
export interface WindDownFacts extends Backing {
  /** INCOME: received and not released, micro-USDT. */
  readonly income: Usdt
  readonly poolStatic: Usdt
  readonly poolDynamic: Usdt
  readonly ops: Usdt
  readonly risk: Usdt
  /** What the house still has to pay in the days that it keeps for it, micro-USDT. */
  readonly costs: Usdt
  /** Coins of SEED: part of N, and nobody's. */
  readonly seed: Leaf
  /** Coins that were locked when the notice ended, by position. */
  readonly positions: readonly { readonly memberId: string; readonly quantity: Leaf }[]
  readonly holders: readonly LastHolder[]
}

/** Who gets what; each list in the order given. Every unit that was there is in one of its parts. */
export interface WindDownOutcome {
  /** POOL.static by weight, one for each position. */
  readonly ofStatic: readonly Usdt[]
  readonly exitPrice: Price
  /** All coins at the exit price and without fee, one for each holder. */
  readonly ofCoins: readonly Usdt[]
  /** RISK by the smallest balance, one for each holder. */
  readonly ofRisk: readonly Usdt[]
  /** What stays with the house: the costs of its last days, and what rounding left. */
  readonly ops: Usdt
}

/**
 * The end: POOL.static goes to positions by weight, what is left of both pools, INCOME and what OPS has
 * above its costs to RESERVE; all coins are paid at Pexit without fee, the seed's part goes to RISK, and RISK is
 * shared by the smallest balance that each member held before anybody knew. Rule book 2.17, 2.2.
 * @throws RangeError when seed and holders have more coins than are outstanding.
 */
export function windDown(facts: WindDownFacts): WindDownOutcome {
  const { positions, holders, seed, outstanding } = facts
  if (sum(holders.map(one => one.quantity)) + seed > outstanding)
    throw new RangeError('more coins are held than are outstanding')
  const ofStatic = shares(
    positions.map(one => one.quantity),
    facts.poolStatic,
  )
  const kept = facts.ops < facts.costs ? facts.ops : facts.costs
  const reserve =
    facts.reserve +
    facts.income +
    (facts.poolStatic - sum(ofStatic)) +
    facts.poolDynamic +
    (facts.ops - kept)
  const price = outstanding === 0n ? 0n : exitPrice({ reserve, outstanding })
  const ofCoins = holders.map(one => worth(one.quantity, price))
  const risk = facts.risk + (reserve - sum(ofCoins))
  const ofRisk = shares(
    holders.map(one => one.leastHeld),
    risk,
  )
  return { ofStatic, exitPrice: price, ofCoins, ofRisk, ops: kept + (risk - sum(ofRisk)) }
}

/** A whole by parts, rounded down; nothing where nobody has a part. */
const shares = (parts: readonly bigint[], whole: Usdt): Usdt[] =>
  parts.some(part => part > 0n) ? proRata(parts, whole) : parts.map(() => 0n)
