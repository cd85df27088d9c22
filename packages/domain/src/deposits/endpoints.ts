import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { decimal, instant, pageOf, pageQuery, wireId } from '../contract/wire.ts'

export const depositStates = ['confirming', 'credited', 'below_minimum', 'vanished'] as const

export const deposit = z.object({
  id: wireId('dep'),
  amount: decimal,
  hash: z.string(),
  seenAt: instant,
  creditedAt: instant.nullable(),
  /** Blocks on top of and including the one that holds the transaction. */
  confirmations: z.number().int(),
  needed: z.number().int(),
  state: z.enum(depositStates),
})

/** The member's own address, derived again from the public key on every request. */
export const depositAddress = endpoint({
  id: 'deposits.address',
  path: '/api/deposits/address',
  summary: 'Own deposit address on BSC, minimum and confirmations.',
  answer: z.object({
    address: z.string(),
    /** When and why it replaced the previous one; null for a first one. */
    change: z.object({ at: instant, why: z.object({ zh: z.string(), en: z.string() }) }).nullable(),
    /** Previous own addresses, newest first: recharges to them are credited too, for ever. */
    earlier: z.array(z.string()),
    network: z.literal('BSC'),
    chainId: z.number().int(),
    contract: z.string(),
    minimum: decimal,
    confirmations: z.number().int(),
    /** True on the demonstration chain, whose coins are worth nothing. */
    testChain: z.boolean(),
    /** The demonstration wallet's page, where there is one. */
    testWallet: z.string().nullable(),
    /** Recharges that are on the chain and not yet credited. */
    underWay: z.array(deposit),
    chainState: z.enum(['following', 'catching_up', 'unreachable']),
  }),
  refusals: ['depositAddressUnverified', 'depositsNotOffered', 'depositsNotReady'],
})

/** Own recharges, newest first. */
export const depositList = endpoint({
  id: 'deposits.list',
  path: '/api/deposits',
  summary: 'Own recharges with their block confirmation state.',
  query: z.strictObject(pageQuery),
  answer: pageOf(deposit),
})
