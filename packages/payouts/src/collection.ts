import { z } from 'zod'
import { payoutOrder } from './order.ts'

/**
 * Collecting USDT from recharge addresses. The server names one of the signer's deposit keys and
 * indexes of it, and nothing else: the signer derives the addresses, reads their balances from its
 * own nodes, and sends only to its hot wallet or to the cold address of its own configuration.
 */

const hash = z.string().regex(/^0x[0-9a-f]{64}$/)
const address = payoutOrder.shape.address
const units = z.string().regex(/^(0|[1-9][0-9]{0,60})$/)
const block = z.number().int().nonnegative()
/** Of a key that is derived without hardening (BIP-32). */
const index = z.number().int().nonnegative().max(2_147_483_647)

/** The most addresses in one request. */
const atOnce = 50

export const collectionRequest = z.strictObject({
  /** The public half of the deposit key that the indexes belong to. */
  xpub: z.string().max(120),
  indexes: z.array(index).max(atOnce),
})

/**
 * The outcome for one address. `gas`: it was sent BNB for one transfer; ask again later. `collect`:
 * its USDT is on the way. The others did nothing.
 */
export const collectionOutcomes = [
  'gas',
  'collect',
  /** A transaction of this address is not final yet. */
  'underWay',
  /** It holds less than the configured minimum. */
  'tooLittle',
  /** The day's BNB for collection is spent. */
  'gasLimit',
  /** The hot wallet holds too little BNB beside what payouts need. */
  'gasShort',
  /** The maximum of transactions is under way. */
  'full',
] as const

export const collectionAnswer = z.strictObject({
  items: z.array(z.strictObject({ index, outcome: z.enum(collectionOutcomes) })),
})

export type CollectionAnswer = z.output<typeof collectionAnswer>

/**
 * `gas`: BNB from the hot wallet to a recharge address. `collect`: USDT from a recharge address.
 * `excess`: USDT of the hot wallet above its cap, to the cold address.
 */
export const collectionPurposes = ['gas', 'collect', 'excess'] as const

const collectionStates = ['signed', 'mined', 'final', 'failed'] as const

export const collectionTransaction = z.strictObject({
  /** Its number among all that the signer has signed for collection, from 0. */
  place: z.number().int().nonnegative(),
  /** The hash of its first transaction, which identifies it for ever. */
  id: hash,
  purpose: z.enum(collectionPurposes),
  /** The recharge address; null for `excess`. */
  index: index.nullable(),
  from: address,
  to: address,
  /** Units of the token; wei for `gas`. */
  units,
  nonce: z.number().int().nonnegative(),
  /** Every transaction that was signed for it, in order; at most one can be mined. */
  transactions: z.array(hash).min(1),
  state: z.enum(collectionStates),
  block: block.nullable(),
  signedAt: z.iso.datetime(),
})

export type CollectionTransaction = z.output<typeof collectionTransaction>

export const collectionList = z.strictObject({
  settings: z.strictObject({
    /**
     * The public halves of the signer's deposit keys, from which recharge addresses are derived.
     */
    xpubs: z.array(z.string()),
    hot: address,
    cold: address,
    chainId: z.number().int().positive(),
    /**
     * Units of the token: the cap up to which the hot wallet is filled, and the minimum from which
     * an address is collected.
     */
    hotCap: units,
    least: units,
    /** Wei that may still be sent as gas in this rolling day. */
    gasLeft: units,
  }),
  /** How many there are. */
  total: z.number().int().nonnegative(),
  /** In the order of their places; so many at most. */
  items: z.array(collectionTransaction).max(100),
})

export type CollectionList = z.output<typeof collectionList>
