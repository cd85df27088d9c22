import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { amountText, decimal, instant, pageOf, pageQuery, rule, wireId } from '../contract/wire.ts'
import { actOfOwner, freezeCauses } from '../identity/freezes.ts'
import { givenPaymentPassword } from '../identity/inputs.ts'
import { ruleVersionNumber } from '../rules/endpoints.ts'
import { noConditions } from './conditions.ts'
import { conditions } from './counterparty.ts'
import { marketOrder } from './market-endpoints.ts'
import { networkField as network, networkAddress } from './network-fields.ts'
import { orderEvents, orderLives, orderSides, orderStatuses } from './order.ts'
import { trade } from './trade-endpoints.ts'

/** An own order. */
export const ownOrder = marketOrder
  .omit({ owner: true, barrier: true, newcomersMost: true })
  .extend({
    orderNumber: z.string(),
    /** How a price that floats follows the guide price; null for a fixed one. */
    floating: z.object({ marginBps: z.number().int(), limit: decimal }).nullable(),
    total: decimal,
    inTrade: decimal,
    dealt: decimal,
    returned: decimal,
    status: z.enum(orderStatuses),
    life: z.enum(orderLives),
    /** Why an order is held for its owner's confirmation; null unless `life` is `held`. */
    heldBecause: z.enum(['guide_moved', 'outside_band']).nullable(),
    /** What the owner may do now; a screen offers only these. */
    moves: z.array(z.enum(orderEvents)),
    /** The version of the rule book that it was published by: it keeps that one's fee. */
    ruleVersion: ruleVersionNumber,
    /** When what is left is given back by itself. */
    expiresAt: instant,
    createdAt: instant,
    endedAt: instant.nullable(),
  })
export type OwnOrderView = z.infer<typeof ownOrder>

/** Why a member may buy nothing for a while, as the refusals that say so. Selling never stops. */
export const buyingStops = ['investingPaused', 'countryClosed'] as const

/** The window of the completion rate and of the median times. */
export const reputationDays = 30

const openOrders = z.object({ now: z.number().int(), max: z.number().int() })

/** What publishing and taking is held to, for this member, now. */
export const publishTerms = endpoint({
  id: 'otc.publishTerms',
  path: '/api/otc/publish-terms',
  summary: 'Price band, fee, minimums, limits, and how this member stands.',
  answer: z.object({
    guidePrice: decimal,
    bandLow: decimal,
    bandHigh: decimal,
    feeBps: z.number().int(),
    /** Of every order, LEAF. */
    minQuantity: decimal,
    maxConcessionBps: z.number().int(),
    /** How far the margin of a floating price may be from the guide price, either way. */
    maxMarginBps: z.number().int(),
    openOrders: z.object({ sell: openOrders, buy: openOrders }),
    /** The most that a buy order may be worth, quantity × the highest price that it can reach, USDT. */
    maxBuyValue: decimal,
    /** What may still be sold, USDT at the guide price; of how much, in how many hours. */
    tradingLimit: decimal,
    tradingMost: decimal,
    tradingHours: z.number().int(),
    /** What may still be put in, of how much, in how many days, USDT; null where nothing binds market buys. */
    invests: z.object({ left: decimal, most: decimal, windowDays: z.number().int() }).nullable(),
    /** LEAF that can be sold, fee included. */
    available: decimal,
    /** Networks for which this member has a receiving address: what a sell can accept. */
    networks: z.array(network),
    paymentWindowMs: z.number().int(),
    graceWindowMs: z.number().int(),
    releaseWindowMs: z.number().int(),
    /** An order gives back what is left after this time. */
    orderLifeMs: z.number().int(),
    /** Until when selling is frozen after a change of security settings: nobody takes own sell orders either. */
    frozenUntil: instant.nullable(),
    /** What froze it; null while nothing has. */
    frozenBecause: z.enum(freezeCauses).nullable(),
    /** Arbitrators who have signed in lately; with fewer than needed nobody publishes or takes. */
    arbitrators: z.object({ present: z.number().int(), needed: z.number().int() }),
    /** Until when this member takes nothing and publishes no buy order, for trades given up or let lapse. */
    pausedUntil: instant.nullable(),
    /** Why this member buys nothing now: an own pause until its end, or their country; null when they can. */
    buyingStopped: z.object({ why: z.enum(buyingStops), until: instant.nullable() }).nullable(),
    /** Open trades that this member took and may hold at once, how that grows, and until when faults lower it. */
    takes: z.object({
      open: z.number().int(),
      most: z.number().int(),
      next: z.object({ finished: z.number().int(), most: z.number().int() }).nullable(),
      loweredUntil: instant.nullable(),
      /** Percent of a sell order that members without a finished trade leave unpaid; null for all others. */
      newcomersShare: z.number().nullable(),
    }),
    /** Faults in the last `windowMs`: trades given up, let lapse, or released by arbitrators after a timeout; and after how many of them taking pauses. */
    faults: z.object({
      now: z.number().int(),
      pausesAt: z.number().int(),
      windowMs: z.number().int(),
    }),
    /** What an order's conditions are held against. */
    standing: z.object({
      effective: z.boolean(),
      finishedTrades: z.number().int(),
      completionRate: z.number().int().nullable(),
    }),
  }),
})

/** The guide price and a margin, with the owner's own end: a seller's floor, a buyer's ceiling. */
const floatingPrice = z.strictObject({
  /** The most is the rule book's, and refused by name. */
  marginBps: z
    .number(rule('margin'))
    .int(rule('margin'))
    .min(-9_999, rule('margin'))
    .max(9_999, rule('margin')),
  limit: amountText(6),
})
const terms = {
  /** Fixed, USDT per LEAF before the concession; or floating. */
  price: z.union([amountText(6), floatingPrice], rule('orderPrice')),
  minQuantity: amountText(6),
  maxQuantity: amountText(6),
  networks: z.array(network).min(1, rule('network')).max(2, rule('network')),
  conditions: conditions.default(noConditions),
}
/** The most is the rule book's, and refused by name; what it can never be is no request at all. */
const concessionBps = z
  .number(rule('concessionRate'))
  .int(rule('concessionRate'))
  .min(0, rule('concessionRate'))
  .max(9_999, rule('concessionRate'))
const termRefusals = [
  'orderPriceOutsideBand',
  'marginTooWide',
  'concessionTooHigh',
  'takeMinAboveMax',
  'takeMaxAboveTotal',
  'receivingAddressNeeded',
  'sellingFrozen',
] as const

/** Publishes a sell order: quantity and highest fee move into escrow. */
export const publishOrder = endpoint({
  id: 'otc.publish',
  act: 'sell',
  stopsAt: 'closing',
  method: 'POST',
  path: '/api/otc/orders',
  money: true,
  paymentPassword: true,
  summary: 'Publish a sell order.',
  body: z.strictObject({
    quantity: amountText(6),
    ...terms,
    concessionBps,
    /** Lets the coin of each trade go by itself once the chain has verified its payment. Stays so. */
    autoRelease: z.boolean(rule('choice')).default(false),
    paymentPassword: givenPaymentPassword,
  }),
  answer: ownOrder,
  refusals: [
    'marketStopped',
    ...termRefusals,
    'marketClosed',
    'orderQuantityTooSmall',
    'tooManyOpenOrders',
    'tradingLimitExceeded',
    'insufficientBalance',
    'paymentPasswordWrong',
    'paymentPasswordLocked',
  ],
})

/** Publishes a buy order. No coin moves: whoever sells into it puts theirs into escrow. */
export const publishBuyOrder = endpoint({
  id: 'otc.publishBuy',
  act: 'keep',
  stopsAt: 'closing',
  method: 'POST',
  path: '/api/otc/buy-orders',
  money: true,
  summary: 'Publish a buy order.',
  body: z.strictObject({ quantity: amountText(6), ...terms }),
  answer: ownOrder,
  refusals: [
    'marketStopped',
    'marketClosed',
    'orderPriceOutsideBand',
    'marginTooWide',
    'takeMinAboveMax',
    'takeMaxAboveTotal',
    'orderQuantityTooSmall',
    'buyOrderTooLarge',
    'tooManyOpenOrders',
    'tradingPaused',
    'riskQuestionsOpen',
    'investmentOverMaximum',
    ...buyingStops,
  ],
})

/** Own orders, newest first. */
export const ownOrders = endpoint({
  id: 'otc.orders',
  path: '/api/otc/orders',
  summary: 'Own orders, newest first.',
  query: z.strictObject({
    ...pageQuery,
    side: z.enum(orderSides, rule('side')).optional(),
    open: z.enum(['true', 'false'], rule('choice')).optional(),
  }),
  answer: pageOf(ownOrder),
})

const ofOrder = z.strictObject({ id: wireId('ord') })
/** The version of the order that was on the screen; another one is refused as `stale`. */
const version = z.number(rule('wrongType')).int(rule('wrongType'))
/** What an owner does to an order is meant for the order as they saw it. */
const asSeen = z.strictObject({ version })
/** The data of `stale` to an owner: the order as it is now. */
export const staleOrder = z.object({ order: ownOrder })

/** One own order. */
export const getOrder = endpoint({
  id: 'otc.order',
  path: '/api/otc/orders/:id',
  summary: 'One own order.',
  params: ofOrder,
  answer: ownOrder,
})

/** Returns what is still available; open trades go on untouched. */
export const cancelOrder = endpoint({
  id: 'otc.cancel',
  act: 'keep',
  stopsAt: 'paying',
  method: 'POST',
  path: '/api/otc/orders/:id/cancel',
  money: true,
  summary: 'Cancel what is left of an own order.',
  params: ofOrder,
  body: asSeen,
  answer: ownOrder,
  refusals: ['orderNotOpen'],
})

/** Takes an own order off the market until it is resumed. */
export const pauseOrder = endpoint({
  id: 'otc.pause',
  act: 'keep',
  stopsAt: 'closing',
  method: 'POST',
  path: '/api/otc/orders/:id/pause',
  money: true,
  summary: 'Pause an own order.',
  params: ofOrder,
  body: asSeen,
  answer: ownOrder,
  refusals: ['orderNotOpen', 'orderMoveNotAllowed', 'orderAlreadyPaused', 'orderAlreadyOpen'],
})

/** Puts a paused order back, and confirms the price of one that a new guide price has held. */
export const resumeOrder = endpoint({
  id: 'otc.resume',
  act: actOfOwner,
  stopsAt: 'closing',
  method: 'POST',
  path: '/api/otc/orders/:id/resume',
  money: true,
  summary: 'Resume an own order, confirming its price against the guide price.',
  params: ofOrder,
  body: asSeen,
  answer: ownOrder,
  refusals: [
    'orderNotOpen',
    'orderMoveNotAllowed',
    'orderAlreadyPaused',
    'orderAlreadyOpen',
    'orderPriceOutsideBand',
    'marginTooWide',
    'concessionTooHigh',
    'buyOrderTooLarge',
    'sellingFrozen',
    'investmentOverMaximum',
    ...buyingStops,
  ],
})

/** New terms for what is left; the order gets another version. Open trades keep theirs. */
export const changeOrder = endpoint({
  id: 'otc.changeOrder',
  act: actOfOwner,
  stopsAt: 'closing',
  method: 'POST',
  path: '/api/otc/orders/:id/terms',
  money: true,
  summary: 'Change the terms of an own order.',
  params: ofOrder,
  body: z.strictObject({
    ...terms,
    /** Of a sell order; 0 for a buy order. */
    concessionBps: concessionBps.default(0),
    version,
  }),
  answer: ownOrder,
  refusals: [
    ...termRefusals,
    'orderNotOpen',
    'orderMoveNotAllowed',
    'orderAlreadyPaused',
    'orderAlreadyOpen',
    'buyOrderTooLarge',
    'investmentOverMaximum',
    ...buyingStops,
  ],
})

const ask = {
  quantity: amountText(6),
  network,
  version,
}
const takeRefusals = [
  'marketStopped',
  'marketClosed',
  'ownOrder',
  'memberBlocked',
  'conditionEffective',
  'conditionTrades',
  'conditionRate',
  'conditionNoRate',
  'tradingPaused',
  'orderNotAvailable',
  'orderPaused',
  'orderChanged',
  'takeBelowMin',
  'takeAboveMax',
  'takeAboveRest',
  'takeRestWhole',
  'networkNotAccepted',
  'orderPriceOutsideBand',
  'paymentAmountsTaken',
  'openTakesLimit',
  'openTakesHighest',
  'openTakesLowered',
] as const

/** Buys from a sell order: the coin moves from the order's escrow to the trade's. */
export const takeOrder = endpoint({
  id: 'otc.take',
  act: 'keep',
  stopsAt: 'closing',
  method: 'POST',
  path: '/api/otc/orders/:id/takes',
  money: true,
  summary: 'Buy a part or all of a sell order.',
  params: ofOrder,
  body: z.strictObject({
    ...ask,
    /** The buyer's own: then only what comes from this address is this trade's payment. */
    payFrom: networkAddress.optional(),
  }),
  answer: trade,
  refusals: [
    ...takeRefusals,
    ...buyingStops,
    'riskQuestionsOpen',
    'investmentOverMaximum',
    'payFromAddress',
    'newcomersShare',
    'newcomersShareTaken',
  ],
})

/** Sells into a buy order: the taker's coin and fee move into escrow. */
export const takeBuyOrder = endpoint({
  id: 'otc.takeBuy',
  act: 'sell',
  stopsAt: 'closing',
  method: 'POST',
  path: '/api/otc/buy-orders/:id/takes',
  money: true,
  paymentPassword: true,
  summary: 'Sell to a buy order, a part or all of it.',
  params: ofOrder,
  body: z.strictObject({ ...ask, paymentPassword: givenPaymentPassword }),
  answer: trade,
  refusals: [
    ...takeRefusals,
    'buyerOverMaximum',
    'sellingFrozen',
    'receivingAddressNeeded',
    'tradingLimitExceeded',
    'insufficientBalance',
    'paymentPasswordWrong',
    'paymentPasswordLocked',
  ],
})
