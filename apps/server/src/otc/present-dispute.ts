import {
  type AnswerOf,
  type CaseQueue,
  type DisputeView,
  disputeMovesNow,
  type FullCase,
  formatAmount,
  type getCase,
  type Party,
  roundOf,
  seatOf,
  splitAmounts,
  type TradeView,
  wireIdOf,
} from '@banyan/domain'
import { attachedTo, type Files } from '../platform/attached.ts'
import type { Operator } from '../platform/http/route.ts'
import type {
  DisputeRow,
  OpinionRow,
  RulingRow,
  SeatRow,
  StatementRow,
  WholeDispute,
} from './dispute-store.ts'
import { rulingToday } from './rulings.ts'
import type { TradeRow } from './trade-store.ts'

const iso = (at: Date): string => at.toISOString()
const isoOrNull = (at: Date | null): string | null => at?.toISOString() ?? null

/** A case as one of its two parties sees it. Arbitrators have no names here. */
export function presentDispute(
  { dispute, facts, statements, question, events, ruling }: WholeDispute,
  trade: TradeRow,
  viewer: { party: Party; feeBps: number; now: Date; queue: CaseQueue | null; files: Files },
): DisputeView {
  return {
    id: wireIdOf('cas', dispute.id),
    caseNumber: dispute.caseNumber,
    state: dispute.state,
    openedBy: dispute.openedBy,
    counterClaimed: dispute.counterClaimed,
    openedAt: iso(dispute.openedAt),
    closedAt: isoOrNull(dispute.closedAt),
    ...replies(dispute),
    question: presentQuestion(question),
    statements: statements.map(row => presentStatement(row, viewer.files)),
    queue: viewer.queue,
    ruling: ruling && presentRuling(ruling, trade, viewer.feeBps),
    reviewDeadline: isoOrNull(dispute.reviewDeadline),
    accepted: facts.accepted,
    timeline: [
      {
        event: 'open' as const,
        actor: dispute.openedBy === 'house' ? ('clock' as const) : dispute.openedBy,
        at: iso(dispute.openedAt),
      },
      ...events.map(one => ({ event: one.event, actor: one.actor, at: iso(one.at) })),
    ] as DisputeView['timeline'],
    moves: disputeMovesNow(facts, viewer.party, viewer.now),
  }
}

const replies = (dispute: DisputeRow) => ({
  replyBy: {
    buyer: isoOrNull(dispute.buyerReplyBy),
    seller: isoOrNull(dispute.sellerReplyBy),
  },
  missedReply: {
    buyer: dispute.buyerMissedAt !== null,
    seller: dispute.sellerMissedAt !== null,
  },
})

const presentQuestion = (question: WholeDispute['question']) =>
  question && { to: question.askedOf, text: question.said, at: iso(question.at) }

const presentStatement = (row: StatementRow, files: Files): DisputeView['statements'][number] => ({
  id: wireIdOf('sta', row.id),
  by: row.side,
  kind: row.kind,
  reason: row.reason,
  text: row.said,
  hash: row.hash,
  ...attachedTo(row.uploadIds, files),
  at: iso(row.at),
})

function presentRuling(
  ruling: RulingRow,
  trade: TradeRow,
  feeBps: number,
): NonNullable<DisputeView['ruling']> {
  const { outcome, releaseQuantity } = rulingToday(ruling, trade.quantity)
  const released =
    outcome === 'release' ? trade.quantity : outcome === 'refund' ? 0n : (releaseQuantity ?? 0n)
  const refundAmount = outcome === 'split' ? splitAmounts(trade, released, feeBps).refundAmount : 0n
  return {
    outcome,
    releaseQuantity: formatAmount(released, 2),
    refundQuantity: formatAmount(trade.quantity - released, 2),
    refundAmount: formatAmount(refundAmount, 2),
    clause: ruling.clause,
    reasons: ruling.reasons,
    ruledAt: iso(ruling.at),
    isFinal: ruling.round === 2,
  }
}

/** A case in the queue: nothing that tells whose it is. */
export const presentQueued = (
  dispute: DisputeRow,
  {
    isHeld,
    isMine,
    isDrawn,
    reason,
  }: { isHeld: boolean; isMine: boolean; isDrawn: boolean; reason: string | null },
): FullCaseHead => ({
  id: wireIdOf('cas', dispute.id),
  caseNumber: dispute.caseNumber,
  state: dispute.state,
  seat: isHeld ? null : seatOf[dispute.state],
  round: roundOf(dispute.state),
  openedAt: iso(dispute.openedAt),
  reason: reason as FullCase['reason'],
  missedReply: replies(dispute).missedReply,
  mine: isMine,
  drawn: isDrawn,
})
type FullCaseHead = Pick<
  FullCase,
  | 'id'
  | 'caseNumber'
  | 'state'
  | 'seat'
  | 'round'
  | 'openedAt'
  | 'reason'
  | 'missedReply'
  | 'mine'
  | 'drawn'
>

/** A case with all its evidence, as an arbitrator who hears it reads it: names masked. */
export function presentCase(
  whole: WholeDispute & { opinions: OpinionRow[]; heldSeat: SeatRow | null; unopened: string[] },
  trade: TradeRow,
  tradeView: TradeView,
  viewer: { operator: Operator; seat: SeatRow; feeBps: number; now: Date; files: Files },
): AnswerOf<typeof getCase> {
  const { dispute, facts, statements, question, ruling, opinions, heldSeat } = whole
  const { operator, seat, feeBps, now } = viewer
  const isShown = (opinion: OpinionRow) =>
    opinion.round < seat.round ||
    opinion.operatorId === operator.operatorId ||
    seat.opinionsShownAt !== null
  const shown = opinions.filter(isShown)
  const unopened = attachedTo(whole.unopened, viewer.files)
  const { contact: _, buyer: __, seller: ___, ...plain } = tradeView
  return {
    ...presentQueued(dispute, {
      isHeld: heldSeat !== null,
      isMine: true,
      isDrawn: false,
      reason: statements.find(one => one.reason !== null)?.reason ?? null,
    }),
    openedBy: dispute.openedBy,
    counterClaimed: dispute.counterClaimed,
    replyBy: replies(dispute).replyBy,
    trade: {
      ...plain,
      buyer: masked(tradeView.buyer.nickname),
      seller: masked(tradeView.seller.nickname),
    },
    statements: statements.map(row => presentStatement(row, viewer.files)),
    question: presentQuestion(question),
    opinions: shown.map(one => presentOpinion(one, trade)),
    hiddenOpinions: opinions.length - shown.length,
    unopened: [...unopened.pictures, ...unopened.files.map(({ id }) => id)],
    ruling: ruling && presentRuling(ruling, trade, feeBps),
    moves: disputeMovesNow(facts, 'arbitrator', now, operator.operatorId),
    serverNow: iso(now),
  }
}

function presentOpinion(opinion: OpinionRow, trade: TradeRow): FullCase['opinions'][number] {
  const { outcome, releaseQuantity } = rulingToday(opinion, trade.quantity)
  const whole = outcome === 'release' ? trade.quantity : 0n
  return {
    round: opinion.round,
    seat: opinion.seat,
    outcome,
    releaseQuantity: formatAmount(releaseQuantity ?? whole, 2),
    clause: opinion.clause,
    reasons: opinion.reasons,
    at: iso(opinion.at),
  }
}

/** The first sign of a nickname: enough to tell two parties apart. */
const masked = (nickname: string): string => `${[...nickname][0] ?? ''}***`
