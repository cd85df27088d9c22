import type { Tx } from '../platform/database/connect.ts'
import { refuse } from '../platform/refused.ts'
import { openDispute, tryDisputeStep } from './dispute-steps.ts'
import { lockOrder } from './order-store.ts'
import { termsInForce } from './terms.ts'
import {
  addClaim,
  findTrade,
  shownVouchers,
  type TradeChange,
  type TradeRow,
} from './trade-store.ts'
import { decide, type Loaded, load, loadForParty, mayHappen, step } from './trades.ts'
import type { OtcNeighbours } from './world.ts'

/** What a buyer shows for a payment: the transaction's hash, and pictures of their own. */
export interface Claim {
  tradeId: string
  uploadIds: readonly string[]
  hash: string
}

const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms)

/** The times that begin with a payment that counts. */
async function paidNow(tx: Tx, world: OtcNeighbours, now: Date): Promise<TradeChange> {
  const { releaseWindowMs, appealAfterMs, escalationAfterMs } = await termsInForce(world, tx)
  return {
    releaseDeadline: after(now, releaseWindowMs),
    appealFrom: after(now, appealAfterMs),
    escalationDeadline: after(now, releaseWindowMs + escalationAfterMs),
  }
}

/** The buyer says that the payment was sent. */
export async function pay(
  tx: Tx,
  world: OtcNeighbours,
  memberId: string,
  claim: Claim,
): Promise<TradeRow> {
  const loaded = await loadForParty(tx, claim.tradeId, memberId)
  decide(loaded, 'pay', loaded.party)
  await show(tx, world, loaded, memberId, claim)
  return step(tx, world, loaded, {
    event: 'pay',
    actor: loaded.party,
    change: {
      paymentHash: claim.hash,
      paidAt: loaded.now,
      ...(await paidNow(tx, world, loaded.now)),
    },
  })
}

/** Other vouchers, another hash, or both; what was shown before stays. */
export async function replaceEvidence(
  tx: Tx,
  world: OtcNeighbours,
  memberId: string,
  claim: Claim,
): Promise<TradeRow> {
  const loaded = await loadForParty(tx, claim.tradeId, memberId)
  decide(loaded, 'replaceEvidence', loaded.party)
  const before = await shownVouchers(tx, loaded.trade.id)
  const isSame =
    before.length === claim.uploadIds.length && !claim.uploadIds.some(id => !before.includes(id))
  if (claim.hash === loaded.trade.paymentHash && isSame) refuse('evidenceUnchanged')
  await show(tx, world, loaded, memberId, claim)
  return step(tx, world, loaded, {
    event: 'replaceEvidence',
    actor: loaded.party,
    change: { paymentHash: claim.hash },
  })
}

/** The buyer paid and did not say so in time: in grace, this opens a case. */
export async function claimLate(
  tx: Tx,
  world: OtcNeighbours,
  memberId: string,
  claim: Claim,
): Promise<TradeRow> {
  const loaded = await loadForParty(tx, claim.tradeId, memberId)
  decide(loaded, 'claimLate', loaded.party)
  await show(tx, world, loaded, memberId, claim)
  const trade = await step(tx, world, loaded, {
    event: 'claimLate',
    actor: loaded.party,
    change: { paymentHash: claim.hash, paidAt: loaded.now },
  })
  await openDispute(tx, world, { tradeId: trade.id, now: loaded.now }, 'buyer')
  return trade
}

/**
 * The chain holds the payment of a trade, with a block time inside the window. In grace, or in
 * arbitration after a late claim, the trade goes on as paid, and an uncontested case is over; a paid
 * one is released where its order says so. Answers the trade, or null when this changes nothing:
 * another hash, another state, a counter-claim.
 */
export async function hashVerified(
  tx: Tx,
  world: OtcNeighbours,
  tradeId: string,
  hash: string,
): Promise<TradeRow | null> {
  const seen = await findTrade(tx, tradeId)
  const loaded = seen && (await load(tx, seen, lockOrder))
  if (!loaded || (loaded.trade.paymentHash ?? hash) !== hash) return null
  const reopened = await reopen(tx, world, loaded, hash)
  const paid = reopened ? { ...loaded, trade: reopened, dispute: null } : loaded
  return (await releaseVerified(tx, world, paid)) ?? reopened
}

async function reopen(
  tx: Tx,
  world: OtcNeighbours,
  loaded: Loaded,
  hash: string,
): Promise<TradeRow | null> {
  const { trade, dispute, now } = loaded
  if (trade.state !== 'payment_grace' && trade.state !== 'arbitration_from_grace') return null
  const verified = { event: 'verify', actor: 'chain' } as const
  if (dispute && !(await tryDisputeStep(tx, dispute, now, verified))) return null
  if (trade.paymentHash === null) await addClaim(tx, trade, { hash, uploadIds: [], at: now })
  return step(tx, world, loaded, {
    event: 'hashVerified',
    actor: 'chain',
    change: { paymentHash: hash, paidAt: trade.paidAt ?? now, ...(await paidNow(tx, world, now)) },
  })
}

async function releaseVerified(
  tx: Tx,
  world: OtcNeighbours,
  loaded: Loaded,
): Promise<TradeRow | null> {
  const release = { event: 'releaseVerified', actor: 'chain' } as const
  if (!mayHappen(loaded, release.event, release.actor)) return null
  return step(tx, world, loaded, release)
}

async function show(
  tx: Tx,
  world: OtcNeighbours,
  { trade, now }: Loaded,
  memberId: string,
  claim: Claim,
): Promise<void> {
  const uploadIds = [...new Set(claim.uploadIds)]
  if ((await world.ownedUploads(tx, memberId, uploadIds)) !== uploadIds.length)
    refuse('voucherUnknown')
  await addClaim(tx, trade, { hash: claim.hash, uploadIds, at: now })
}
