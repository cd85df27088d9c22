import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { decimal, instant, pageOf, pageQuery, wireId } from '../contract/wire.ts'
import { receiptStates } from '../treasury/receipt.ts'

/** Why nothing is collected now; null while collection runs. */
export const collectionStops = [
  /** No signer is set, or no chain. */
  'notConnected',
  /** The signer does not answer. */
  'signerAway',
  /** It signs nothing now. */
  'signerHalted',
  /** Its configuration has no collection. */
  'notConfigured',
  /** Its deposit key, hot wallet, cold address or chain differs from the settings. */
  'otherSettings',
] as const

/** `gas`: BNB for one transfer. `collect`: USDT of a recharge address. `excess`: of the hot wallet, above its cap. */
const collectionKinds = ['gas', 'collect', 'excess'] as const

const collectionSteps = ['signed', 'mined', 'final', 'failed'] as const

const collected = z.object({
  /** The hash of its first transaction. */
  id: z.string(),
  purpose: z.enum(collectionKinds),
  /** Of the recharge address; null for `excess`. */
  index: z.number().int().nullable(),
  from: z.string(),
  to: z.string(),
  /** USDT; null for `gas`. */
  amount: decimal.nullable(),
  /** Wei; null for USDT. */
  wei: z.string().nullable(),
  nonce: z.number().int(),
  transactions: z.array(z.string()),
  state: z.enum(collectionSteps),
  block: z.number().int().nullable(),
  signedAt: instant,
})

/** How USDT moves from recharge addresses to the hot wallet and the cold address. */
export const collectionStatus = endpoint({
  id: 'collection.status',
  path: '/api/operator/collections',
  access: 'operator',
  roles: ['reviewer', 'treasurer', 'administrator'],
  summary: 'What is collected from recharge addresses, by which settings, and each transaction.',
  query: z.object(pageQuery),
  answer: pageOf(collected).extend({
    stop: z.enum(collectionStops).nullable(),
    checkedAt: instant.nullable(),
    /** By the signer's own configuration; null until it has answered. */
    settings: z
      .object({
        hot: z.string(),
        cold: z.string(),
        chainId: z.number().int(),
        token: z.string(),
        tokenDecimals: z.number().int(),
        hotCap: decimal,
        least: decimal,
        /** Wei that may still be sent as gas today. */
        gasLeft: z.string(),
      })
      .nullable(),
    /** Recharge addresses that held `least` or more when custody was last read. */
    waiting: z.object({ addresses: z.number().int(), amount: decimal }),
  }),
})

/** Refills of the hot wallet, as the chain shows them. */
export const refillList = endpoint({
  id: 'collection.refills',
  path: '/api/operator/refills',
  access: 'operator',
  roles: ['reviewer', 'treasurer', 'administrator'],
  summary: 'The newest 20 transfers from the cold address to the hot wallet, with how far each is.',
  answer: z.object({
    items: z.array(
      z.object({
        id: wireId('ctf'),
        from: z.string(),
        to: z.string(),
        amount: decimal,
        hash: z.string(),
        block: z.number().int(),
        /** The time of its block. */
        blockAt: instant,
        confirmations: z.number().int(),
        needed: z.number().int(),
        state: z.enum(receiptStates),
      }),
    ),
  }),
})
