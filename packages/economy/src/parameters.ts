import type { Leaf, Price, Usdt } from '@banyan/domain'

/**
 * The numbers of the rule book. Names end with their unit: `Usdt` micro-USDT, `Leaf` micro-LEAF,
 * `Price` micro-USDT per LEAF, `Ms`, `Days`, `Hours`. An outcome remembers the version that made it,
 * so a version in use is never edited: a change is a new one.
 */
export interface Parameters {
  readonly version: number
  /** ISO 8601. */
  readonly effectiveAt: string

  /** 2.2: the operator's own money behind the seed coins, which are never sold or redeemed. */
  readonly genesisUsdt: Usdt
  /** 2.2: coins issued to SEED for it, at the first price. */
  readonly genesisLeaf: Leaf
  /** 2.2: the price while no coin is outstanding. */
  readonly firstPrice: Price
  /** 2.2: below this R/N no subscription is filled. */
  readonly subscriptionFloorPrice: Price

  /** 2.3: smallest subscription. */
  readonly subscriptionMinimumUsdt: Usdt
  /** 2.3: subscriptions are multiples of this. */
  readonly subscriptionStepUsdt: Usdt
  /** 2.3: a member's first order ever waits this long. */
  readonly firstOrderWaitMs: number
  /** 2.3: all fills of one run together. */
  readonly runCapacityUsdt: Usdt
  /** 2.3: what each member gets before the rest is shared pro rata. */
  readonly memberGuaranteeUsdt: Usdt
  /** 2.3: a fill that would leave more than this unspent is returned in full. */
  readonly unspentToleranceUsdt: Usdt

  /** 2.4: issued fills of one member in the investment window. */
  readonly maxInvestmentUsdt: Usdt
  /** 2.4: the same while the account is young. */
  readonly youngMaxInvestmentUsdt: Usdt
  /** 2.4: an account is young for this long. */
  readonly youngAccountDays: number
  /** 2.4: the rolling window of issued fills. */
  readonly investmentWindowDays: number
  /** 2.4: own orders of one round. */
  readonly roundLimitUsdt: Usdt
  /** 2.4: own sells in the trading window. */
  readonly tradingLimitUsdt: Usdt
  /** 2.4: the rolling window of own sells. */
  readonly tradingWindowHours: number

  /** 2.5: paid by the seller of an OTC trade, in coin, on success only. */
  readonly otcFeeBps: number
  /** 2.15: how far a price after concession may stand from the guide price. */
  readonly otcBandBps: number
  /** 2.15: the most that a seller may concede. */
  readonly otcMaxConcessionBps: number
  /** 2.15: smallest order; it does not split. */
  readonly otcMinimumLeaf: Leaf
  /** 2.15: open orders of one side. */
  readonly otcMaxOpenOrders: number
  /** otc.md: the buyer's time to pay. */
  readonly otcPaymentWindowMs: number
  /** otc.md: the escrow's stay after a missed payment. */
  readonly otcGraceWindowMs: number
  /** otc.md: the seller's time to release before it is called late; it moves no money. */
  readonly otcReleaseWindowMs: number

  /** 2.15: smaller recharges wait until their sum reaches this. */
  readonly rechargeMinimumUsdt: Usdt
  /** 2.15: smallest withdrawal. */
  readonly withdrawalMinimumUsdt: Usdt
  /** 2.5: flat, taken out of the amount. */
  readonly withdrawalFeeUsdt: Usdt
  /** 2.15: own requests of the withdrawal window. */
  readonly withdrawalLimitUsdt: Usdt
  /** 2.15: the rolling window of withdrawal requests. */
  readonly withdrawalWindowMs: number
  /** security.md 4.8: a new address waits this long before a request to it can be approved. */
  readonly newAddressWaitMs: number

  /** 2.16: the hour of the daily cut-off, 0–23, in the house's zone. */
  readonly cutoffHour: number
  /** 2.16: the house's zone. */
  readonly zoneOffsetHours: number
}

/** Rule book version 1. */
export const parametersV1: Parameters = {
  version: 1,
  effectiveAt: '2026-01-01T00:00:00+08:00',

  genesisUsdt: 100_000000n,
  genesisLeaf: 100_000000n,
  firstPrice: 1_000000n,
  subscriptionFloorPrice: 100000n,

  subscriptionMinimumUsdt: 50_000000n,
  subscriptionStepUsdt: 10_000000n,
  firstOrderWaitMs: 24 * 3_600_000,
  runCapacityUsdt: 10_000_000000n,
  memberGuaranteeUsdt: 1_000_000000n,
  unspentToleranceUsdt: 10000n,

  maxInvestmentUsdt: 5_000_000000n,
  youngMaxInvestmentUsdt: 1_000_000000n,
  youngAccountDays: 30,
  investmentWindowDays: 365,
  roundLimitUsdt: 2_000_000000n,
  tradingLimitUsdt: 1_000_000000n,
  tradingWindowHours: 24,

  otcFeeBps: 100,
  otcBandBps: 1_000,
  otcMaxConcessionBps: 500,
  otcMinimumLeaf: 10_000000n,
  otcMaxOpenOrders: 5,
  otcPaymentWindowMs: 30 * 60_000,
  otcGraceWindowMs: 15 * 60_000,
  otcReleaseWindowMs: 30 * 60_000,

  rechargeMinimumUsdt: 10_000000n,
  withdrawalMinimumUsdt: 10_000000n,
  withdrawalFeeUsdt: 1_000000n,
  withdrawalLimitUsdt: 2_000_000000n,
  withdrawalWindowMs: 24 * 3_600_000,
  newAddressWaitMs: 24 * 3_600_000,

  cutoffHour: 0,
  zoneOffsetHours: 8,
}

const versions: readonly Parameters[] = [parametersV1]

/**
 * The parameters of a version, for a run that was begun under it.
 * @throws RangeError for a version this program does not know.
 */
export function parametersOf(version: number): Parameters {
  const found = versions.find(one => one.version === version)
  if (!found) throw new RangeError(`rule book version ${version} is not known`)
  return found
}
