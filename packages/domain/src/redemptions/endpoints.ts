import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { amountText, decimal, instant, pageOf, pageQuery, rule, wireId } from '../contract/wire.ts'
import { givenPaymentPassword } from '../identity/inputs.ts'
import { assets } from '../money/amount.ts'
import { ruleVersionNumber } from '../rules/endpoints.ts'
import { redemptionKinds, redemptionStates } from './redemption.ts'

/** Ids of undos had another prefix than those of exchanges before both were unified; both stay. */
const redemptionId = z.union([wireId('exc'), wireId('und')], rule('id'))

/** Coins that go back to the reserve. The results are null until a settlement has executed it. */
export const redemption = z.object({
  id: redemptionId,
  kind: z.enum(redemptionKinds),
  orderNumber: z.string(),
  /** In today's units while it is open, in those of its end afterwards. */
  quantity: decimal,
  status: z.enum(redemptionStates),
  /** What its owner would get at the last exit price; null once it has ended. */
  estimate: decimal.nullable(),
  exitPrice: decimal.nullable(),
  gross: decimal.nullable(),
  fee: decimal.nullable(),
  net: decimal.nullable(),
  /** The cut-off whose run executes it. */
  dealsAt: instant,
  cancellable: z.boolean(),
  /** The version of the rule book that was in force at the request. */
  ruleVersion: ruleVersionNumber,
  /** The version by which a settlement executed it; null until one has. */
  dealVersion: ruleVersionNumber.nullable(),
  askedAt: instant,
})

/** What coins would give if nothing changed, what may be exchanged, and the first fill that may be undone. */
export const redemptionTerms = endpoint({
  id: 'redemptions.terms',
  path: '/api/redemptions/terms',
  summary:
    'The exit price of the last settlement, the fee, the minimum, what is available, the cut-off, the undo of the first fill.',
  answer: z.object({
    exitPrice: decimal,
    feeBps: z.number().int(),
    minimum: decimal,
    available: decimal,
    nextCutoff: instant,
    /** The undo of the first fill, while it can be requested and once it was; else null. */
    undo: z
      .object({
        subscriptionId: wireId('sub'),
        /** Until when it can be requested. */
        until: instant,
        /** The coins of the fill, in today's units. */
        quantity: decimal,
        estimate: decimal,
        /** Null until it is requested, and again when that is withdrawn. */
        redemption: redemption.nullable(),
      })
      .nullable(),
  }),
})

/** Queues coins for the next exit price. */
export const requestExchange = endpoint({
  id: 'redemptions.exchange',
  act: 'keep',
  stopsAt: 'closing',
  method: 'POST',
  path: '/api/redemptions',
  money: true,
  paymentPassword: true,
  summary: 'Exchange LEAF to USDT at the next exit price.',
  body: z.strictObject({ quantity: amountText(), paymentPassword: givenPaymentPassword }),
  answer: redemption,
  refusals: [
    'exchangeTooSmall',
    'insufficientBalance',
    'paymentPasswordWrong',
    'paymentPasswordLocked',
  ],
})

/**
 * Gives the own first fill back at the next exit price, at most for what was paid. Must be
 * requested within 24 h.
 */
export const requestUndo = endpoint({
  id: 'redemptions.undo',
  act: 'keep',
  stopsAt: 'closing',
  method: 'POST',
  path: '/api/redemptions/undo',
  money: true,
  paymentPassword: true,
  summary: 'Undo the first subscription: its coins go back at the next settlement.',
  body: z.strictObject({ paymentPassword: givenPaymentPassword }),
  answer: redemption,
  refusals: [
    'undoNotOffered',
    'insufficientBalance',
    'paymentPasswordWrong',
    'paymentPasswordLocked',
  ],
})

/** Free of charge until the cut-off. */
export const cancelRedemption = endpoint({
  id: 'redemptions.cancel',
  act: 'keep',
  stopsAt: 'paying',
  method: 'POST',
  path: '/api/redemptions/:id/cancel',
  money: true,
  summary: 'Take back an exchange or an undo that is queued; its coins are free again.',
  params: z.strictObject({ id: redemptionId }),
  answer: redemption,
  refusals: ['redemptionSettling'],
})

/** Own exchanges and undos, newest first. */
export const redemptionList = endpoint({
  id: 'redemptions.list',
  path: '/api/redemptions',
  summary: 'Own exchanges and undos, newest first.',
  query: z.strictObject({
    ...pageQuery,
    status: z.enum(redemptionStates, rule('choice')).optional(),
  }),
  answer: pageOf(redemption),
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
  /** An exchange's fee is USDT out of the gross; the market's is LEAF in addition to the quantity. */
  fee: decimal,
  feeAsset: z.enum(assets),
  /** USDT that the seller got. */
  net: decimal,
  /** The ledger's reference of its transfers. */
  reference: z.string(),
  /** The version of the rule book that applied to it; for a market order, the one it was published under. */
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

/** Own sales, latest first. */
export const saleRecords = endpoint({
  id: 'redemptions.sales',
  path: '/api/redemptions/sales',
  summary: 'Own coins sold through the market and through exchange, with every deal.',
  query: z.strictObject({ ...pageQuery, type: z.enum(saleTypes, rule('choice')).optional() }),
  answer: pageOf(saleRecord),
})
