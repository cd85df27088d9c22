import { approval, collectionTransaction, haltReasons, payoutOrder } from '@banyan/payouts'
import { z } from 'zod'

const hash = z.string().regex(/^0x[0-9a-f]{64}$/)
const raw = z.string().regex(/^0x([0-9a-f]{2})+$/)
const nonce = z.number().int().nonnegative()
const block = z.number().int().nonnegative()
/** Token units or wei: decimal text, so that no number is rounded. */
const units = z.string().regex(/^-?(0|[1-9][0-9]*)$/)
const at = z.iso.datetime()
const withdrawalId = payoutOrder.shape.withdrawalId

/**
 * The records of the journal. A record is never changed; the whole state follows from all of them
 * in order (see book.ts). `at` is the time of the chain.
 */
export const journalRecord = z.discriminatedUnion('kind', [
  /** The first one: what the key had done, and its balance, when the journal began. */
  z.strictObject({
    kind: z.literal('opened'),
    at,
    chainId: z.number().int().positive(),
    token: payoutOrder.shape.token,
    address: payoutOrder.shape.address,
    nonce,
    block,
    units,
  }),
  /** The first time that the signer learned of an address. */
  z.strictObject({ kind: z.literal('address'), at, address: payoutOrder.shape.address }),
  /** A payout with its transaction, written before anything is sent. */
  z.strictObject({
    kind: z.literal('signed'),
    at,
    order: payoutOrder,
    approvals: z.array(approval),
    nonce,
    hash,
    raw,
    gasPrice: units,
    /** The final block at the time: no transaction of the payout is in it or below. */
    after: block,
  }),
  /** The same payment with the same nonce and a higher fee, written before it is sent. */
  z.strictObject({
    kind: z.literal('replaced'),
    at,
    withdrawalId,
    hash,
    raw,
    gasPrice: units,
  }),
  /** Paid for ever: in a final block. */
  z.strictObject({ kind: z.literal('final'), at, withdrawalId, hash, block }),
  /**
   * Its nonce is used up in a final block and nothing was paid; `hash` is set where its own
   * transaction failed.
   */
  z.strictObject({
    kind: z.literal('returned'),
    at,
    withdrawalId,
    hash: hash.nullable(),
    block,
  }),
  /** Nothing was signed for this withdrawal, and nothing will be. */
  z.strictObject({ kind: z.literal('voided'), at, withdrawalId }),
  /** A transaction of a collection, written before anything is sent; the first hash is its id. */
  z.strictObject({
    kind: z.literal('collectionSigned'),
    at,
    ...collectionTransaction.pick({ purpose: true, index: true, from: true, to: true }).shape,
    units,
    nonce,
    hash,
    raw,
    gasPrice: units,
    after: block,
  }),
  /** The same with the same nonce and a higher fee. */
  z.strictObject({
    kind: z.literal('collectionReplaced'),
    at,
    id: hash,
    hash,
    raw,
    gasPrice: units,
  }),
  /** In a final block. */
  z.strictObject({ kind: z.literal('collectionFinal'), at, id: hash, hash, block }),
  /** Its nonce is used up in a final block and nothing moved. */
  z.strictObject({
    kind: z.literal('collectionFailed'),
    at,
    id: hash,
    hash: hash.nullable(),
    block,
  }),
  /** Up to this block every transfer of the hot wallet is explained and its balance matches. */
  z.strictObject({ kind: z.literal('counted'), at, block, units }),
  /** A payout of this key that is on the chain and that the journal had lost; see reconcile.ts. */
  z.strictObject({ kind: z.literal('found'), at, order: payoutOrder, nonce, hash, block }),
  z.strictObject({
    kind: z.literal('halted'),
    at,
    reason: z.enum(haltReasons),
    detail: z.string(),
  }),
  /** A person let it work again; from here the key has used `nonce` transactions. */
  z.strictObject({
    kind: z.literal('resumed'),
    at,
    why: z.string(),
    nonce,
    block,
    units,
  }),
])

export type JournalRecord = z.output<typeof journalRecord>
export type RecordOf<K extends JournalRecord['kind']> = Extract<JournalRecord, { kind: K }>
