import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { decimal, instant, pageOf, pageQuery, rule, wireId } from '../contract/wire.ts'
import { accountId } from '../identity/inputs.ts'
import { depositStates } from './endpoints.ts'

const readers = { access: 'operator', roles: ['reviewer', 'treasurer', 'administrator'] } as const

/**
 * States of recharges, and `ignored`: a transfer of the token to a recharge address that nobody is
 * credited for, because it came from another address of the platform.
 */
export const seenStates = [...depositStates, 'ignored'] as const
export type SeenState = (typeof seenStates)[number]

/**
 * What a person should look at. `reorganised`: credited, and its block was taken back. `vanished`:
 * no block holds it any more. `afterFreeze`: it came to a member whose account was frozen or
 * closed. `ownAddress`: it came from an address of the platform. `earlierAddress`: it came to an
 * address of an earlier deposit key. `dust`: less than a millionth of a USDT.
 */
export const depositMarks = [
  'reorganised',
  'vanished',
  'afterFreeze',
  'ownAddress',
  'earlierAddress',
  'dust',
] as const
export type DepositMark = (typeof depositMarks)[number]

/** An address of the chain, or a hash, as a person pastes it. */
const hex = (digits: number) =>
  z
    .string()
    .trim()
    .toLowerCase()
    .regex(new RegExp(`^0x[0-9a-f]{${digits}}$`), rule('choice'))

/** A recharge in the list: `dep_…`, or `ctf_…` for an ignored transfer. */
const seenId = z.string().regex(/^(dep|ctf)_[0-9a-f]{32}$/, rule('id'))

const seen = z.object({
  id: seenId,
  state: z.enum(seenStates),
  marks: z.array(z.enum(depositMarks)),
  /** USDT; the whole millionths of what the chain shows. */
  amount: decimal,
  accountId: z.string(),
  nickname: z.string(),
  /** The recharge address. */
  address: z.string(),
  /** Null for recharges of before it was kept. */
  sender: z.string().nullable(),
  hash: z.string(),
  block: z.number().int(),
  seenAt: instant,
  creditedAt: instant.nullable(),
  confirmations: z.number().int(),
  needed: z.number().int(),
})

/** What the list can be narrowed to; all parts hold together. */
const seenFilters = {
  state: z.enum(seenStates, rule('choice')).optional(),
  /** Those with any of the marks, or with this one. */
  mark: z.enum(['any', ...depositMarks], rule('choice')).optional(),
  account: accountId.optional(),
  /** The recharge address or the sender. */
  address: hex(40).optional(),
  hash: hex(64).optional(),
}

/** Every transfer to a recharge address that the watcher has seen. */
export const depositsSeen = endpoint({
  id: 'deposits.seen',
  path: '/api/operator/deposits',
  ...readers,
  summary:
    'Every transfer to a recharge address as the watcher has seen it, newest first: credited, waiting, below the minimum, ignored, taken back.',
  query: z.strictObject({ ...pageQuery, ...seenFilters }),
  answer: pageOf(seen),
})

/** How many transfers a filter of the list has, and their sum: of all pages. */
export const depositTotals = endpoint({
  id: 'deposits.totals',
  path: '/api/operator/deposit-totals',
  ...readers,
  summary: 'The number and the sum of all transfers that the list has under the same filter.',
  query: z.strictObject(seenFilters),
  answer: z.object({ count: z.number().int(), amount: decimal }),
})

const collected = z.object({
  /** The hash of its first transaction. */
  id: z.string(),
  purpose: z.enum(['gas', 'collect', 'excess']),
  state: z.enum(['signed', 'mined', 'final', 'failed']),
  /** USDT; null for gas. */
  amount: decimal.nullable(),
  block: z.number().int().nullable(),
  signedAt: instant,
})

/** One of them, with everything that is known of it. */
export const depositSeen = endpoint({
  id: 'deposits.seenOne',
  path: '/api/operator/deposits/:id',
  ...readers,
  summary:
    'One transfer to a recharge address: blocks, confirmations, credit, the address with its key, and what was collected from it.',
  params: z.strictObject({ id: seenId }),
  answer: seen.extend({
    chainId: z.number().int(),
    blockHash: z.string(),
    /** Index of the transfer among the events of its transaction, from 0. */
    position: z.number().int(),
    /** The exact amount in units of the token. */
    tokenUnits: z.string(),
    takenBackAt: instant.nullable(),
    /** The newest followed block, and the newest final one; null where the chain is not followed. */
    tip: z.number().int().nullable(),
    finalized: z.number().int().nullable(),
    /** It is so large that all validators must have confirmed its block. */
    isLarge: z.boolean(),
    /** Under which reference the ledger has credited it; null while it has not. */
    reference: z.string().nullable(),
    /** What the member's recharges below the minimum come to, and the minimum, USDT. */
    waiting: decimal,
    minimum: decimal,
    /** The address: its index, the number of its key and of the present one. */
    derivationIndex: z.number().int().nullable(),
    generation: z.number().int().nullable(),
    currentGeneration: z.number().int(),
    /** What the chain showed at the address when custody was last read; null where it was not. */
    held: decimal.nullable(),
    memberFrozenAt: instant.nullable(),
    memberClosedAt: instant.nullable(),
    /** The last collections from the address, newest first. */
    collections: z.array(collected),
  }),
})

/** What service needs when a member asks where a recharge is: no address and no whole hash. */
export const depositsOfMember = endpoint({
  id: 'deposits.ofMember',
  path: '/api/operator/deposits-of-member',
  access: 'operator',
  roles: ['support', 'reviewer', 'treasurer', 'administrator'],
  summary:
    'The last recharges of one member with their confirmations; hashes are shortened and addresses left out.',
  query: z.strictObject({ account: accountId, limit: pageQuery.limit }),
  answer: z.object({
    items: z.array(
      z.object({
        id: wireId('dep'),
        state: z.enum(depositStates),
        amount: decimal,
        /** Its first and last digits: enough to compare with what the member reads out. */
        hash: z.string(),
        seenAt: instant,
        creditedAt: instant.nullable(),
        confirmations: z.number().int(),
        needed: z.number().int(),
      }),
    ),
  }),
})
