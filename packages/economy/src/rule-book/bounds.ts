import { ONE } from '@banyan/domain'
import type { PresentNumber } from './numbers.ts'

/** The minimum and maximum of a number, both included, in its own unit. */
export interface Bounds {
  readonly least: bigint
  readonly most: bigint
}

const MINUTE_MS = 60_000n
const DAY_MS = 1_440n * MINUTE_MS

const from = (least: number | bigint, most: number | bigint): Bounds => ({
  least: BigInt(least),
  most: BigInt(most),
})
/** Amounts are at most a thousand million whole units: their products fit into every column and sum. */
const amount = (least: bigint): Bounds => from(least, 1_000_000_000n * ONE)
/** A part of something, in basis points. */
const share = from(0, 10_000)
/** A fee above a fifth would keep everybody from trading and leaving. */
const fee = from(0, 2_000)
/** A distance from the guide price, or a discount, that leaves at least half of the price. */
const upToHalf = from(0, 5_000)
const days = (least: number, most: number): Bounds => from(least, most)
/** Milliseconds. */
const time = (least: bigint, most: bigint): Bounds => from(least, most)
const upToDays = (most: bigint): Bounds => time(0n, most * DAY_MS)
const window = time(MINUTE_MS, 3_660n * DAY_MS)
/** A time within which somebody must act. */
const timeToAct = time(5n * MINUTE_MS, 30n * DAY_MS)

/**
 * The bounds of each number of the rule book: inside them every sum can be computed and the book
 * can describe it. Whether a change is fair is for people to decide; it waits for its notice.
 */
export const bounds: Readonly<Record<PresentNumber, Bounds>> = {
  genesisUsdt: amount(1n),
  genesisLeaf: amount(1n),
  firstPrice: from(1n, 1_000n * ONE),
  // Above zero: coins that have lost all backing are not sold at a price of 0.
  subscriptionFloorPrice: from(1n, 1_000n * ONE),

  subscriptionMinimumUsdt: amount(ONE),
  // Members type whole cents.
  subscriptionStepUsdt: amount(10_000n),
  firstOrderWaitMs: upToDays(30n),
  runCapacityUsdt: amount(0n),
  unspentToleranceUsdt: from(0n, ONE),
  undoWindowMs: upToDays(30n),

  maxInvestmentUsdt: amount(ONE),
  youngMaxInvestmentUsdt: amount(ONE),
  youngAccountDays: days(0, 3_660),
  investmentWindowDays: days(1, 3_660),
  roundLimitUsdt: amount(ONE),
  raiseInvestmentWaitMs: upToDays(365n),
  tradingLimitUsdt: amount(0n),
  tradingWindowHours: from(1, 8_784),

  otcFeeBps: fee,
  feeToStaticBps: share,
  feeToDynamicBps: share,
  feeToOpsBps: share,
  exchangeFeeBps: fee,
  withdrawalFeeUsdt: amount(0n),

  activationMinimumLeaf: amount(1n),
  staticReleaseDivisor: from(1, 10_000),
  staticCapBps: from(1, 1_000_000),

  directBps: share,
  pairBps: share,
  // The pass over the tree multiplies by it in doubles: up to 4 every product is exact.
  decayNumerator: from(0, 4),
  decayDenominator: from(1, 1_000),
  roundCapUsdt: amount(1n),
  reopenByReinvest: from(0, 1),
  reopenMinimumUsdt: amount(0n),

  effectiveFeesUsdt: amount(0n),
  effectiveWindowMs: window,
  distributedAccountDays: days(0, 3_660),
  // The question bank has a few more than are asked.
  quizQuestions: from(1, 15),
  quizTries: from(1, 100),

  placementDays: days(1, 365),
  placementNoticeDays: days(0, 365),

  splitTriggerPrice: from(2n, 1_000_000n * ONE),
  splitMultiple: from(2, 10),

  exchangeMinimumLeaf: amount(1n),

  rechargeMinimumUsdt: from(0n, 10_000n * ONE),
  withdrawalMinimumUsdt: from(1n, 10_000n * ONE),
  withdrawalLimitUsdt: amount(1n),
  withdrawalWindowMs: window,
  newAddressWaitMs: upToDays(30n),
  // An amount that is paid without a person's check stays small; 0 leaves everything to people.
  automaticWithdrawalUsdt: from(0n, 1_000n * ONE),
  automaticMemberUsdt: from(0n, 10_000n * ONE),
  automaticPlatformUsdt: from(0n, 100_000n * ONE),
  automaticHourCount: from(0, 1_000),
  automaticAccountDays: days(1, 3_660),
  automaticAddressDays: days(1, 3_660),
  // A reset by e-mail freezes for three days: the check never waits for less.
  automaticQuietDays: days(3, 3_660),
  otcBandBps: upToHalf,
  otcMaxConcessionBps: upToHalf,
  otcMinimumLeaf: from(1n, 1_000_000n * ONE),
  otcMaxOpenOrders: from(1, 1_000),
  otcPaymentWindowMs: timeToAct,
  otcGraceWindowMs: timeToAct,
  otcReleaseWindowMs: timeToAct,
  otcMaxBuyUsdt: amount(ONE),
  otcOrderLifeMs: time(60n * MINUTE_MS, 366n * DAY_MS),
  otcGuideMoveBps: share,
  otcFaultsToPause: from(1, 1_000),
  otcFaultWindowMs: window,
  otcFirstPauseMs: upToDays(30n),
  otcSecondPauseMs: upToDays(30n),
  otcThirdPauseMs: upToDays(30n),
  otcFurtherPauseMs: upToDays(30n),
  otcPauseMemoryMs: window,
  otcTakesFirst: from(1, 1_000),
  otcTakesSecondFrom: from(1, 100_000),
  otcTakesSecond: from(1, 1_000),
  otcTakesThirdFrom: from(1, 100_000),
  otcTakesThird: from(1, 1_000),
  otcTakeFaults: from(1, 1_000),
  otcTakeFaultWindowMs: window,
  // Nobody is kept from trading for ever: a member without open trades could not finish one.
  otcTakesLowered: from(1, 1_000),
  otcTakesLoweredMs: upToDays(365n),
  // With nothing left for them nobody could finish a first trade.
  otcNewcomersBps: from(100, 10_000),
  otcAppealAfterMs: upToDays(30n),
  otcEscalationMs: timeToAct,
  otcReplyWindowMs: timeToAct,
  otcReviewWindowMs: timeToAct,

  cutoffHour: from(0, 23),
  zoneOffsetHours: from(-12, 14),
  incomeToStaticBps: share,
  incomeReleaseDivisor: from(1, 10_000),
  incomeReleaseBps: from(0, 100),

  windDownFromDays: days(0, 36_600),
  windDownWindowDays: days(1, 3_660),
  windDownTradesUsdt: amount(0n),
  windDownNoticeDays: days(1, 3_660),
  windDownCostDays: days(0, 3_660),
  windDownHeldDays: days(1, 3_660),
}

/** Two numbers of which one is not above, or is below, the other. */
export type Pair = readonly [lesser: PresentNumber, sign: '<' | '≤', greater: PresentNumber]

/** Numbers that depend on each other: a violation would make it impossible to do what one of them allows. */
export const inOrder: readonly Pair[] = [
  ['subscriptionStepUsdt', '≤', 'subscriptionMinimumUsdt'],
  ['subscriptionMinimumUsdt', '≤', 'roundLimitUsdt'],
  ['subscriptionMinimumUsdt', '≤', 'youngMaxInvestmentUsdt'],
  ['youngMaxInvestmentUsdt', '≤', 'maxInvestmentUsdt'],
  ['placementNoticeDays', '≤', 'placementDays'],
  // A price below which nothing is filled, above the price of a coin without backing, would never let the first coin be sold.
  ['subscriptionFloorPrice', '≤', 'firstPrice'],
  // Something has to arrive.
  ['withdrawalFeeUsdt', '<', 'withdrawalMinimumUsdt'],
  ['withdrawalMinimumUsdt', '≤', 'withdrawalLimitUsdt'],
  ['automaticWithdrawalUsdt', '≤', 'automaticMemberUsdt'],
  // One member cannot use up the limit of all.
  ['automaticMemberUsdt', '≤', 'automaticPlatformUsdt'],
  ['otcFirstPauseMs', '≤', 'otcSecondPauseMs'],
  ['otcSecondPauseMs', '≤', 'otcThirdPauseMs'],
  ['otcThirdPauseMs', '≤', 'otcFurtherPauseMs'],
  // A member with more finished trades may hold no less.
  ['otcTakesFirst', '≤', 'otcTakesSecond'],
  ['otcTakesSecond', '≤', 'otcTakesThird'],
  ['otcTakesSecondFrom', '<', 'otcTakesThirdFrom'],
  ['otcTakesLowered', '≤', 'otcTakesFirst'],
]

/**
 * Numbers that depend on each other when a re-investment reopens a round; without the switch they
 * have no effect.
 */
export const inOrderWhereReopened: readonly Pair[] = [['reopenMinimumUsdt', '≤', 'roundLimitUsdt']]
