import { createHmac } from 'node:crypto'
import { roundOf, seatOf, type TieRank, tieRanks } from '@banyan/domain'
import { sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { KeyRing } from '../platform/key-ring.ts'
import type { Arbitrator, OtcDeps } from './context.ts'
import { type DisputeRow, whoLeft } from './dispute-store.ts'
import { otcRules } from './terms.ts'
import { tiesOf } from './ties.ts'
import type { TradeRow } from './trade-store.ts'

/** A case with a free seat. */
export interface FreeSeat {
  dispute: DisputeRow
  trade: Pick<TradeRow, 'buyerId' | 'sellerId'>
  now: Date
}

/** Who may take the free seat of a case, in the order of the draw. */
export interface Draw {
  /** Everybody who has been drawn by now. */
  asked: readonly Arbitrator[]
  /** The tie that keeps each arbitrator from the case. */
  ties: ReadonlyMap<string, TieRank>
}

/**
 * The keyed hash of the draw. While the pepper is replaced, the key with the lowest number draws, so
 * that an arbitrator who has been asked stays asked; those who are asked change at most once, when it
 * is retired.
 */
export const lotWith =
  (pepper: KeyRing) =>
  (of: string): string => {
    const [first] = pepper.accepted.toSorted((one, other) => one.version - other.version)
    const { key } = first ?? pepper.current
    return createHmac('sha256', key).update(`lot ${of}`).digest('hex')
  }

/** The ranks that yield, in the order in which they do; `never` does not. */
const yielding = tieRanks.filter(rank => rank !== 'never')

/**
 * Draws for the free seat of a case. The eligible arbitrators are ordered by a keyed hash, which
 * nobody without the platform's key can predict or influence. The first is asked at once; while the
 * seat stays free, one more is asked after each window (security.md 4.10). An arbitrator with a tie
 * is asked only when nobody without one is free, that is, has signed in lately and has not handed
 * the case back. Then arbitrators who heard a party lately are asked, and after them those three
 * invitations away.
 *
 * The draw is a function of the facts, so it is made anew whenever an arbitrator becomes free.
 */
export async function drawSeat(
  reader: Database | Tx,
  context: OtcDeps,
  desk: readonly Arbitrator[],
  { dispute, trade, now }: FreeSeat,
): Promise<Draw> {
  const ties = await tiesOf(reader, context, desk, { trade, disputeId: dispute.id })
  const left = await whoLeft(reader, dispute.id)
  const isFree = ({ operatorId, present }: Arbitrator) => present && !left.has(operatorId)
  const reached: Arbitrator[] = []
  for (const rank of yielding) {
    reached.push(...desk.filter(one => ties.get(one.operatorId) === rank))
    if (reached.some(isFree)) break
  }
  const place = `${dispute.id} ${roundOf(dispute.state)} ${seatOf[dispute.state]}`
  const keyOf = (arbitrator: Arbitrator) =>
    [
      isFree(arbitrator) ? 0 : 1,
      tieRanks.indexOf(ties.get(arbitrator.operatorId) ?? 'never'),
      context.lot(`${place} ${arbitrator.operatorId}`),
    ].join(' ')
  const count =
    1 + Math.floor((now.getTime() - (await freeSince(reader, dispute))) / otcRules.lotMs)
  const inOrder = reached.map(one => ({ one, key: keyOf(one) }))
  inOrder.sort((a, b) => (a.key < b.key ? -1 : 1))
  return { asked: inOrder.slice(0, count).map(({ one }) => one), ties }
}

/** As `drawSeat`, for an arbitrator who is present: whether they have been drawn. */
export async function isDrawn(
  reader: Database | Tx,
  context: OtcDeps,
  caller: Pick<Arbitrator, 'operatorId' | 'memberId'>,
  seat: FreeSeat,
): Promise<boolean> {
  const { asked } = await drawSeat(reader, context, await deskWith(reader, context, caller), seat)
  return asked.some(one => one.operatorId === caller.operatorId)
}

/** All arbitrators; the caller is among them and counts as present. */
async function deskWith(
  reader: Database | Tx,
  context: OtcDeps,
  { operatorId, memberId }: Pick<Arbitrator, 'operatorId' | 'memberId'>,
): Promise<Arbitrator[]> {
  const others = await context.arbitrators(reader)
  return [
    ...others.filter(one => one.operatorId !== operatorId),
    { operatorId, memberId, present: true },
  ]
}

/**
 * When the seat became free: when the case was opened, or at the step that asked for another
 * arbitrator.
 */
async function freeSince(reader: Database | Tx, { id, openedAt }: DisputeRow): Promise<number> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(at) as at from otc_dispute_event
    where dispute_id = ${id} and event in ('opine', 'disagree', 'askReview', 'handBack')`.execute(
    reader,
  )
  return (rows[0]?.at ?? openedAt).getTime()
}
