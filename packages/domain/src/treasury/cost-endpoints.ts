import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { decimal, digest, instant, pageOf, pageQuery, wireId } from '../contract/wire.ts'
import { receiptStates } from './receipt.ts'

/** The platform's addresses that costs are paid from; the hot wallet pays withdrawals alone. */
export const costUses = ['founding', 'income', 'cold'] as const
export type CostUse = (typeof costUses)[number]

/** USDT that left one of these addresses for an address outside, as the chain shows it. */
export const costTransfer = z.object({
  id: wireId('ctf'),
  use: z.enum(costUses),
  from: z.string(),
  to: z.string(),
  /** Rounded up to six decimals: what custody lacks at most. */
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

/** What one treasurer says of a payment: everything but its amount, addresses and time. */
export const costWords = {
  /** Who was paid. */
  payee: z.string(),
  /** Number of the invoice or contract. */
  reference: z.string(),
  /** What it was for. */
  evidence: z.string(),
  /** SHA-256 of the receipt's file. */
  document: digest,
}

/** Every cost that was booked, newest first. */
export const costList = endpoint({
  id: 'treasury.costs',
  path: '/api/treasury/costs',
  access: 'public',
  summary:
    'Costs that were paid out of OPS, newest first: the transfer as the chain shows it, and what two treasurers said of it.',
  query: z.strictObject(pageQuery),
  answer: pageOf(costTransfer.extend({ ...costWords, bookedAt: instant })),
})

/** Payments that may be booked as costs. */
export const unbookedCosts = endpoint({
  id: 'treasury.unbookedCosts',
  path: '/api/operator/treasury/unbooked-costs',
  access: 'operator',
  roles: ['treasurer', 'administrator'],
  summary:
    'Transfers from the founding, income and cold addresses to addresses outside that are booked as no cost. The newest 100.',
  answer: z.object({
    items: z.array(costTransfer),
    /** What OPS holds: no cost beyond it is booked. */
    ops: decimal,
  }),
})
