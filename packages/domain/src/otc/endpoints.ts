import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { amountText, decimal, instant, pageOf, pageQuery, rule, wireId } from '../contract/wire.ts'
import { givenPaymentPassword } from '../identity/inputs.ts'
import { orderStatuses } from './order.ts'
import { tradeActors, tradeEvents, tradeStages, tradeStates, tradeStatuses } from './trade.ts'

export const networks = ['BSC', 'TRON'] as const
export type Network = (typeof networks)[number]
const network = z.enum(networks, rule('network'))

/** Another member as the market shows them. */
export const counterparty = z.object({
  nickname: z.string(),
  finishedTrades: z.number().int(),
  /** Percent of the last 30 days' trades that finished; null without any. */
  completionRate: z.number().nullable(),
  /** Seconds, median; null without any. */
  medianReleaseSeconds: z.number().nullable(),
})

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

const party = z.object({ nickname: z.string(), finishedTrades: z.number().int() })

/** A trade as one of its two parties sees it. */
export const trade = z.object({
  id: wireId('trd'),
  matchingId: z.string(),
  /** The viewer's side: the buyer pays USDT, the seller releases LEAF. */
  side: z.enum(['buy', 'sell']),
  state: z.enum(tradeStates),
  status: z.enum(tradeStatuses),
  stage: z.enum(tradeStages),
  /** Why a trade closed without a deal: `gave_up` or `unpaid`. */
  reason: z.enum(['gave_up', 'unpaid']).nullable(),
  dealQuantity: decimal,
  dealPrice: decimal,
  dealAmount: decimal,
  /** Paid by the seller in LEAF, on success only. */
  fee: decimal,
  concessionQuantity: decimal,
  paymentAmount: decimal,
  refundQuantity: decimal.nullable(),
  refundAmount: decimal.nullable(),
  network,
  payTo: z.string(),
  contact: z.string().nullable(),
  buyer: party,
  seller: party,
  payment: z
    .object({ hash: z.string(), vouchers: z.array(wireId('img')), paidAt: instant })
    .nullable(),
  dealtAt: instant,
  paymentDeadline: instant,
  graceDeadline: instant,
  releaseDeadline: instant.nullable(),
  closedAt: instant.nullable(),
  /** The deadline that counts down now, if any. */
  deadline: instant.nullable(),
  timeline: z.array(
    z.object({ event: z.enum(['take', ...tradeEvents]), actor: z.enum(tradeActors), at: instant }),
  ),
  /** What the viewer may do now; a screen offers only these. */
  moves: z.array(z.enum(tradeEvents)),
  serverNow: instant,
})
export type TradeView = z.infer<typeof trade>

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

/** One trade, for its two parties only. */
export const getTrade = endpoint({
  id: 'otc.trade',
  path: '/api/otc/trades/:id',
  summary: 'One own trade.',
  params: z.strictObject({ id: wireId('trd') }),
  answer: trade,
})

/** Own trades, newest first. */
export const tradeList = endpoint({
  id: 'otc.trades',
  path: '/api/otc/trades',
  summary: 'Own trades by side and status, newest first.',
  query: z.strictObject({
    ...pageQuery,
    side: z.enum(['buy', 'sell'], rule('side')).optional(),
    status: z.enum(tradeStatuses, rule('choice')).optional(),
    open: z.enum(['true', 'false'], rule('choice')).optional(),
  }),
  answer: pageOf(trade),
})

/** The transaction hash as both chains write it; stored lower-case without 0x. */
export const transactionHash = z
  .string(rule('transactionHash'))
  .transform(text => text.replace(/\s+/g, '').toLowerCase().replace(/^0x/, ''))
  .pipe(z.string().regex(/^[0-9a-f]{64}$/, rule('transactionHash')))

/** The buyer says that the payment was sent, with its picture and hash. */
export const payTrade = endpoint({
  id: 'otc.pay',
  method: 'POST',
  path: '/api/otc/trades/:id/pay',
  money: true,
  summary: 'Mark a trade as paid, with voucher pictures and transaction hash.',
  params: z.strictObject({ id: wireId('trd') }),
  body: z.strictObject({
    vouchers: z
      .array(wireId('img'), rule('voucherRequired'))
      .min(1, rule('voucherRequired'))
      .max(9, rule('voucherTooMany')),
    hash: transactionHash,
  }),
  answer: trade,
  refusals: ['tradeMoveNotAllowed', 'paymentWindowOver', 'voucherUnknown'],
})

/** The buyer gives up and confirms that nothing was sent. */
export const giveUpTrade = endpoint({
  id: 'otc.giveUp',
  method: 'POST',
  path: '/api/otc/trades/:id/give-up',
  money: true,
  summary: 'Give up an unpaid trade, confirming that nothing was sent.',
  params: z.strictObject({ id: wireId('trd') }),
  body: z.strictObject({ nothingSent: z.literal(true, rule('consentRequired')) }),
  answer: trade,
  refusals: ['tradeMoveNotAllowed'],
})

/** The seller has the money and lets the coin go. */
export const releaseTrade = endpoint({
  id: 'otc.release',
  method: 'POST',
  path: '/api/otc/trades/:id/release',
  money: true,
  paymentPassword: true,
  summary: 'Release the coin to the buyer.',
  params: z.strictObject({ id: wireId('trd') }),
  body: z.strictObject({ paymentPassword: givenPaymentPassword }),
  answer: trade,
  refusals: ['tradeMoveNotAllowed', 'paymentPasswordWrong', 'paymentPasswordLocked'],
})
