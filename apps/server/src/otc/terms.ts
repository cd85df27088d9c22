import { lateAppealDays, type TakerRules, tieRules } from '@banyan/domain'
import { type Parameters, takersV1 } from '@banyan/economy'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { OtcDeps } from './context.ts'

const DAY_MS = 24 * 3_600_000

/** What the market decides itself: no version of the rule book has these. */
export const otcRules = {
  /** A seat that was drawn and not taken comes to one more arbitrator after this time. */
  lotMs: tieRules.lotHours * 3_600_000,
  /** An outage longer than this is added, whole, to every open deadline. */
  outageToleratedMs: 60_000,
  /** A trade keeps the tail of its payment for so long after its end. */
  tailHeldMs: 72 * 3_600_000,
  /** A trade that was closed without a deal can be appealed for so long. */
  lateAppealMs: lateAppealDays * DAY_MS,
} as const

/** By which numbers a version bounds takers: one from before there were any as version 1 of today. */
const takersOf = (parameters: Parameters): TakerRules => {
  const p = { ...takersV1, ...parameters }
  return {
    steps: [
      { finished: 0, most: p.otcTakesFirst },
      { finished: p.otcTakesSecondFrom, most: p.otcTakesSecond },
      { finished: p.otcTakesThirdFrom, most: p.otcTakesThird },
    ],
    faults: {
      count: p.otcTakeFaults,
      windowMs: p.otcTakeFaultWindowMs,
      loweredTo: p.otcTakesLowered,
      lastsMs: p.otcTakesLoweredMs,
    },
    unpaidShareBps: p.otcNewcomersBps,
  }
}

/** How takers are bounded: the numbers in force, widened by `scale` for who tests, as every rate limit. */
export function takerRules({ takers }: Pick<MarketTerms, 'takers'>, scale: number): TakerRules {
  const { steps, faults, unpaidShareBps } = takers
  const times = (n: number) => Math.max(1, Math.floor(n * scale))
  return {
    steps: steps.map(step => ({ ...step, most: times(step.most) })),
    faults: { ...faults, count: times(faults.count), loweredTo: times(faults.loweredTo) },
    unpaidShareBps: Math.min(10_000, times(unpaidShareBps)),
  }
}

/** A version's numbers under the market's names. */
export type MarketTerms = ReturnType<typeof marketTerms>

/** The rule book's numbers under the market's names: amounts in micro-units, times in milliseconds. */
export const marketTerms = (parameters: Parameters) => ({
  /** The version's own number. */
  version: parameters.version,
  bandBps: parameters.otcBandBps,
  feeBps: parameters.otcFeeBps,
  maxConcessionBps: parameters.otcMaxConcessionBps,
  /** Micro-LEAF. */
  minOrderQuantity: parameters.otcMinimumLeaf,
  maxOpenOrders: parameters.otcMaxOpenOrders,
  /** The most that may be sold in the trading window, micro-USDT. */
  tradingLimitUsdt: parameters.tradingLimitUsdt,
  tradingWindowMs: parameters.tradingWindowHours * 3_600_000,
  paymentWindowMs: parameters.otcPaymentWindowMs,
  graceWindowMs: parameters.otcGraceWindowMs,
  releaseWindowMs: parameters.otcReleaseWindowMs,
  /** 2.15: the most that a buy order may be worth, micro-USDT. */
  maxBuyValue: parameters.otcMaxBuyUsdt,
  /** An order gives back what is left after this time. */
  orderLifeMs: parameters.otcOrderLifeMs,
  /** A guide price that has moved by more than this, splits apart, holds an order. */
  guideMoveBps: parameters.otcGuideMoveBps,
  /** So many trades given up or let lapse within the window pause taking … */
  faultsToPause: parameters.otcFaultsToPause,
  faultWindowMs: parameters.otcFaultWindowMs,
  /** … for these times, one after the other … */
  pausesMs: [
    parameters.otcFirstPauseMs,
    parameters.otcSecondPauseMs,
    parameters.otcThirdPauseMs,
    parameters.otcFurtherPauseMs,
  ],
  /** … and from the first again when there was no pause for so long. */
  pauseMemoryMs: parameters.otcPauseMemoryMs,
  /** Own fees that make a member effective, micro-USDT, and of how many days. */
  effective: {
    fees: parameters.effectiveFeesUsdt,
    days: Math.ceil(parameters.effectiveWindowMs / DAY_MS),
  },
  /** How many trades takers may hold, and what lowers it. */
  takers: takersOf(parameters),
  /** After a payment, how long a buyer waits before an appeal while the seller's time runs. */
  appealAfterMs: parameters.otcAppealAfterMs,
  /** After a release timeout, how long until the platform appeals for the buyer. */
  escalationAfterMs: parameters.otcEscalationMs,
  /** How long a side of a case has to answer; passing it flags the case and moves nothing. */
  replyWindowMs: parameters.otcReplyWindowMs,
  /** How long a ruling can be reviewed; the coin stays in escrow. */
  reviewWindowMs: parameters.otcReviewWindowMs,
})

/** The numbers of the rule book in force. What an order or a trade has fixed of them stays with it. */
export async function termsInForce(context: OtcDeps, reader: Database | Tx): Promise<MarketTerms> {
  const parameters = await context.parameters(reader)
  const terms = known.get(parameters) ?? marketTerms(parameters)
  known.set(parameters, terms)
  return terms
}

/** The terms of each version that was in force, made once. */
const known = new WeakMap<Parameters, MarketTerms>()

/** What every price is held against. */
export interface Measure {
  guidePrice: bigint
  inForce: MarketTerms
}

/** The guide price, and the numbers in force. */
export async function measureNow(context: OtcDeps, reader: Database | Tx): Promise<Measure> {
  const [guidePrice, inForce] = await Promise.all([
    context.guidePrice(reader),
    termsInForce(context, reader),
  ])
  return { guidePrice, inForce }
}
