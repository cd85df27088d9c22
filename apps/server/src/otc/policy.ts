import {
  type Conditions,
  formatAmount,
  highestFee,
  highestPrice,
  insideBand,
  isFloating,
  mostToBuy,
  type Network,
  type OrderLife,
  type OrderPrice,
  type OrderQuantities,
  type OrderSide,
  orderMachine,
  priceAfterConcession,
  priceAt,
  priceBand,
  quoteTake,
  type Standing,
  type TakerLimit,
  type TradeAmounts,
  takeIsAllowed,
  takeRange,
} from '@banyan/domain'
import { costOf } from '@banyan/economy'
import { inPlatformZone } from '../platform/platform-time.ts'
import { refuse } from '../platform/refused.ts'
import type { BuyingStop, LeftToInvest } from './context.ts'
import type { HeldBecause } from './order-store.ts'
import type { NewcomersPart } from './takers.ts'
import type { MarketTerms, Measure } from './terms.ts'

/** The terms of an order, in micro-units. */
export interface OrderTerms {
  price: OrderPrice
  minQuantity: bigint
  maxQuantity: bigint
  /** Of a sell order; 0 for a buy order. */
  concessionBps: number
  networks: readonly Network[]
  conditions: Conditions
}

/** A member's request to publish. */
export interface PublishRequest extends OrderTerms {
  quantity: bigint
  /**
   * Of a sell order: whether a verified payment is released automatically, for the order's whole
   * life.
   */
  autoRelease: boolean
}

type Addresses = { bsc: string | null; tron: string | null }

/** The facts that decide every publication. */
export interface PublishFacts extends Measure {
  /** Own open orders of this side. */
  openOrders: number
}

/**
 * Decides whether a sell order may be published. Refuses with the first reason; returns what goes
 * into escrow beside the quantity: the highest fee that the order can cost (otc.md "Publish sell").
 */
export function decideSell(
  request: PublishRequest,
  facts: PublishFacts & { tradingLimit: bigint; addresses: Addresses },
): { highestFee: bigint } {
  checkPublication('sell', request, facts)
  checkAddresses(request.networks, facts.addresses)
  checkTradingLimit(request.quantity, facts)
  return { highestFee: highestFee(request.quantity, facts.inForce.feeBps) }
}

/**
 * Decides whether a buy order may be published. A member with an open penalty may not publish one
 * (otc.md "Publish buy").
 */
export function decideBuy(
  request: PublishRequest,
  facts: PublishFacts & {
    penaltyUntil: Date | null
    buyingStop: BuyingStop | null
    leftToInvest: LeftToInvest | null
  },
): void {
  refuseStopped(facts.buyingStop)
  checkPenalty(facts.penaltyUntil)
  checkPublication('buy', request, facts)
  checkMaximum(request.quantity, highestPrice(request.price), facts.leftToInvest)
}

/** Refuses `investingPaused` with its end, or `countryClosed`: buying puts money in. */
export function refuseStopped(stop: BuyingStop | null | undefined): void {
  if (stop?.why === 'countryClosed') refuse('countryClosed')
  if (stop)
    refuse(
      'investingPaused',
      { until: inPlatformZone(stop.until) },
      { until: stop.until.toISOString() },
    )
}

/**
 * Refuses `investmentOverMaximum` with the maximum, the amount left, and the quantity that it buys.
 */
export function checkMaximum(
  quantity: bigint,
  price: bigint,
  invests: LeftToInvest | null,
  concessionBps = 0,
): void {
  if (!invests) return
  const { left, most, windowDays } = invests
  const quantityLeft = mostToBuy(left, { price, concessionBps })
  if (quantity <= quantityLeft) return
  refuse('investmentOverMaximum', {
    left: formatAmount(left, 2),
    most: formatAmount(most, 2),
    days: windowDays,
    quantity: formatAmount(quantityLeft, 2),
  })
}

/** As `checkMaximum`, for a take. A seller is only shown the quantity that the buyer can buy. */
function checkBuyersMaximum(quantity: bigint, facts: TakeFacts): void {
  const { side, price, concessionBps, leftToInvest } = facts
  if (side === 'sell') checkMaximum(quantity, price, leftToInvest, concessionBps)
  if (side === 'sell' || !leftToInvest) return
  const most = mostToBuy(leftToInvest.left, facts)
  if (quantity > most) refuse('buyerOverMaximum', { most: formatAmount(most, 2) })
}

function checkPublication(side: OrderSide, request: PublishRequest, facts: PublishFacts): void {
  const { minOrderQuantity, maxOpenOrders } = facts.inForce
  if (request.quantity < minOrderQuantity)
    refuse('orderQuantityTooSmall', { min: formatAmount(minOrderQuantity) })
  decideTerms(side, request, { ...facts, total: request.quantity })
  if (facts.openOrders >= maxOpenOrders) refuse('tooManyOpenOrders', { max: maxOpenOrders })
}

/** Decides whether an order of this size may have these terms. */
export function decideTerms(
  side: OrderSide,
  terms: OrderTerms,
  { total, ...measure }: Measure & { total: bigint },
): void {
  const [min, max] = [formatAmount(terms.minQuantity, 2), formatAmount(terms.maxQuantity, 2)]
  if (terms.minQuantity > terms.maxQuantity) refuse('takeMinAboveMax', { min, max })
  if (terms.maxQuantity > total) refuse('takeMaxAboveTotal', { max, total: formatAmount(total, 2) })
  const { maxConcessionBps, maxBuyValue } = measure.inForce
  if (terms.concessionBps > maxConcessionBps)
    refuse('concessionTooHigh', { max: `${maxConcessionBps / 100}%` })
  checkMargin(terms.price, measure)
  checkBand({ ...terms, price: priceAt({ side, ...terms }, measure.guidePrice) }, measure)
  if (side === 'buy' && costOf(total, highestPrice(terms.price)) > maxBuyValue)
    refuse('buyOrderTooLarge', { max: formatAmount(maxBuyValue) })
}

/** Checks that a seller has an address on every network of the order. */
export function checkAddresses(networks: readonly Network[], addresses: Addresses): void {
  for (const network of networks) {
    if (addressOn(addresses, network) === null) refuse('receivingAddressNeeded', { network })
  }
}

export function checkTradingLimit(
  quantity: bigint,
  { guidePrice, tradingLimit }: { guidePrice: bigint; tradingLimit: bigint },
): void {
  if (costOf(quantity, guidePrice) > tradingLimit)
    refuse('tradingLimitExceeded', { left: formatAmount(tradingLimit, 2) })
}

function checkPenalty(until: Date | null): void {
  if (until)
    refuse('tradingPaused', { until: inPlatformZone(until) }, { until: until.toISOString() })
}

/** The receiving address of a network, or null. */
export const addressOn = (addresses: Addresses, network: Network): string | null =>
  network === 'BSC' ? addresses.bsc : addresses.tron

type Priced = { price: bigint; concessionBps: number }

/**
 * Checks that the margin of a floating price is within the band: beyond it the price could not be
 * taken.
 */
function checkMargin(price: OrderPrice, { inForce }: Measure): void {
  if (isFloating(price) && Math.abs(price.marginBps) > inForce.bandBps)
    refuse('marginTooWide', { max: `${inForce.bandBps / 100}%` })
}

function checkBand({ price, concessionBps }: Priced, { guidePrice, inForce }: Measure): void {
  if (insideBand(price, concessionBps, guidePrice, inForce.bandBps)) return
  const { low, high } = priceBand(guidePrice, inForce.bandBps)
  refuse('orderPriceOutsideBand', { low: formatAmount(low, 2), high: formatAmount(high, 2) })
}

/**
 * Why an order must wait for its owner: it is no longer inside the band, or the guide price has
 * moved by too much since they last saw it and their price has not moved with it. Null while
 * neither is the case.
 */
export function reasonToHold(
  order: Priced & { guideSeen: bigint; marginBps: number | null },
  { guidePrice, inForce }: Measure,
): HeldBecause | null {
  if (!insideBand(order.price, order.concessionBps, guidePrice, inForce.bandBps))
    return 'outside_band'
  if (order.marginBps !== null) return null
  const moved =
    guidePrice > order.guideSeen ? guidePrice - order.guideSeen : order.guideSeen - guidePrice
  return moved * 10_000n > order.guideSeen * BigInt(inForce.guideMoveBps) ? 'guide_moved' : null
}

/** The facts of an order that decide a take. */
export interface TakeFacts extends Omit<OrderTerms, 'price'>, Measure {
  side: OrderSide
  /** The price as shown. */
  price: bigint
  /** The price that its owner set. */
  asked: OrderPrice
  marginBps: number | null
  ownerId: string
  takerId: string
  version: number
  life: OrderLife
  expired: boolean
  /** Its owner is frozen: their orders count as paused until that is over. */
  ownerFrozen: boolean
  quantities: OrderQuantities
  guideSeen: bigint
  /** There is a block between the two, set by either. */
  blocked: boolean
  /** Of the taker; null when the order has no conditions. */
  standing: Standing | null
  /** Until when the taker may not take. */
  penaltyUntil: Date | null
  takerLimit: TakerLimit
  /** How much members without a finished trade may take; null when the taker has finished one. */
  newcomers: NewcomersPart | null
  /** The buying stop of the buyer: the taker of a sell order, or the owner of a buy order. */
  buyingStop: BuyingStop | null
  /** What the buyer may still put in; null when no maximum binds them. */
  leftToInvest: LeftToInvest | null
}

/** Decides whether this take may happen. Returns the amounts that it fixes (otc.md "Take"). */
export function decideTake(
  facts: TakeFacts,
  ask: { quantity: bigint; network: Network; version: number },
): TradeAmounts {
  if (facts.ownerId === facts.takerId) refuse('ownOrder')
  if (facts.blocked) refuse('memberBlocked')
  if (orderMachine.isFinal(facts.life) || facts.expired || facts.quantities.available === 0n)
    refuse('orderNotAvailable')
  if (facts.life !== 'open' || facts.ownerFrozen) refuse('orderPaused')
  if (facts.side === 'buy' && facts.buyingStop) refuse('orderPaused')
  checkSeen(ask.version, facts)
  refuseStopped(facts.buyingStop)
  checkPenalty(facts.penaltyUntil)
  checkOpenTakes(facts.takerLimit)
  if (facts.standing) checkConditions(facts.conditions, facts.standing, facts.inForce)
  if (!facts.networks.includes(ask.network)) refuseNetwork(ask.network, facts.networks)
  checkQuantity(ask.quantity, facts)
  checkNewcomer(ask.quantity, facts)
  checkBuyersMaximum(ask.quantity, facts)
  checkBand(facts, facts)
  // The market will hold this order in a moment: a take now would be quicker than its owner.
  if (reasonToHold(facts, facts)) refuse('orderPaused')
  return quoteTake(ask.quantity, facts.price, facts.concessionBps)
}

/**
 * Refuses a taker who saw other terms, or the price of another guide price, with the current price.
 */
function checkSeen(version: number, facts: TakeFacts): void {
  const { side, asked, concessionBps, guidePrice } = facts
  const price = priceAt({ side, price: asked, concessionBps }, guidePrice)
  if (version === facts.version && price === facts.price) return
  refuse('orderChanged', { price: formatAmount(priceAfterConcession(price, concessionBps), 2) })
}

/**
 * Checks that the taker holds fewer open trades than allowed. The refusal names the number, and how
 * it grows.
 */
function checkOpenTakes({ most, open, next, loweredUntil }: TakerLimit): void {
  if (open < most) return
  const now = { open, most }
  if (loweredUntil)
    refuse(
      'openTakesLowered',
      { ...now, until: inPlatformZone(loweredUntil) },
      { until: loweredUntil.toISOString() },
    )
  if (next) refuse('openTakesLimit', { ...now, finished: next.finished, next: next.most })
  refuse('openTakesHighest', now)
}

/** Checks that members without a finished trade leave a part of an order to all others. */
function checkNewcomer(quantity: bigint, facts: TakeFacts): void {
  if (!facts.newcomers || quantity <= facts.newcomers.most) return
  const { most, shareBps } = facts.newcomers
  const { min } = takeRange(facts.quantities, facts)
  const share = `${shareBps / 100}%`
  if (most < min) refuse('newcomersShareTaken', { share, min: formatAmount(min) })
  refuse('newcomersShare', { share, max: formatAmount(most) })
}

/**
 * Refuses with the first of an order's conditions that a taker does not meet, and what is missing.
 */
function checkConditions(
  asked: Conditions,
  member: Standing,
  { effective: { fees, days } }: MarketTerms,
): void {
  if (asked.effectiveMember && !member.effective)
    refuse('conditionEffective', { fees: formatAmount(fees), days })
  const { finishedTrades: have, completionRate } = member
  const missing = asked.minFinishedTrades - have
  if (missing > 0) refuse('conditionTrades', { asked: asked.minFinishedTrades, have, missing })
  if (asked.minCompletionRate === 0) return
  const rate = { asked: asked.minCompletionRate }
  if (completionRate === null) refuse('conditionNoRate', rate)
  if (completionRate < asked.minCompletionRate)
    refuse('conditionRate', { ...rate, have: completionRate })
}

/** Refuses a network that an order does not accept, with those that it accepts. */
export const refuseNetwork = (network: Network, accepted: readonly Network[]): never =>
  refuse('networkNotAccepted', { network, networks: accepted.join(', ') })

/**
 * Checks that this quantity can be taken now. The refusal names the limit that it exceeds, and what
 * can be taken.
 */
function checkQuantity(quantity: bigint, facts: TakeFacts): void {
  if (takeIsAllowed(facts.quantities, quantity, facts.minQuantity, facts.maxQuantity)) return
  const { available } = facts.quantities
  const range = takeRange(facts.quantities, facts)
  const [min, max] = [formatAmount(range.min, 2), formatAmount(range.max, 2)]
  const [rest, asked] = [formatAmount(available, 2), formatAmount(quantity, 2)]
  if (available < facts.minQuantity) refuse('takeRestWhole', { rest })
  if (quantity > available) refuse('takeAboveRest', { rest, asked })
  refuse(quantity > facts.maxQuantity ? 'takeAboveMax' : 'takeBelowMin', { min, max, asked })
}
