import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { amountText, decimal, pageOf, pageQuery, rule, wireId } from '../contract/wire.ts'
import { conditions, counterparty } from './counterparty.ts'
import { networkField as network } from './network-fields.ts'
import { orderSides } from './order.ts'

/** Why the reader cannot take an order that others can. */
export const orderBarriers = ['own', 'blocked', 'conditions', 'newcomers'] as const
export type OrderBarrier = (typeof orderBarriers)[number]

/** An order as every member sees it. */
export const marketOrder = z.object({
  id: wireId('ord'),
  /** Increases when the terms or the price change; a take names the version that was on the screen. */
  version: z.number().int(),
  /** The owner's side: a reader buys from a sell order and sells to a buy order. */
  side: z.enum(orderSides),
  /** Before the concession; for a floating order, its price at the guide price in force. */
  price: decimal,
  /** The price after the concession, USDT per LEAF. */
  effectivePrice: decimal,
  /** The price follows the guide price; a take fixes it. */
  floats: z.boolean(),
  /** Above (+) or below (−) the guide price, hundredths of a percent. */
  aboveGuideBps: z.number().int(),
  minQuantity: decimal,
  maxQuantity: decimal,
  concessionBps: z.number().int(),
  feeBps: z.number().int(),
  networks: z.array(network),
  conditions,
  /** The owner sells, and the coin is released automatically once the chain has verified the payment. */
  autoRelease: z.boolean(),
  available: decimal,
  /** The minimum and maximum that can be taken now; a rest below the minimum only whole. */
  takeMin: decimal,
  takeMax: decimal,
  owner: counterparty,
  barrier: z.enum(orderBarriers).nullable(),
  /** For a sell order, the maximum for a reader without a finished trade; null for all others. */
  newcomersMost: decimal.nullable(),
})
export type MarketOrderView = z.infer<typeof marketOrder>

/** Sort orders: the best effective price, the largest rest, the newest. */
export const marketSorts = ['price', 'available', 'newest'] as const
export type MarketSort = (typeof marketSorts)[number]

/** Open orders of one side, best effective price first unless another order is requested. */
export const market = endpoint({
  id: 'otc.market',
  path: '/api/otc/market',
  summary: 'Open orders of one side, with the guide price and the last deal.',
  query: z.strictObject({
    ...pageQuery,
    side: z.enum(orderSides, rule('side')).default('sell'),
    network: network.optional(),
    /** Only orders that can be taken for this quantity, LEAF. */
    quantity: amountText(6).optional(),
    /** Only orders that can be taken for this payment, USDT; not together with `quantity`. */
    payment: amountText(2).optional(),
    sort: z.enum(marketSorts, rule('choice')).default('price'),
  }),
  answer: pageOf(marketOrder).extend({
    /** Orders that are left out only because they cannot be taken for the requested amount. */
    leftOut: z.number().int(),
    guidePrice: decimal,
    bandLow: decimal,
    bandHigh: decimal,
    lastDealPrice: decimal.nullable(),
  }),
})

/** One open order: shown by a take's page, and read again when it was stale. */
export const getMarketOrder = endpoint({
  id: 'otc.marketOrder',
  path: '/api/otc/market/:id',
  summary: 'One open order.',
  params: z.strictObject({ id: wireId('ord') }),
  answer: marketOrder,
})

const level = z.object({
  /** Effective price in whole cents: of sell orders rounded up, of buy orders down. */
  price: decimal,
  quantity: decimal,
  orders: z.number().int(),
})

/** The available quantity at each price, the best level of each side first. */
export const marketDepth = endpoint({
  id: 'otc.depth',
  path: '/api/otc/depth',
  summary: 'Price levels of both sides.',
  answer: z.object({ guidePrice: decimal, sell: z.array(level), buy: z.array(level) }),
})
