import { z } from 'zod'
import { decimal, instant, wireId } from '../contract/wire.ts'

/** The purposes of the platform's published addresses; recharge addresses are the members'. */
export const custodyUses = ['founding', 'income', 'hot', 'cold'] as const
export type CustodyUse = (typeof custodyUses)[number]

/**
 * How two treasurers classify a receipt. `founding`: the operator's own money, which reserve and
 * coin begin with. `income`: earned outside. `refund`: returned costs. `cover`: makes up for a
 * loss.
 */
export const receiptKinds = ['founding', 'income', 'refund', 'cover'] as const
export type ReceiptKind = (typeof receiptKinds)[number]

/**
 * `confirming`: in a block that is not final. `final`: permanent. `vanished`: no block contains it
 * any more.
 */
export const receiptStates = ['confirming', 'final', 'vanished'] as const
export type ReceiptState = (typeof receiptStates)[number]

/** USDT that came to an address of the platform from outside, as the chain shows it. */
export const chainReceipt = z.object({
  id: wireId('rcp'),
  use: z.enum(custodyUses),
  /** The receiving and the sending address. */
  address: z.string(),
  from: z.string(),
  amount: decimal,
  hash: z.string(),
  /** Index of the transfer among the events of its transaction, from 0. */
  position: z.number().int(),
  block: z.number().int(),
  /** The time of its block. */
  blockAt: instant,
  confirmations: z.number().int(),
  needed: z.number().int(),
  state: z.enum(receiptStates),
})
