import { z } from 'zod'
import { approval } from './approval.ts'
import { payoutOrder } from './order.ts'

/**
 * The protocol between the server and the signer: HTTP over a local socket, JSON, with a bearer
 * token. Every answer is 200 with one of the schemas below, or 4xx/5xx with `signerRefusal`.
 */
export const signerPaths = {
  /** GET: `signerStatus`. */
  status: '/status',
  /** POST `addressNotice`: the signer notes when it first learned of an address; `addressNoted`. */
  addresses: '/addresses',
  /** POST `statesRequest`: `payoutsKnown`. */
  states: '/states',
  /** POST `signedRequest`: `signedPage`. */
  signed: '/signed',
  /** POST `voidRequest`: the signer never signs anything for a withdrawal from then on; `voided`. */
  voids: '/voids',
  /** POST `payoutRequest`, GET `/payouts/:withdrawalId`: `payout`. */
  payouts: '/payouts',
  /** POST `collectionRequest`: `collectionAnswer`; GET with `?after=<place>`: `collectionList`. */
  collections: '/collections',
} as const

const hash = z.string().regex(/^0x[0-9a-f]{64}$/)
const units = z.string().regex(/^(0|[1-9][0-9]{0,40})$/)
const instant = z.iso.datetime()

/** A new address that a member wants to be paid at. */
export const addressNotice = z.strictObject({
  address: payoutOrder.shape.address,
})

/** Since when the signer knows the address, by the time of the chain. Its cooling starts then. */
export const addressNoted = z.strictObject({
  address: payoutOrder.shape.address,
  firstSeenAt: instant,
})

/** An order with its approvals: reviewer and treasurer, or the automatic check alone. */
export const payoutRequest = z.strictObject({
  order: payoutOrder,
  approvals: z.array(approval).min(1).max(2),
})

/** A withdrawal for which nothing was signed, and never shall be. */
export const voidRequest = z.strictObject({
  withdrawalId: payoutOrder.shape.withdrawalId,
})

/** Since when the signer signs nothing for it, by the time of the chain. */
export const voided = z.strictObject({
  withdrawalId: payoutOrder.shape.withdrawalId,
  voidedAt: instant,
})

/**
 * The status of a payout. `signed`: its transaction and nonce are stored, and may be anywhere from
 * nowhere to in a block; nothing else will ever be signed with the nonce except for a higher fee.
 * `mined`: in a block that the signer's node shows. `final`: in a finalised one. `returned`: its
 * nonce was used by something else in a finalised block, so it can never be mined.
 */
export const payoutStates = ['signed', 'mined', 'final', 'returned'] as const

export const payout = z.strictObject({
  withdrawalId: payoutOrder.shape.withdrawalId,
  state: z.enum(payoutStates),
  nonce: z.number().int().nonnegative(),
  /** Every transaction that was signed for it, in order; at most one can be mined. */
  transactions: z.array(hash).min(1),
  /** The mined one and its block, from `mined` on. */
  mined: z.strictObject({ transaction: hash, block: z.number().int().nonnegative() }).nullable(),
  signedAt: instant,
})

export type Payout = z.output<typeof payout>

/** The most payouts in one request, so that the request stays small. */
export const mostStates = 300

export const statesRequest = z.strictObject({
  withdrawalIds: z.array(payoutOrder.shape.withdrawalId).max(mostStates),
})

/** Those that were signed, in the order of the request. */
export const payoutsKnown = z.strictObject({ payouts: z.array(payout) })

/**
 * Requests a page of what was signed and had not ended up to a final block that the caller has
 * read.
 */
export const signedRequest = z.strictObject({
  beyond: z.number().int().nonnegative(),
  /** The number of the journal's payouts to skip: 0, then `next` of the page before. */
  after: z.number().int().nonnegative(),
})

/** The most payouts in one page. */
export const mostSigned = 100

/** Payouts with the orders that were signed, in the order of their signing. */
export const signedPage = z.strictObject({
  /** The nonce with which the journal begins: it knows every payout from this one on. */
  firstNonce: payout.shape.nonce,
  items: z
    .array(z.strictObject({ order: payoutOrder, ...payout.omit({ withdrawalId: true }).shape }))
    .max(mostSigned),
  /** `after` of the next page; null with the last one. */
  next: z.number().int().positive().nullable(),
})

export type SignedPage = z.output<typeof signedPage>

/** Why the signer signs nothing at all for now; a person has to act, see docs/signer.md. */
export const haltReasons = [
  'chainChanged',
  'nonceGap',
  'balanceMismatch',
  'notReconciled',
  'clockApart',
  'depositKeyUsed',
] as const

export const signerStatus = z.strictObject({
  /** Null while it works. */
  halted: z.enum(haltReasons).nullable(),
  /** The hot wallet that it signs for. */
  address: payoutOrder.shape.address,
  chainId: z.number().int().positive(),
  /** The balance of the hot wallet: micro-USDT, rounded down, and wei for fees. */
  usdt: units,
  gas: units,
  /** The amount that its caps still allow it to sign now, micro-USDT. */
  leftThisHour: units,
  leftToday: units,
  /**
   * The same for orders that the rule check alone approves, and the most of one; null where it has
   * no rule check in its list.
   */
  automatic: z
    .strictObject({ payout: units, leftThisHour: units, leftToday: units })
    .nullable()
    .default(null),
  /** Payouts that are signed and not final. */
  open: z.number().int().nonnegative(),
})

export type SignerStatus = z.output<typeof signerStatus>

/** Why one request was refused. */
export const signerRefusals = [
  /** The request has another shape, or the token is wrong. */
  'malformed',
  'unauthorised',
  /** Another order was signed under this withdrawal's id. */
  'otherOrder',
  /** The withdrawal was voided: nothing is signed for it. */
  'voided',
  /** A void was asked for, and a payout was signed before. */
  'alreadySigned',
  /** Wrong chain or token, or an address that the signer never pays. */
  'wrongChain',
  'wrongAddress',
  /** A signature that does not match, an unknown approver, one person twice, a missing role. */
  'notApproved',
  /** The address is younger than the cooling time, or the automatic check never paid it before. */
  'addressCooling',
  'addressUnknown',
  /** Above a cap: per payout, per hour, per day; or above the balance of the hot wallet. */
  'overCap',
  'hotWalletShort',
  /** It signs nothing now: see `signerStatus.halted`. */
  'halted',
  /** No payout of this id. */
  'notFound',
  /** Its configuration names no collection. */
  'noCollection',
  /** It does not hold the deposit key that a request for collecting names. */
  'unknownDepositKey',
  /** Its node does not answer; nothing was signed. Ask again. */
  'chainAway',
] as const

export type SignerRefusal = (typeof signerRefusals)[number]

export const signerRefusal = z.strictObject({
  refused: z.enum(signerRefusals),
  /** For the operators' log: plain English, no secret. */
  detail: z.string(),
  /** From when the same request may be signed, where that is known. */
  retryAt: instant.nullable(),
})

/**
 * Refusals that asking again does not remedy: a person has to change a list, a cap or the settings.
 * An `overCap` is one of them where it names no time.
 */
export const lastingRefusals = [
  'wrongChain',
  'wrongAddress',
  'notApproved',
  'addressUnknown',
  'overCap',
] as const satisfies readonly SignerRefusal[]
