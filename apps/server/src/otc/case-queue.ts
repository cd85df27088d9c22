import {
  appointFrom,
  type CaseQueue,
  type DisputeFactsForMove,
  openDisputeStates,
  seatOf,
} from '@banyan/domain'
import { sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { DeskMember, OtcDeps } from './context.ts'
import { type DisputeRow, disputeFacts } from './dispute-store.ts'
import { type Draw, drawSeat } from './draw.ts'
import { findTrades, type TradeRow } from './trade-store.ts'

/** States in which a case waits for an arbitrator. */
export const seatedStates = openDisputeStates.filter(state => seatOf[state] !== null)

/** Whether an arbitrator has the seat that a case waits for. In the query the case is `d`. */
export const seatIsHeld = sql`exists (select from otc_seat s where s.dispute_id = d.id and s.left_at is null
  and s.round = case when d.state like 'review%' then 2 else 1 end
  and s.seat = case when d.state in ('opened', 'taken', 'review_opened', 'review_taken') then 1
    when d.state in ('first_opinion', 'review_opinion') then 2 else 3 end)`

/** A case that waits for an arbitrator, and the draw for its seat. */
export interface WaitingCase {
  dispute: DisputeRow
  trade: TradeRow
  facts: DisputeFactsForMove
  queue: CaseQueue
  /** Null when an arbitrator has the seat. */
  draw: Draw | null
}

/** The cases with a free seat, oldest first. */
async function freeCases(reader: Database | Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select d.id from otc_dispute d
    where closed_at is null and state in (${sql.join(seatedStates)}) and not ${seatIsHeld}
    order by opened_at, id`.execute(reader)
  return rows.map(row => row.id)
}

/**
 * The arbitrators that a case waits for, and its place in the queue. Null while it waits for no
 * arbitrator.
 */
async function queueOf(
  reader: Database | Tx,
  context: OtcDeps,
  input: {
    dispute: DisputeRow
    facts: DisputeFactsForMove
    trade: Pick<TradeRow, 'buyerId' | 'sellerId'>
    now: Date
    /** The result of `freeCases`. */
    free: readonly string[]
    desk: readonly DeskMember[]
  },
): Promise<{ queue: CaseQueue; draw: Draw | null } | null> {
  const { dispute, facts, free, desk, now } = input
  const seat = seatOf[dispute.state]
  if (seat === null) return null
  const draw = facts.seat ? null : await drawSeat(reader, context, desk, input)
  const from = appointFrom(facts)
  const queue: CaseQueue = {
    awaited: awaitedIn(facts, { now, from, nobody: draw?.asked.length === 0 }),
    seat,
    since: (facts.waitsSince ?? facts.seat?.takenAt ?? dispute.openedAt).toISOString(),
    place: facts.seat ? null : free.indexOf(dispute.id) + 1,
    waiting: free.length,
    asked: draw === null ? null : draw.asked.length,
    appointFrom: from?.toISOString() ?? null,
  }
  return { queue, draw }
}

function awaitedIn(
  { seat, replyPending }: DisputeFactsForMove,
  { now, from, nobody }: { now: Date; from: Date | null; nobody: boolean },
): CaseQueue['awaited'] {
  if (nobody || (from !== null && now >= from)) return 'administrator'
  if (seat === null) return 'draw'
  return replyPending ? 'reply' : 'arbitrator'
}

/** Every open case that waits for an arbitrator, oldest first, with the draw for its seat. */
export async function waitingCases(
  reader: Database | Tx,
  context: OtcDeps,
  now: Date,
): Promise<WaitingCase[]> {
  const disputes = (await reader
    .selectFrom('otcDispute')
    .selectAll()
    .where('closedAt', 'is', null)
    .where('state', 'in', [...seatedStates])
    .orderBy('openedAt')
    .orderBy('id')
    .execute()) as DisputeRow[]
  const trades = await findTrades(
    reader,
    disputes.map(one => one.tradeId),
  )
  const [free, desk] = [await freeCases(reader), await context.arbitrators(reader)]
  const waiting: WaitingCase[] = []
  for (const dispute of disputes) {
    const trade = trades.get(dispute.tradeId)
    if (!trade) throw new Error(`case ${dispute.id} has no trade`)
    const facts = await disputeFacts(reader, dispute)
    const queue = await queueOf(reader, context, { dispute, facts, trade, now, free, desk })
    if (queue) waiting.push({ dispute, trade, facts, ...queue })
  }
  return waiting
}

/** Counts the cases that wait until an administrator appoints an arbitrator. */
export const casesToAppoint = async (
  reader: Database | Tx,
  context: OtcDeps,
  now: Date,
): Promise<number> =>
  (await waitingCases(reader, context, now)).filter(one => one.queue.awaited === 'administrator')
    .length

/** The places in the queue of these trades' open cases, by trade id. */
export async function queuesOf(
  reader: Database | Tx,
  context: OtcDeps,
  input: {
    trades: readonly TradeRow[]
    disputes: readonly { dispute: DisputeRow; facts: DisputeFactsForMove }[]
    now: Date
  },
): Promise<Map<string, CaseQueue>> {
  const queues = new Map<string, CaseQueue>()
  const waiting = input.disputes.filter(({ dispute }) => seatOf[dispute.state] !== null)
  if (waiting.length === 0) return queues
  const [free, desk] = [await freeCases(reader), await context.arbitrators(reader)]
  for (const { dispute, facts } of waiting) {
    const trade = input.trades.find(one => one.id === dispute.tradeId)
    if (!trade) continue
    const { now } = input
    const one = await queueOf(reader, context, { dispute, facts, trade, now, free, desk })
    if (one) queues.set(trade.id, one.queue)
  }
  return queues
}
