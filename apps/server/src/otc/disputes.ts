import {
  type Attached,
  type DisputeReason,
  disputeReasonsFor,
  isClosed,
  lateReasonOf,
  otherParty,
  type Party,
  statementLimits,
} from '@banyan/domain'
import type { Tx } from '../platform/database/connect.ts'
import { newUuid } from '../platform/ids.ts'
import { announce } from '../platform/outbox/announce.ts'
import { refuse } from '../platform/refused.ts'
import type { OtcDeps } from './context.ts'
import { disputeStep, openDispute, replyBy, replyWindow } from './dispute-steps.ts'
import {
  countStatements,
  type DisputeRow,
  insertStatement,
  type StatementKind,
} from './dispute-store.ts'
import { tradeNews } from './news.ts'
import { carryOut, closeIfAccepted } from './rulings.ts'
import type { TradeChange, TradeRow } from './trade-store.ts'
import { clockIsDue, decide, type Loaded, loadForParty, step } from './trades.ts'

/** A side's text with its evidence. */
export interface Submission extends Attached {
  text: string
  hash?: string | undefined
}

/** A proposal to cancel ends where a case begins. */
const noCancel = { cancelProposedBy: null, cancelAgreed: false } as const

/**
 * Appeals. Where the other side has appealed already this is the counter-claim of the same case, so
 * two appeals that cross make one case.
 */
export async function appeal(
  tx: Tx,
  context: OtcDeps,
  memberId: string,
  tradeId: string,
  submission: Submission & { reason: DisputeReason },
): Promise<TradeRow> {
  const loaded = await loadForParty(tx, tradeId, memberId)
  const { party, dispute, now } = loaded
  if (!disputeReasonsFor(party).includes(submission.reason)) refuse('disputeReasonNotYours')
  const event = dispute ? 'counterClaim' : isClosed(loaded.trade.state) ? 'appealClosed' : 'appeal'
  const late = event === 'appealClosed' ? lateAppeal(loaded, submission.reason) : {}
  const change = { ...noCancel, ...late }
  const trade = await step(tx, context, loaded, { event, actor: party, change })
  const kind = dispute ? 'counter_claim' : 'appeal'
  const opened = dispute ?? (await openDispute(tx, context, { tradeId, now }, party))
  await keepStatement(tx, context, { ...loaded, dispute: opened }, { ...submission, kind })
  if (dispute)
    await disputeStep(tx, dispute, now, {
      event: 'counterClaim',
      actor: party,
      change: {
        counterClaimed: true,
        ...replyBy(party, null),
        ...replyBy(otherParty(party), await replyWindow(tx, context, now)),
      },
    })
  return trade
}

/** What an appeal writes on a trade that was closed: when and why, and who appeals. */
function lateAppeal(loaded: Loaded & { party: Party }, reason: DisputeReason): TradeChange {
  const { trade, party } = loaded
  decide(loaded, 'appealClosed', party)
  if (reason !== lateReasonOf[party])
    refuse(party === 'buyer' ? 'lateReasonBuyer' : 'lateReasonSeller')
  return {
    lapsedAt: trade.closedAt,
    lapsedReason: trade.reason,
    closedAt: null,
    reason: null,
    ...(party === 'buyer' ? { buyerAppealedLate: true } : { sellerAppealedLate: true }),
  }
}

/** A side answers the other, or an arbitrator's question. */
export async function makeStatement(
  tx: Tx,
  context: OtcDeps,
  memberId: string,
  tradeId: string,
  submission: Submission,
): Promise<TradeRow> {
  const loaded = await loadForParty(tx, tradeId, memberId)
  const dispute = caseOf(loaded)
  await keepStatement(tx, context, loaded, { ...submission, kind: 'answer' })
  await disputeStep(tx, dispute, loaded.now, {
    event: 'state',
    actor: loaded.party,
    change: replyBy(loaded.party, null),
  })
  return announceTrade(tx, loaded.trade)
}

/**
 * The opener takes the appeal back: the trade is where it was. The clock then acts at once on what
 * has passed in the meantime, so that no time is won by an appeal.
 */
export async function withdraw(
  tx: Tx,
  context: OtcDeps,
  memberId: string,
  tradeId: string,
): Promise<TradeRow> {
  const loaded = await loadForParty(tx, tradeId, memberId)
  const { party, dispute, now } = loaded
  decide(loaded, 'withdrawAppeal', party)
  await disputeStep(tx, caseOf(loaded), now, { event: 'withdraw', actor: party })
  const back = await step(tx, context, loaded, { event: 'withdrawAppeal', actor: party })
  const passed = clockIsDue({ trade: back, now })
  // An escalation is a new case: the job opens it. Moves that end in no new case happen here.
  if (!passed || passed === 'escalate' || !dispute) return back
  return step(
    tx,
    context,
    { ...loaded, trade: back, dispute: null },
    { event: passed, actor: 'clock' },
  )
}

/** The seller gives way, or the buyer: the case is over, the coin moves. */
export async function settle(
  tx: Tx,
  context: OtcDeps,
  memberId: string,
  tradeId: string,
  event: 'releaseAnyway' | 'concede',
): Promise<TradeRow> {
  const loaded = await loadForParty(tx, tradeId, memberId)
  const { party, now } = loaded
  decide(loaded, event, party)
  await disputeStep(tx, caseOf(loaded), now, { event: 'settle', actor: party })
  return step(tx, context, loaded, { event, actor: party })
}

/** A side that loses by the ruling accepts it; when all have, it is carried out. */
export async function acceptRuling(
  tx: Tx,
  context: OtcDeps,
  memberId: string,
  tradeId: string,
): Promise<TradeRow> {
  const loaded = await loadForParty(tx, tradeId, memberId)
  const { party, now } = loaded
  const accepted = await disputeStep(tx, caseOf(loaded), now, {
    event: 'accept',
    actor: party,
    change: party === 'buyer' ? { buyerAcceptedAt: now } : { sellerAcceptedAt: now },
  })
  const ended = await closeIfAccepted(tx, accepted, now)
  if (!ended) return announceTrade(tx, loaded.trade)
  return carryOut(tx, context, { ...loaded, dispute: ended })
}

/** A side that loses asks once for other arbitrators; the other side can answer. */
export async function askForReview(
  tx: Tx,
  context: OtcDeps,
  memberId: string,
  tradeId: string,
  submission: Submission,
): Promise<TradeRow> {
  const loaded = await loadForParty(tx, tradeId, memberId)
  const { party, now } = loaded
  await disputeStep(tx, caseOf(loaded), now, {
    event: 'askReview',
    actor: party,
    change: {
      reviewDeadline: null,
      ...replyBy(otherParty(party), await replyWindow(tx, context, now)),
    },
  })
  await keepStatement(tx, context, loaded, { ...submission, kind: 'review' })
  return announceTrade(tx, loaded.trade)
}

function caseOf({ dispute }: Loaded): DisputeRow {
  return dispute ?? refuse('caseOver')
}

async function announceTrade(tx: Tx, trade: TradeRow): Promise<TradeRow> {
  await announce(tx, tradeNews(trade))
  return trade
}

/** Stores a side's statement: its own pictures only, and a buyer's hash where the trade has none. */
async function keepStatement(
  tx: Tx,
  context: OtcDeps,
  { trade, dispute, party, now }: Loaded & { party: Party },
  submission: Submission & { kind: StatementKind; reason?: DisputeReason },
): Promise<void> {
  if (!dispute) throw new Error(`trade ${trade.id} has no case to speak in`)
  if (party === 'buyer' && trade.paymentHash === null && !submission.hash)
    refuse('disputeHashRequired')
  const memberId = party === 'buyer' ? trade.buyerId : trade.sellerId
  const uploadIds =
    (await context.ownUploads(tx, memberId, submission)) ?? refuse('disputePictureUnknown')
  if ((await countStatements(tx, dispute.id, party)) >= statementLimits.perSide)
    refuse('statementLimit', { max: statementLimits.perSide })
  await insertStatement(tx, {
    id: newUuid(now.getTime()),
    disputeId: dispute.id,
    side: party,
    kind: submission.kind,
    reason: submission.reason ?? null,
    said: submission.text,
    hash: submission.hash ?? null,
    at: now,
    uploadIds,
  })
}
