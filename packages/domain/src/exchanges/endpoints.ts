import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { amountText, decimal, instant, pageOf, pageQuery, rule, wireId } from '../contract/wire.ts'
import { givenPaymentPassword } from '../identity/inputs.ts'
import { assets } from '../money/amount.ts'
import { redemptionStates } from '../redemptions/redemption.ts'
import { ruleVersionNumber } from '../rules/endpoints.ts'

/** Coins that go back to the reserve. What it gave is null until a settlement has dealt it. */
export const exchange = z.object({
  id: wireId('exc'),
  orderNumber: z.string(),
  /** In today's units while it is open, in those of its end afterwards. */
  quantity: decimal,
  status: z.enum(redemptionStates),
  exitPrice: decimal.nullable(),
  gross: decimal.nullable(),
  fee: decimal.nullable(),
  net: decimal.nullable(),
  /** The cut-off whose run deals it. */
  dealsAt: instant,
  cancellable: z.boolean(),
  /** The version of the rule book by whose terms it was placed. */
  ruleVersion: ruleVersionNumber,
  /** The version by which a settlement dealt it; null until one has. */
  dealVersion: ruleVersionNumber.nullable(),
  placedAt: instant,
})

/** What an exchange would deal at if nothing changed, and what may be exchanged. */
export const exchangeTerms = endpoint({
  id: 'exchanges.terms',
  path: '/api/exchanges/terms',
  summary:
    'The exit price of the last settlement, the fee, the minimum, what is available, the cut-off.',
  answer: z.object({
    exitPrice: decimal,
    feeBps: z.number().int(),
    minimum: decimal,
    available: decimal,
    nextCutoff: instant,
  }),
})

/** Queues coins for the next exit price. */
export const placeExchange = endpoint({
  id: 'exchanges.place',
  method: 'POST',
  path: '/api/exchanges',
  money: true,
  paymentPassword: true,
  summary: 'Exchange LEAF to USDT at the next exit price.',
  body: z.strictObject({ quantity: amountText(), paymentPassword: givenPaymentPassword }),
  answer: exchange,
  refusals: [
    'exchangeTooSmall',
    'insufficientBalance',
    'paymentPasswordWrong',
    'paymentPasswordLocked',
  ],
})

/** Free until the cut-off. */
export const cancelExchange = endpoint({
  id: 'exchanges.cancel',
  method: 'POST',
  path: '/api/exchanges/:id/cancel',
  money: true,
  summary: 'Cancel a queued exchange; its coins are free again.',
  params: z.strictObject({ id: wireId('exc') }),
  answer: exchange,
  refusals: ['exchangeSettling'],
})

/** Own exchanges, newest first. */
export const exchangeList = endpoint({
  id: 'exchanges.list',
  path: '/api/exchanges',
  summary: 'Own exchanges, newest first.',
  query: z.strictObject({
    ...pageQuery,
    status: z.enum(redemptionStates, rule('choice')).optional(),
  }),
  answer: pageOf(exchange),
})

export const saleTypes = ['otc', 'exchange'] as const

const saleFigures = {
  /** When it was sold. */
  at: instant,
  quantity: decimal,
  /** USDT that was paid for one LEAF, in the units of its time. */
  price: decimal,
  /** USDT before fee and concession. */
  gross: decimal,
  /** An exchange's fee is USDT out of the gross; the market's is LEAF beside the quantity. */
  fee: decimal,
  feeAsset: z.enum(assets),
  /** USDT that the seller got. */
  net: decimal,
  /** The ledger's name for the transfers of it. */
  reference: z.string(),
  /** The version of the rule book that it dealt by; of a market order, that it was published by. */
  ruleVersion: ruleVersionNumber,
}

/** One deal of a market order. */
export const saleDeal = z.object({
  ...saleFigures,
  id: z.string(),
  /** The buyer's nickname, masked. */
  counterparty: z.string(),
})

/** Coins sold: an own market order with its deals, or an exchange, which has none. */
export const saleRecord = z.object({
  ...saleFigures,
  id: z.string(),
  type: z.enum(saleTypes),
  orderNumber: z.string(),
  deals: z.array(saleDeal),
})

/** Own sales, the last sold first. */
export const saleRecords = endpoint({
  id: 'exchanges.sales',
  path: '/api/exchanges/sales',
  summary: 'Own coins sold through the market and through exchange, with every deal.',
  query: z.strictObject({ ...pageQuery, type: z.enum(saleTypes, rule('choice')).optional() }),
  answer: pageOf(saleRecord),
})
