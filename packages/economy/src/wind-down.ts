import type { Leaf, Price, Usdt } from '@banyan/domain'
import { least, proRata, sum } from './amounts.ts'
import { type Parameters, parametersV1 } from './parameters.ts'
import { type Backing, belowFloor, exitPrice, worth } from './price.ts'

const DAY_MS = 86_400_000

/** The facts that decide whether the platform should end. */
export interface Liveliness extends Backing {
  readonly foundedAt: Date
  readonly now: Date
  /** The value of the OTC trades that were finished in the window before now, micro-USDT. */
  readonly traded: Usdt
}

/** Why the platform should end: its coin is worth too little, or hardly anybody trades. */
export type WindDownReason = 'price' | 'trade'

/**
 * Whether the console proposes to wind down: below the floor price; or, once the platform is old
 * enough, when finished trades of the window are worth too little. Two people decide. Rule book
 * 2.2, 2.17.
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

/** Returns when an announced wind-down is carried out. Rule book 2.17. */
export const windDownAt = (announcedAt: Date, p: Parameters = parametersV1): Date =>
  new Date(announcedAt.getTime() + p.windDownNoticeDays * DAY_MS)

/** A position at the end of the notice. */
export interface LastPosition {
  readonly id: string
  readonly memberId: string
  /** Its coins, micro-LEAF: its weight. */
  readonly quantity: Leaf
}

/** A holder at the end of the notice; coins in positions are counted here too. */
export interface LastHolder {
  readonly memberId: string
  /** All coins, micro-LEAF. */
  readonly quantity: Leaf
  /** The smallest coin balance over the days before the notice, micro-LEAF, in the same units. */
  readonly leastHeld: Leaf
  /**
   * Whether this is one of the platform's own accounts. They are paid for their coins and have no
   * part of RISK.
   */
  readonly isInsider: boolean
}

/** The amounts to be shared out. Matches have been paid once more, out of POOL.dynamic. */
export interface WindDownFacts extends Backing {
  /** INCOME: received and not released, micro-USDT. */
  readonly income: Usdt
  readonly poolStatic: Usdt
  readonly poolDynamic: Usdt
  readonly ops: Usdt
  readonly risk: Usdt
  /** What the platform must still pay in the days that it keeps costs for, micro-USDT. */
  readonly costs: Usdt
  /** Coins of SEED: part of N, with no owner. */
  readonly seed: Leaf
  /** In the order of their ids. */
  readonly positions: readonly LastPosition[]
  /** In the order of the members' ids. */
  readonly holders: readonly LastHolder[]
}

/**
 * The measure by which RISK is shared: the smallest balance before the notice, or, where too few
 * coins were held so long, the coins themselves.
 */
export type RiskMeasure = 'leastHeld' | 'quantity' | 'nobody'

/** The outcome; each list in the order given. Every unit of the input is in one of its parts. */
export interface WindDownOutcome {
  /** All coins in positions, micro-LEAF. */
  readonly weight: Leaf
  /** POOL.static by weight, one for each position, rounded down. */
  readonly ofStatic: readonly Usdt[]
  /** What goes to RESERVE before coins are paid. */
  readonly toReserve: {
    /** The rest of POOL.static that rounding left. */
    readonly poolStatic: Usdt
    readonly poolDynamic: Usdt
    readonly income: Usdt
    /** What OPS has above its costs. */
    readonly ops: Usdt
  }
  /** What all coins are paid from, micro-USDT. */
  readonly reserve: Usdt
  readonly exitPrice: Price
  /** All coins at the exit price and without fee, one for each holder, rounded down. */
  readonly ofCoins: readonly Usdt[]
  /** What RESERVE has left then, for the seed's coins and by rounding: it goes to RISK. */
  readonly toRisk: Usdt
  /** The shared amount: RISK with that rest. */
  readonly risk: Usdt
  readonly riskBy: RiskMeasure
  /** The sum of the measure by which RISK is shared, micro-LEAF. */
  readonly riskWeight: Leaf
  /** RISK by that measure, one for each holder, rounded down. */
  readonly ofRisk: readonly Usdt[]
  /** The rest from rounding RISK: it goes to OPS. */
  readonly dust: Usdt
  /** What stays with the platform: the costs of its last days, and the dust. */
  readonly ops: Usdt
}

/**
 * The end: POOL.static goes to positions by weight; the rest of both pools, INCOME and what OPS has
 * above its costs go to RESERVE; all coins are paid at Pexit without fee; the seed's part goes to
 * RISK; and RISK is shared by the smallest balance that each member held before the notice. Rule
 * book 2.17, 2.2.
 * @throws RangeError when seed and holders have more coins than are outstanding.
 */
export function windDown(facts: WindDownFacts): WindDownOutcome {
  const { positions, holders, seed, outstanding, income, poolDynamic } = facts
  if (sum(holders.map(one => one.quantity)) + seed > outstanding)
    throw new RangeError('more coins are held than are outstanding')
  const weights = positions.map(one => one.quantity)
  const ofStatic = shares(weights, facts.poolStatic)
  const kept = least(facts.ops, facts.costs)
  const toReserve = {
    poolStatic: facts.poolStatic - sum(ofStatic),
    poolDynamic,
    income,
    ops: facts.ops - kept,
  }
  const reserve = facts.reserve + sum(Object.values(toReserve))
  const price = outstanding === 0n ? 0n : exitPrice({ reserve, outstanding })
  const ofCoins = holders.map(one => worth(one.quantity, price))
  const toRisk = reserve - sum(ofCoins)
  const risk = facts.risk + toRisk
  const { riskBy, parts } = riskParts(holders)
  const ofRisk = shares(parts, risk)
  const dust = risk - sum(ofRisk)
  return {
    weight: sum(weights),
    ofStatic,
    toReserve,
    reserve,
    exitPrice: price,
    ofCoins,
    toRisk,
    risk,
    riskBy,
    riskWeight: sum(parts),
    ofRisk,
    dust,
    ops: kept + dust,
  }
}

/** RISK is shared by smallest balances where they are at least one of so many coins that members have. */
const HELD_ONE_IN = 10n

/**
 * Each holder's part of RISK. On a platform that is younger than the days before the notice hardly
 * a coin may have been held all of that time. Then every coin counts, so that RISK goes neither to
 * OPS nor to the holder of one coin.
 */
function riskParts(holders: readonly LastHolder[]): { riskBy: RiskMeasure; parts: Leaf[] } {
  const partsBy = (riskBy: 'leastHeld' | 'quantity') =>
    holders.map(one => (one.isInsider ? 0n : one[riskBy]))
  const [held, coins] = [partsBy('leastHeld'), partsBy('quantity')]
  if (sum(held) > 0n && sum(held) * HELD_ONE_IN >= sum(coins))
    return { riskBy: 'leastHeld', parts: held }
  return { riskBy: sum(coins) > 0n ? 'quantity' : 'nobody', parts: coins }
}

/** Divides a whole by parts, rounded down; zero when nobody has a part. */
const shares = (parts: readonly bigint[], whole: Usdt): Usdt[] =>
  parts.some(part => part > 0n) ? proRata(parts, whole) : parts.map(() => 0n)

/** Everything that a wind-down reads, frozen once; its canonical text is published as a hash. */
export interface WindDownInput extends WindDownFacts {
  /** ISO 8601 UTC, as all instants here. */
  readonly announcedAt: string
  readonly frozenAt: string
  /** The version of the rule book in force at the notice. */
  readonly ruleVersion: number
  /** How often the coin had been split: it decides the units of all quantities. */
  readonly epoch: number
}
