import type { Leaf, Price, PurchasableBound, Usdt } from '@banyan/domain'
import { least } from './amounts.ts'
import { isSince } from './editions.ts'
import { type Parameters, parametersV1 } from './parameters.ts'
import { costOf } from './price.ts'

const DAY_MS = 86_400_000

/** The most a member may have issued in the window, micro-USDT: less while the account is young. Rule book 2.4. */
export const maxInvestment = (joinedAt: Date, now: Date, p: Parameters = parametersV1): Usdt =>
  now.getTime() - joinedAt.getTime() < p.youngAccountDays * DAY_MS
    ? p.youngMaxInvestmentUsdt
    : p.maxInvestmentUsdt

/** A member's request for an own maximum, and from when it counts. */
export interface OwnLimit {
  readonly amount: Usdt
  readonly askedAt: Date
  readonly effectiveAt: Date
}

/**
 * Returns from when a request counts: a lower or equal limit at once, a higher one after its wait.
 * Rule book 2.4.
 */
export const ownLimitFrom = (
  amount: Usdt,
  inForce: Usdt,
  now: Date,
  p: Parameters = parametersV1,
): Date => (amount <= inForce ? now : new Date(now.getTime() + p.raiseInvestmentWaitMs))

/**
 * Returns the own limit in force, null without one, and the higher one that waits. Requests are
 * given oldest first. A new request replaces one that is not in force yet, so an earlier request
 * never lifts a lowered limit.
 */
export function limitInForce(
  wishes: readonly OwnLimit[],
  now: Date,
): { inForce: Usdt | null; raising: OwnLimit | null } {
  const counted = wishes.filter((wish, i) => {
    const next = wishes[i + 1]
    return next === undefined || wish.effectiveAt <= next.askedAt
  })
  const last = counted.at(-1) ?? null
  const inForce = counted.findLast(wish => wish.effectiveAt <= now)
  return {
    inForce: inForce?.amount ?? null,
    raising: last !== null && last.effectiveAt > now ? last : null,
  }
}

/** Whether market buys count against the maximum investment. */
export const countsMarketBuys = (p: Parameters): boolean => isSince(5, p)

/** The beginning of the window of the maximum investment. */
export const investmentWindowStart = (now: Date, p: Parameters = parametersV1): Date =>
  new Date(now.getTime() - p.investmentWindowDays * DAY_MS)

/**
 * The used part of the maximum investment, by subscriptions and market buys together. Selling does
 * not reduce it.
 */
export interface InvestmentFacts {
  readonly maxInvestment: Usdt
  /** Issued fills of the window. */
  readonly issued: Usdt
  /** Own pending orders. */
  readonly open: Usdt
  /**
   * Payment amounts of own market buys: open ones, and those that ended in the window with the coin
   * delivered.
   */
  readonly marketBuys: Usdt
}

/** Returns what a member may still invest by a subscription or a market buy, micro-USDT. Rule book 2.4. */
export const leftToInvest = ({ maxInvestment, issued, open, marketBuys }: InvestmentFacts): Usdt =>
  notNegative(maxInvestment - issued - open - marketBuys)

export interface PurchasableFacts extends InvestmentFacts {
  /**
   * Own pending orders of the round that would fill an order placed now; orders with a longer wait
   * belong to another round.
   */
  readonly ofThisRound: Usdt
  readonly available: Usdt
}

/** Returns what a member may still subscribe, micro-USDT; never below zero. Rule book 2.4. */
export const purchasable = (facts: PurchasableFacts, p: Parameters = parametersV1): Usdt =>
  least(facts.available, least(leftToInvest(facts), leftOfRound(facts, p)))

const leftOfRound = ({ ofThisRound }: PurchasableFacts, p: Parameters): Usdt =>
  notNegative(p.roundLimitUsdt - ofThisRound)

/** Returns the limit that is lowest now; of equal ones the one that lasts longest. */
export function bindingLimit(
  facts: PurchasableFacts,
  p: Parameters = parametersV1,
): PurchasableBound {
  const left = purchasable(facts, p)
  if (left === leftToInvest(facts)) return 'maximum'
  return left === leftOfRound(facts, p) ? 'round' : 'balance'
}

export interface TradingFacts {
  /** Payment amounts of own sells finished or in trade within the trading window. */
  readonly sold: Usdt
  /** Quantities still for sale in own open sell orders. */
  readonly openSellRests: Leaf
  readonly guidePrice: Price
}

/** Returns what a member may still sell, micro-USDT; open quantities are valued rounded up. Rule book 2.4. */
export const tradingLimit = (
  facts: TradingFacts,
  p: Pick<Parameters, 'tradingLimitUsdt'> = parametersV1,
): Usdt =>
  notNegative(p.tradingLimitUsdt - facts.sold - costOf(facts.openSellRests, facts.guidePrice))

const notNegative = (amount: bigint): bigint => (amount < 0n ? 0n : amount)
