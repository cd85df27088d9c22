import { tradeMachine } from '@banyan/domain'
import type { Outcome } from '../platform/batches.ts'
import type { Tx } from '../platform/database/connect.ts'
import { Refused, refuse } from '../platform/refused.ts'
import type { OtcDeps } from './context.ts'
import { openDispute, tryDisputeStep } from './dispute-steps.ts'
import { meetTrades, single, stepTogether } from './moves-together.ts'
import { lockOrder } from './order-store.ts'
import { type MarketTerms, termsInForce } from './terms.ts'
import {
  addClaims,
  findTrade,
  hashesShown,
  isClaimedElsewhere,
  shownVouchers,
  type TradeChange,
  type TradeRow,
} from './trade-store.ts'
import { decide, type Loaded, load, loadForParty, mayHappen, step } from './trades.ts'

/** What a buyer shows for a payment: the transaction's hash, and pictures of their own. */
export interface Claim {
  tradeId: string
  uploadIds: readonly string[]
  hash: string
}

const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms)

/** The times that begin with a payment that counts. */
const paidNow = (
  { releaseWindowMs, appealAfterMs, escalationAfterMs }: MarketTerms,
  now: Date,
): TradeChange => ({
  releaseDeadline: after(now, releaseWindowMs),
  appealFrom: after(now, appealAfterMs),
  escalationDeadline: after(now, releaseWindowMs + escalationAfterMs),
})

/** Buyers say that their payments were sent. See `meetTrades` for `waits`. */
export async function payTogether(
  tx: Tx,
  context: OtcDeps,
  asks: readonly (Claim & { memberId: string })[],
  waits: boolean,
): Promise<Outcome<TradeRow>[]> {
  const met = await meetTrades(tx, asks, 'pay', waits)
  const going = met.flatMap(one => ('value' in one ? [one.value] : []))
  const own = await context.ownPictures(
    tx,
    going.map(({ ask }) => ({ ownerId: ask.memberId, pictures: ask.uploadIds })),
  )
  const paying = going.filter((_, i) => own[i])
  const claims = going.flatMap(({ ask: { tradeId, hash }, loaded }, i) => {
    const uploadIds = own[i]
    return uploadIds ? [{ tradeId, hash, uploadIds, at: loaded.now }] : []
  })
  await addClaims(tx, claims)
  const inForce = await termsInForce(context, tx)
  const saved = await stepTogether(tx, context, 'pay', paying, ({ ask, loaded: { now } }) => ({
    paymentHash: ask.hash,
    paidAt: now,
    ...paidNow(inForce, now),
  }))
  return met.map(one => {
    if (!('value' in one)) return one
    const place = paying.indexOf(one.value)
    return place < 0
      ? { error: new Refused('voucherUnknown') }
      : { value: saved[place] as TradeRow }
  })
}

/** As `payTogether`, for a single payment; throws its refusal. */
export const pay = async (
  tx: Tx,
  context: OtcDeps,
  memberId: string,
  claim: Claim,
): Promise<TradeRow> => single(await payTogether(tx, context, [{ ...claim, memberId }], true))

/** Other vouchers, another hash, or both; what was shown before stays. */
export async function replaceEvidence(
  tx: Tx,
  context: OtcDeps,
  memberId: string,
  claim: Claim,
): Promise<TradeRow> {
  const loaded = await loadForParty(tx, claim.tradeId, memberId)
  decide(loaded, 'replaceEvidence', loaded.party)
  const before = await shownVouchers(tx, loaded.trade.id)
  const isSame =
    before.length === claim.uploadIds.length && !claim.uploadIds.some(id => !before.includes(id))
  if (claim.hash === loaded.trade.paymentHash && isSame) refuse('evidenceUnchanged')
  await show(tx, context, loaded, memberId, claim)
  return step(tx, context, loaded, {
    event: 'replaceEvidence',
    actor: loaded.party,
    change: { paymentHash: claim.hash },
  })
}

/** The buyer paid and did not say so in time: in grace, this opens a case. */
export async function claimLate(
  tx: Tx,
  context: OtcDeps,
  memberId: string,
  claim: Claim,
): Promise<TradeRow> {
  const loaded = await loadForParty(tx, claim.tradeId, memberId)
  decide(loaded, 'claimLate', loaded.party)
  await show(tx, context, loaded, memberId, claim)
  const trade = await step(tx, context, loaded, {
    event: 'claimLate',
    actor: loaded.party,
    change: { paymentHash: claim.hash, paidAt: loaded.now },
  })
  await openDispute(tx, context, { tradeId: trade.id, now: loaded.now }, 'buyer')
  return trade
}

/**
 * The chain holds the payment of a trade: its exact amount, at its address, in time. Which hash the
 * buyer has shown does not matter. In grace, or in arbitration after a late claim, the trade goes on as
 * paid, and an uncontested case is over; a paid one is released where its order says so, unless another
 * open trade claims the same transaction. Returns the trade, or null when this changes nothing.
 */
export async function hashVerified(
  tx: Tx,
  context: OtcDeps,
  tradeId: string,
  hash: string,
): Promise<TradeRow | null> {
  const seen = await findTrade(tx, tradeId)
  // Where the chain has no say nobody's order is held up; whatever changes is followed by another look.
  if (!seen || tradeMachine.moves(seen.state, 'chain').length === 0) return null
  const loaded = await load(tx, seen, lockOrder)
  if (!loaded) return null
  const reopened = await reopen(tx, context, loaded, hash)
  const paid = reopened ? { ...loaded, trade: reopened, dispute: null } : loaded
  return (await releaseVerified(tx, context, paid, hash)) ?? reopened
}

/**
 * No hash that the buyer has shown is a payment: these have been looked up since the time to pay was
 * over. The trade is in grace, as it would be without them, and the buyer has all of it from now on.
 * Null when this changes nothing: another hash is shown, the case is with arbitrators, grace is over.
 */
export async function paymentUnproven(
  tx: Tx,
  context: OtcDeps,
  tradeId: string,
  hashes: readonly string[],
): Promise<TradeRow | null> {
  const seen = await findTrade(tx, tradeId)
  const loaded = seen && (await load(tx, seen, lockOrder))
  const happening = { event: 'paymentUnproven', actor: 'chain' } as const
  if (!loaded || !mayHappen(loaded, happening.event, happening.actor)) return null
  const shown = await hashesShown(tx, [tradeId])
  if (shown.some(one => !hashes.includes(one.hash))) return null
  const { graceDeadline, paymentDeadline } = loaded.trade
  const grace = after(loaded.now, graceDeadline.getTime() - paymentDeadline.getTime())
  return step(tx, context, loaded, {
    ...happening,
    change: {
      paidAt: null,
      releaseDeadline: null,
      appealFrom: null,
      escalationDeadline: null,
      cancelProposedBy: null,
      cancelAgreed: false,
      graceDeadline: grace > graceDeadline ? grace : graceDeadline,
    },
  })
}

async function reopen(
  tx: Tx,
  context: OtcDeps,
  loaded: Loaded,
  hash: string,
): Promise<TradeRow | null> {
  const { trade, dispute, now } = loaded
  if (trade.state !== 'payment_grace' && trade.state !== 'arbitration_from_grace') return null
  const verified = { event: 'verify', actor: 'chain' } as const
  if (dispute && !(await tryDisputeStep(tx, dispute, now, verified))) return null
  if (trade.paymentHash !== hash)
    await addClaims(tx, [{ tradeId: trade.id, hash, uploadIds: [], at: now }])
  return step(tx, context, loaded, {
    event: 'hashVerified',
    actor: 'chain',
    change: {
      paymentHash: hash,
      paidAt: trade.paidAt ?? now,
      ...paidNow(await termsInForce(context, tx), now),
    },
  })
}

async function releaseVerified(
  tx: Tx,
  context: OtcDeps,
  alone: Loaded,
  hash: string,
): Promise<TradeRow | null> {
  const release = { event: 'releaseVerified', actor: 'chain' } as const
  if (!mayHappen(alone, release.event, release.actor)) return null
  const claimedElsewhere = await isClaimedElsewhere(tx, alone.trade, hash)
  const loaded: Loaded = { ...alone, claimedElsewhere }
  if (!mayHappen(loaded, release.event, release.actor)) return null
  return step(tx, context, loaded, release)
}

async function show(
  tx: Tx,
  context: OtcDeps,
  { trade, now }: Loaded,
  memberId: string,
  claim: Claim,
): Promise<void> {
  const uploadIds =
    (await context.ownUploads(tx, memberId, { pictures: claim.uploadIds })) ??
    refuse('voucherUnknown')
  await addClaims(tx, [{ tradeId: trade.id, hash: claim.hash, uploadIds, at: now }])
}
