import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { amountText, decimal, instant, pageOf, pageQuery, rule, wireId } from '../contract/wire.ts'
import { givenPaymentPassword } from '../identity/inputs.ts'
import { counterparty } from './counterparty.ts'
import { networkField as network } from './network.ts'
import { orderStatuses } from './order.ts'
import { trade } from './trade-endpoints.ts'

const terms = {
  price: decimal,
  minQuantity: decimal,
  maxQuantity: decimal,
  concessionBps: z.number().int(),
  feeBps: z.number().int(),
  networks: z.array(network),
}

/** A sell order of another member that can be taken. */
export const marketOrder = z.object({
  id: wireId('ord'),
  version: z.number().int(),
  ...terms,
  available: decimal,
  seller: counterparty,
  own: z.boolean(),
})

/** Open sell orders, cheapest after concession first. */
export const market = endpoint({
  id: 'otc.market',
  path: '/api/otc/market',
  summary: 'Open sell orders, best price first, with the guide price and the last deal.',
  query: z.strictObject({ ...pageQuery, network: network.optional() }),
  answer: pageOf(marketOrder).extend({
    guidePrice: decimal,
    bandLow: decimal,
    bandHigh: decimal,
    lastDealPrice: decimal.nullable(),
  }),
})

/** An own order. */
export const ownOrder = z.object({
  id: wireId('ord'),
  orderNumber: z.string(),
  version: z.number().int(),
  side: z.literal('sell'),
  ...terms,
  total: decimal,
  available: decimal,
  inTrade: decimal,
  dealt: decimal,
  returned: decimal,
  status: z.enum(orderStatuses),
  cancellable: z.boolean(),
  createdAt: instant,
})

/** What publishing is held to. */
export const publishTerms = endpoint({
  id: 'otc.publishTerms',
  path: '/api/otc/publish-terms',
  summary: 'Price band, fee, minimums, limits and what is available to sell.',
  answer: z.object({
    guidePrice: decimal,
    bandLow: decimal,
    bandHigh: decimal,
    feeBps: z.number().int(),
    minQuantity: decimal,
    maxConcessionBps: z.number().int(),
    openOrders: z.number().int(),
    maxOpenOrders: z.number().int(),
    tradingLimit: decimal,
    available: decimal,
    networks: z.array(network),
    paymentWindowMs: z.number().int(),
    releaseWindowMs: z.number().int(),
    /** Until when publishing is frozen after a change of security settings. */
    frozenUntil: instant.nullable(),
  }),
})

/** Publishes a sell order: quantity and highest fee move into escrow. */
export const publishOrder = endpoint({
  id: 'otc.publish',
  method: 'POST',
  path: '/api/otc/orders',
  money: true,
  paymentPassword: true,
  summary: 'Publish a sell order.',
  body: z.strictObject({
    quantity: amountText(6),
    price: amountText(6),
    minQuantity: amountText(6),
    maxQuantity: amountText(6),
    concessionBps: z
      .number(rule('concessionRate'))
      .int(rule('concessionRate'))
      .min(0, rule('concessionRate'))
      .max(500, rule('concessionRate')),
    networks: z.array(network).min(1, rule('network')).max(2, rule('network')),
    paymentPassword: givenPaymentPassword,
  }),
  answer: ownOrder,
  refusals: [
    'sellingFrozen',
    'orderQuantityTooSmall',
    'orderPriceOutsideBand',
    'orderTakeRange',
    'tooManyOpenOrders',
    'tradingLimitExceeded',
    'receivingAddressNeeded',
    'insufficientBalance',
    'paymentPasswordWrong',
    'paymentPasswordLocked',
  ],
})

/** Own sell orders, newest first. */
export const ownOrders = endpoint({
  id: 'otc.orders',
  path: '/api/otc/orders',
  summary: 'Own orders, newest first.',
  query: z.strictObject({
    ...pageQuery,
    open: z.enum(['true', 'false'], rule('choice')).optional(),
  }),
  answer: pageOf(ownOrder),
})

/** Returns what is still available; open trades go on untouched. */
export const cancelOrder = endpoint({
  id: 'otc.cancel',
  method: 'POST',
  path: '/api/otc/orders/:id/cancel',
  money: true,
  summary: 'Cancel what is left of an own order.',
  params: z.strictObject({ id: wireId('ord') }),
  answer: ownOrder,
  refusals: ['orderNotOpen'],
})

/** Takes a part or all of an order: the coin moves from the order's escrow to the trade's. */
export const takeOrder = endpoint({
  id: 'otc.take',
  method: 'POST',
  path: '/api/otc/orders/:id/takes',
  money: true,
  summary: 'Buy a part or all of a sell order.',
  params: z.strictObject({ id: wireId('ord') }),
  body: z.strictObject({
    quantity: amountText(6),
    network,
    version: z.number(rule('wrongType')).int(),
  }),
  answer: trade,
  refusals: [
    'ownOrder',
    'orderNotAvailable',
    'takeQuantityOutside',
    'networkNotAccepted',
    'orderPriceOutsideBand',
  ],
})
