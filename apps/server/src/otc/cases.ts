import {
  type ClauseNumber,
  type DisputeActor,
  formatAmount,
  type Party,
  type Ruling,
  roundOf,
  seatOf,
  type TieRank,
} from '@banyan/domain'
import type { Tx } from '../platform/database/connect.ts'
import type { Operator } from '../platform/http/route.ts'
import { newUuid } from '../platform/ids.ts'
import { announce } from '../platform/outbox/announce.ts'
import { refuse } from '../platform/refused.ts'
import { noteOpened, refuseUnopened } from './case-evidence.ts'
import type { OtcDeps } from './context.ts'
import { type DisputeHappening, disputeStep, replyBy, replyWindow } from './dispute-steps.ts'
import {
  type DisputeRow,
  findDispute,
  insertOpinion,
  insertQuestion,
  insertRuling,
  insertSeat,
  type OpinionRow,
  opinionsOf,
  type SeatRow,
  saveSeat,
  seatOfOperator,
} from './dispute-store.ts'
import { isDrawn } from './draw.ts'
import { tradeNews } from './news.ts'
import { lockOrder } from './order-store.ts'
import { carryOut } from './rulings.ts'
import { termsInForce } from './terms.ts'
import { tiesOf } from './ties.ts'
import { findTrade } from './trade-store.ts'
import { type Loaded, load } from './trades.ts'

/** A case that an arbitrator works on, with all its rows locked. */
export type LockedCase = Loaded & { dispute: DisputeRow }

/** An opinion as its arbitrator enters it. */
export interface GivenOpinion extends Ruling {
  clause: ClauseNumber
  reasons: string
}

/** Takes the free seat of a case when the caller has been drawn for it. */
export async function takeSeat(
  tx: Tx,
  context: OtcDeps,
  operator: Operator,
  caseId: string,
): Promise<DisputeRow> {
  const locked = await loadCase(tx, caseId)
  const { dispute, now } = locked
  const tie = await tieOf(tx, context, operator, locked)
  if (tie === 'never') refuse('caseHasATie')
  const moved = await act(tx, locked, operator, { event: 'take' })
  // A tie that yields does not count for an arbitrator who has been drawn despite it.
  if (!(await isDrawn(tx, context, operator, locked)))
    refuse(tie === 'none' ? 'caseNotDrawn' : 'caseHasATie')
  const seat = seatOf[dispute.state]
  if (seat === null) throw new Error(`case ${caseId} waits for nobody`)
  await insertSeat(tx, {
    id: newUuid(now.getTime()),
    disputeId: dispute.id,
    round: roundOf(dispute.state),
    seat,
    operatorId: operator.operatorId,
    takenAt: now,
    appointedBy: null,
  })
  return logged(tx, context, operator, dispute, moved, 'take')
}

/** The tie that keeps this arbitrator from a case. */
async function tieOf(
  tx: Tx,
  context: OtcDeps,
  { operatorId, memberId }: Operator,
  { dispute, trade }: LockedCase,
): Promise<TieRank | undefined> {
  const who = { operatorId, memberId, present: true }
  return (await tiesOf(tx, context, [who], { trade, disputeId: dispute.id })).get(operatorId)
}

/** Leaves a seat before giving an opinion. The case then waits for another arbitrator. */
export async function handBack(
  tx: Tx,
  context: OtcDeps,
  operator: Operator,
  caseId: string,
  reason: string,
): Promise<DisputeRow> {
  const locked = await loadCase(tx, caseId)
  const seat = await ownSeat(tx, locked.dispute, operator)
  const moved = await act(tx, locked, operator, { event: 'handBack' })
  await saveSeat(tx, seat.id, { leftAt: locked.now })
  return logged(tx, context, operator, locked.dispute, moved, 'hand back', reason)
}

/** Asks one side a question. The side has the full reply time to answer. */
export async function askSide(
  tx: Tx,
  context: OtcDeps,
  operator: Operator,
  caseId: string,
  question: { to: Party; text: string },
): Promise<DisputeRow> {
  const locked = await loadCase(tx, caseId)
  await ownSeat(tx, locked.dispute, operator)
  const moved = await act(tx, locked, operator, {
    event: 'askStatement',
    change: replyBy(question.to, await replyWindow(tx, context, locked.now)),
  })
  await insertQuestion(tx, {
    id: newUuid(locked.now.getTime()),
    disputeId: moved.id,
    askedOf: question.to,
    said: question.text,
    operatorId: operator.operatorId,
    at: locked.now,
  })
  return logged(
    tx,
    context,
    operator,
    locked.dispute,
    moved,
    'ask',
    `${question.to}: ${question.text}`,
  )
}

/**
 * Records an arbitrator's opinion: the first, or a second that differs from it and calls a third.
 */
const opinionBy =
  (event: 'opine' | 'disagree', action: string) =>
  async (
    tx: Tx,
    context: OtcDeps,
    operator: Operator,
    caseId: string,
    opinion: GivenOpinion,
  ): Promise<DisputeRow> => {
    const locked = await loadCase(tx, caseId)
    await ownSeat(tx, locked.dispute, operator)
    const moved = await act(tx, locked, operator, { event })
    await keepOpinion(tx, locked, operator, opinion)
    return logged(tx, context, operator, locked.dispute, moved, action, wordsOf(opinion))
  }

/** Gives the first opinion. */
export const opine = opinionBy('opine', 'opinion')

/** The second arbitrator disagrees with the first; a third decides between the two opinions. */
export const disagree = opinionBy('disagree', 'disagree')

/** An arbitrator agrees with another's opinion: two people agree, so the case is ruled. */
const agreementBy =
  (event: 'agree' | 'decide', action: string) =>
  async (
    tx: Tx,
    context: OtcDeps,
    operator: Operator,
    caseId: string,
    { opinionOf: seat, reasons }: { opinionOf: 1 | 2; reasons: string },
  ): Promise<DisputeRow> => {
    const locked = await loadCase(tx, caseId)
    await ownSeat(tx, locked.dispute, operator)
    const chosen = await opinionOf(tx, locked.dispute, seat)
    await keepOpinion(tx, locked, operator, { ...repeatedOpinion(chosen, locked), reasons })
    const moved = await rule(tx, context, locked, operator, event, chosen)
    return logged(tx, context, operator, locked.dispute, moved, action, reasons)
  }

const agreeWithFirst = agreementBy('agree', 'agree')

/** The second arbitrator agrees with the first. */
export const agree = (
  tx: Tx,
  context: OtcDeps,
  operator: Operator,
  caseId: string,
  reasons: string,
): Promise<DisputeRow> => agreeWithFirst(tx, context, operator, caseId, { opinionOf: 1, reasons })

/** The third arbitrator decides for one of the two opinions. */
export const decideBetween = agreementBy('decide', 'rule')

/**
 * Opens a picture or file of the evidence for an arbitrator who hears the case: an act in the log,
 * once. Anything else is left as it is.
 */
export async function openCaseEvidence(
  tx: Tx,
  context: OtcDeps,
  operator: Operator,
  caseId: string,
  uploadId: string,
): Promise<DisputeRow> {
  const dispute = (await findDispute(tx, caseId)) ?? refuse('notFound')
  await ownSeat(tx, dispute, operator)
  if (await noteOpened(tx, dispute, operator.operatorId, uploadId))
    await logged(tx, context, operator, dispute, dispute, 'open evidence')
  return dispute
}

/** Shows the opinions of this round to the next arbitrator, once all evidence is opened. */
export async function showOpinions(
  tx: Tx,
  context: OtcDeps,
  operator: Operator,
  caseId: string,
): Promise<DisputeRow> {
  const { dispute, now } = await loadCase(tx, caseId)
  const seat = await ownSeat(tx, dispute, operator)
  await refuseUnopened(tx, dispute, operator.operatorId)
  if (seat.opinionsShownAt === null) await saveSeat(tx, seat.id, { opinionsShownAt: now })
  return logged(tx, context, operator, dispute, dispute, 'show opinions')
}

/** Loads a case for an arbitrator and locks order, trade and case, in the market's fixed order. */
export async function loadCase(tx: Tx, caseId: string): Promise<LockedCase> {
  const seen = await findDispute(tx, caseId)
  const trade = seen && (await findTrade(tx, seen.tradeId))
  const loaded = trade && (await load(tx, trade, lockOrder))
  if (!loaded) return refuse('notFound')
  const { dispute } = loaded
  // By now the trade may have another open case, or none.
  if (dispute?.id !== caseId) return refuse('caseMoveNotAllowed')
  return { ...loaded, dispute }
}

/** The seat of this round that the operator sits in. */
async function ownSeat(tx: Tx, dispute: DisputeRow, operator: Operator): Promise<SeatRow> {
  const seat = await seatOfOperator(tx, dispute.id, operator.operatorId)
  return seat ?? refuse('caseNotYours')
}

const act = async (
  tx: Tx,
  { dispute, trade, now }: LockedCase,
  { operatorId }: Operator,
  happening: Omit<DisputeHappening, 'actor' | 'operatorId'>,
): Promise<DisputeRow> => {
  const actor: DisputeActor = 'arbitrator'
  const moved = await disputeStep(tx, dispute, now, { ...happening, actor, operatorId })
  await announce(tx, tradeNews(trade))
  return moved
}

/** Two people agree: the ruling is made. The ruling of a review is carried out at once. */
async function rule(
  tx: Tx,
  context: OtcDeps,
  locked: LockedCase,
  operator: Operator,
  event: 'agree' | 'decide',
  opinion: OpinionRow,
): Promise<DisputeRow> {
  const { now } = locked
  const isReview = opinion.round === 2
  const { reviewWindowMs } = await termsInForce(context, tx)
  const moved = await act(tx, locked, operator, {
    event,
    change: isReview ? {} : { reviewDeadline: new Date(now.getTime() + reviewWindowMs) },
  })
  const { seat: _, operatorId: __, ...ruling } = opinion
  await insertRuling(tx, { ...ruling, at: now })
  if (isReview) await carryOut(tx, context, { ...locked, dispute: moved })
  return moved
}

async function keepOpinion(
  tx: Tx,
  { dispute, trade, now }: LockedCase,
  operator: Operator,
  { outcome, releaseQuantity, clause, reasons }: GivenOpinion,
): Promise<void> {
  await refuseUnopened(tx, dispute, operator.operatorId)
  const isSplit = outcome === 'split'
  const inside =
    releaseQuantity !== null && releaseQuantity > 0n && releaseQuantity < trade.quantity
  if (isSplit !== (releaseQuantity !== null) || (isSplit && !inside))
    refuse('splitOutside', { quantity: formatAmount(trade.quantity, 2) })
  const seat = seatOf[dispute.state]
  if (seat === null) return refuse('caseMoveNotAllowed')
  await insertOpinion(tx, {
    disputeId: dispute.id,
    round: roundOf(dispute.state),
    seat,
    outcome,
    releaseQuantity,
    operatorId: operator.operatorId,
    ofQuantity: trade.quantity,
    clause,
    reasons,
    at: now,
  })
}

async function opinionOf(tx: Tx, dispute: DisputeRow, seat: 1 | 2): Promise<OpinionRow> {
  const round = roundOf(dispute.state)
  const opinion = (await opinionsOf(tx, dispute.id)).find(
    one => one.round === round && one.seat === seat,
  )
  return opinion ?? refuse('caseMoveNotAllowed')
}

/** The part of an opinion that another arbitrator can repeat. */
const repeatedOpinion = (opinion: OpinionRow, { trade }: LockedCase): GivenOpinion => ({
  outcome: opinion.outcome,
  releaseQuantity:
    opinion.releaseQuantity && (opinion.releaseQuantity * trade.quantity) / opinion.ofQuantity,
  clause: opinion.clause,
  reasons: opinion.reasons,
})

const wordsOf = ({ outcome, releaseQuantity, clause, reasons }: GivenOpinion): string =>
  `${outcome}${releaseQuantity === null ? '' : ` ${formatAmount(releaseQuantity)}`} (${clause}): ${reasons}`

/** Writes the act into the operators' log, and returns the case as it is now. */
async function logged(
  tx: Tx,
  context: OtcDeps,
  operator: Operator,
  before: DisputeRow,
  after: DisputeRow,
  action: string,
  reason: string | null = null,
): Promise<DisputeRow> {
  const trade = await findTrade(tx, after.tradeId)
  await context.recordAct(tx, operator, {
    members: trade ? [trade.buyerId, trade.sellerId] : [],
    action: `case ${action}`,
    object: after.caseNumber,
    reason,
    before,
    after,
  })
  return after
}
