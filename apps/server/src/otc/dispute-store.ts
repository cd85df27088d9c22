import {
  type ClauseNumber,
  type DisputeActor,
  type DisputeEvent,
  type DisputeFactsForMove,
  type DisputeReason,
  type DisputeState,
  type Party,
  type RulingOutcome,
  roundOf,
  seatOf,
  type TradeFactsForMove,
} from '@banyan/domain'
import { type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import { announceToOperators } from '../platform/outbox/announce.ts'
import type { OtcDispute, OtcOpinion, OtcRuling, OtcSeat, OtcStatement } from './generated.ts'

export type DisputeRow = Omit<Selectable<OtcDispute>, 'state' | 'openedBy'> & {
  state: DisputeState
  openedBy: Party | 'house'
}
export type SeatRow = Selectable<OtcSeat>
type Decided<T> = Omit<T, 'outcome' | 'clause'> & { outcome: RulingOutcome; clause: ClauseNumber }
export type OpinionRow = Decided<Selectable<OtcOpinion>>
export type RulingRow = Decided<Selectable<OtcRuling>>
export type StatementRow = Omit<Selectable<OtcStatement>, 'side' | 'kind' | 'reason'> & {
  side: Party
  kind: StatementKind
  reason: DisputeReason | null
  /** Pictures and files, in their order. */
  uploadIds: string[]
}
export type StatementKind = 'appeal' | 'counter_claim' | 'answer' | 'review'

/** A case as the trade's machine sees it. */
export function disputeForMove(dispute: DisputeRow | null): TradeFactsForMove['dispute'] {
  if (!dispute) return null
  const { state, openedBy, counterClaimed } = dispute
  const isRuled = state === 'ruled' || roundOf(state) === 2
  return {
    openedBy: openedBy === 'house' ? null : openedBy,
    counterClaimed,
    ruling: state === 'executed' ? 'final' : isRuled ? 'pending' : 'none',
  }
}

/** What the case's own machine must know. */
export async function disputeFacts(
  reader: Database | Tx,
  dispute: DisputeRow,
): Promise<DisputeFactsForMove> {
  const seat = await heldSeat(reader, dispute)
  const ruling = await lastRuling(reader, dispute.id)
  return {
    state: dispute.state,
    openedBy: dispute.openedBy === 'house' ? null : dispute.openedBy,
    counterClaimed: dispute.counterClaimed,
    seat: seat && {
      operatorId: seat.operatorId,
      opinionsSeen: seat.opinionsShownAt !== null,
      takenAt: seat.takenAt,
    },
    // A reply that is overdue is flagged by the clock, which takes the time away.
    replyPending: isReplyPending(dispute),
    waitsSince: await waitsSince(reader, dispute, seat),
    ruling: ruling?.outcome ?? null,
    accepted: {
      buyer: dispute.buyerAcceptedAt !== null,
      seller: dispute.sellerAcceptedAt !== null,
    },
    reviewDeadline: dispute.reviewDeadline,
  }
}

const isReplyPending = ({ buyerReplyBy, sellerReplyBy }: DisputeRow): boolean =>
  buyerReplyBy !== null || sellerReplyBy !== null

/**
 * Steps after which another arbitrator is to sit down, and those after which one who sits is to go on.
 * Handing a case back is not among the first: nobody keeps an administrator away by sitting down and leaving.
 */
const seatCalledBy = ['opine', 'disagree', 'askReview']
const sitterGoesOnAfter = ['state', 'missReply', 'counterClaim', 'take', 'appoint']

/**
 * Since when a case waits for an arbitrator: since its seat was to be filled, or since who sits in it could go
 * on. Null while a side is asked to answer somebody who sits, and where there is no seat to fill.
 */
async function waitsSince(
  reader: Database | Tx,
  dispute: DisputeRow,
  seat: SeatRow | null,
): Promise<Date | null> {
  if (seatOf[dispute.state] === null || (seat && isReplyPending(dispute))) return null
  const { rows } = await sql<{ at: Date | null }>`
    select max(at) as at from otc_dispute_event
    where dispute_id = ${dispute.id} and event = any(${seat ? sitterGoesOnAfter : seatCalledBy})`.execute(
    reader,
  )
  return rows[0]?.at ?? dispute.openedAt
}

export async function insertDispute(
  tx: Tx,
  row: Pick<
    DisputeRow,
    'id' | 'caseNumber' | 'tradeId' | 'openedBy' | 'openedAt' | 'buyerReplyBy' | 'sellerReplyBy'
  >,
): Promise<DisputeRow> {
  await announceToOperators(tx, 'appeals')
  return (await tx
    .insertInto('otcDispute')
    .values({ ...row, state: 'opened' })
    .returningAll()
    .executeTakeFirstOrThrow()) as DisputeRow
}

/** The open case of a trade, locked. */
export async function lockOpenDispute(tx: Tx, tradeId: string): Promise<DisputeRow | null> {
  const row = await tx
    .selectFrom('otcDispute')
    .selectAll()
    .where('tradeId', '=', tradeId)
    .where('closedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return (row as DisputeRow | undefined) ?? null
}

export async function findDispute(
  reader: Database | Tx,
  id: string,
): Promise<DisputeRow | undefined> {
  return (await reader
    .selectFrom('otcDispute')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()) as DisputeRow | undefined
}

/** What a step may change in a case. */
export type DisputeChange = Partial<
  Omit<DisputeRow, 'id' | 'caseNumber' | 'tradeId' | 'openedBy' | 'openedAt'>
>

/** Saves a step and writes it into the case's history. */
export async function saveDispute(
  tx: Tx,
  dispute: DisputeRow,
  change: DisputeChange,
  happened: { event: DisputeEvent; actor: DisputeActor; operatorId: string | null; at: Date },
): Promise<DisputeRow> {
  const version = dispute.version + 1
  await tx
    .insertInto('otcDisputeEvent')
    .values({ disputeId: dispute.id, version, ...happened })
    .execute()
  await announceToOperators(tx, 'appeals')
  return (await tx
    .updateTable('otcDispute')
    .set({ ...change, version })
    .where('id', '=', dispute.id)
    .returningAll()
    .executeTakeFirstOrThrow()) as DisputeRow
}

/** Who sits in the seat that the case waits for. */
export async function heldSeat(
  reader: Database | Tx,
  dispute: Pick<DisputeRow, 'id' | 'state'>,
): Promise<SeatRow | null> {
  const seat = seatOf[dispute.state]
  if (seat === null) return null
  const row = await reader
    .selectFrom('otcSeat')
    .selectAll()
    .where('disputeId', '=', dispute.id)
    .where('round', '=', roundOf(dispute.state))
    .where('seat', '=', seat)
    .where('leftAt', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** Who gave the opinion that the seat of a case is held against: the seat before it in this round. */
export async function seatBefore(
  reader: Database | Tx,
  dispute: Pick<DisputeRow, 'id' | 'state'>,
): Promise<SeatRow | null> {
  const row = await reader
    .selectFrom('otcSeat')
    .selectAll()
    .where('disputeId', '=', dispute.id)
    .where('round', '=', roundOf(dispute.state))
    .where('seat', '=', (seatOf[dispute.state] ?? 0) - 1)
    .where('leftAt', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** The seat that an operator holds or held to its end in a case. */
export const seatOfOperator = (
  reader: Database | Tx,
  disputeId: string,
  operatorId: string,
): Promise<SeatRow | undefined> =>
  reader
    .selectFrom('otcSeat')
    .selectAll()
    .where('disputeId', '=', disputeId)
    .where('operatorId', '=', operatorId)
    .where('leftAt', 'is', null)
    .executeTakeFirst()

/** Arbitrators who have left a seat of the case. */
export async function whoLeft(reader: Database | Tx, disputeId: string): Promise<Set<string>> {
  const rows = await reader
    .selectFrom('otcSeat')
    .select('operatorId')
    .where('disputeId', '=', disputeId)
    .where('leftAt', 'is not', null)
    .execute()
  return new Set(rows.map(row => row.operatorId))
}

export async function insertSeat(
  tx: Tx,
  row: Pick<
    SeatRow,
    'id' | 'disputeId' | 'round' | 'seat' | 'operatorId' | 'takenAt' | 'appointedBy'
  >,
): Promise<void> {
  await tx.insertInto('otcSeat').values(row).execute()
  await announceToOperators(tx, 'appeals')
}

export async function saveSeat(
  tx: Tx,
  id: string,
  change: Partial<Pick<SeatRow, 'opinionsShownAt' | 'leftAt'>>,
): Promise<void> {
  await tx.updateTable('otcSeat').set(change).where('id', '=', id).execute()
  await announceToOperators(tx, 'appeals')
}

export async function insertOpinion(tx: Tx, row: OpinionRow): Promise<void> {
  await tx.insertInto('otcOpinion').values(row).execute()
}

export async function opinionsOf(reader: Database | Tx, disputeId: string): Promise<OpinionRow[]> {
  return (await reader
    .selectFrom('otcOpinion')
    .selectAll()
    .where('disputeId', '=', disputeId)
    .orderBy('round')
    .orderBy('seat')
    .execute()) as OpinionRow[]
}

export async function insertRuling(tx: Tx, row: RulingRow): Promise<void> {
  await tx.insertInto('otcRuling').values(row).execute()
}

/** The ruling that stands: of the review, where there was one. */
export async function lastRuling(
  reader: Database | Tx,
  disputeId: string,
): Promise<RulingRow | null> {
  const row = await reader
    .selectFrom('otcRuling')
    .selectAll()
    .where('disputeId', '=', disputeId)
    .orderBy('round', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (row as RulingRow | undefined) ?? null
}

export async function insertStatement(tx: Tx, row: StatementRow): Promise<void> {
  const { uploadIds, ...statement } = row
  await tx.insertInto('otcStatement').values(statement).execute()
  await announceToOperators(tx, 'appeals')
  if (uploadIds.length === 0) return
  await tx
    .insertInto('otcStatementPicture')
    .values(uploadIds.map((uploadId, position) => ({ statementId: row.id, uploadId, position })))
    .execute()
}

export async function countStatements(tx: Tx, disputeId: string, side: Party): Promise<number> {
  const { count } = await tx
    .selectFrom('otcStatement')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('disputeId', '=', disputeId)
    .where('side', '=', side)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertQuestion(
  tx: Tx,
  row: {
    id: string
    disputeId: string
    askedOf: Party
    said: string
    operatorId: string
    at: Date
  },
): Promise<void> {
  await tx.insertInto('otcQuestion').values(row).execute()
}

/** The newest case of each of these trades, with all that was said and done in it. */
export async function disputesOf(reader: Database | Tx, tradeIds: readonly string[]) {
  if (tradeIds.length === 0) return []
  const { rows: disputes } = await sql<DisputeRow>`
    select distinct on (trade_id) * from otc_dispute
    where trade_id = any(${[...tradeIds]}::uuid[])
    order by trade_id, opened_at desc, id desc`.execute(reader)
  return Promise.all(disputes.map(dispute => wholeDispute(reader, dispute)))
}

export type WholeDispute = Awaited<ReturnType<typeof wholeDispute>>

/** The uploads that were shown in statements of these cases. */
export const uploadsShown = (disputes: readonly WholeDispute[]): string[] =>
  disputes.flatMap(one => one.statements.flatMap(statement => statement.uploadIds))

/** A case with everything that was said and done in it. */
export async function wholeDispute(reader: Database | Tx, dispute: DisputeRow) {
  const { id } = dispute
  const { rows: statements } = await sql<StatementRow>`
    select s.*, coalesce((select array_agg(upload_id order by position) from otc_statement_picture
      where statement_id = s.id), '{}') as upload_ids
    from otc_statement s where dispute_id = ${id}::uuid order by at, id`.execute(reader)
  const { rows: questions } = await sql<{ askedOf: Party; said: string; at: Date }>`
    select asked_of, said, at from otc_question q where dispute_id = ${id}::uuid
      and not exists (select from otc_statement s
        where s.dispute_id = q.dispute_id and s.side = q.asked_of and s.at >= q.at)
    order by at desc limit 1`.execute(reader)
  const events = await reader
    .selectFrom('otcDisputeEvent')
    .select(['event', 'actor', 'at'])
    .where('disputeId', '=', id)
    .orderBy('version')
    .execute()
  return {
    dispute,
    facts: await disputeFacts(reader, dispute),
    statements,
    question: questions[0] ?? null,
    events,
    ruling: await lastRuling(reader, id),
  }
}
