import { roundOf, seatOf } from '@banyan/domain'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/connect.ts'
import { type DisputeRow, seatOfOperator, whoLeft } from './dispute-store.ts'
import { otcRules } from './terms.ts'
import { type Arbitrator, hasTie } from './ties.ts'
import type { TradeRow } from './trade-store.ts'
import type { OtcNeighbours } from './world.ts'

/**
 * Has the lot for the free seat of a case come to this arbitrator? All who may sit in it stand in the
 * order of a keyed hash, which nobody without the house's key can foretell or bring about. The first
 * is asked at once; while nobody sits down, one more after each window (security.md 4.10).
 */
export async function isDrawn(
  tx: Tx,
  world: OtcNeighbours,
  arbitrator: Arbitrator,
  { dispute, trade, now }: { dispute: DisputeRow; trade: TradeRow; now: Date },
): Promise<boolean> {
  const others = await world.arbitrators(tx)
  const all = [...others.filter(one => one.operatorId !== arbitrator.operatorId), arbitrator]
  const free: Arbitrator[] = []
  for (const one of all) if (await maySit(tx, world, one, { dispute, trade })) free.push(one)
  const place = `${dispute.id} ${roundOf(dispute.state)} ${seatOf[dispute.state]}`
  const left = await whoLeft(tx, dispute.id)
  // Whoever has handed the case back is asked after all others.
  const lotOf = ({ operatorId }: Arbitrator) =>
    `${left.has(operatorId) ? 1 : 0} ${world.lot(`${place} ${operatorId}`)}`
  const lots = free.map(lotOf).sort()
  const asked = 1 + Math.floor((now.getTime() - (await waitsSince(tx, dispute))) / otcRules.lotMs)
  return lots.slice(0, asked).includes(lotOf(arbitrator))
}

/** Nobody hears a case of somebody near, nor one in which they sit or sat. */
export async function maySit(
  tx: Tx,
  world: OtcNeighbours,
  arbitrator: Arbitrator,
  { dispute, trade }: { dispute: DisputeRow; trade: TradeRow },
): Promise<boolean> {
  if (await seatOfOperator(tx, dispute.id, arbitrator.operatorId)) return false
  return !(await hasTie(tx, world, arbitrator, { trade, disputeId: dispute.id }))
}

/** When the seat became free: with the case, or with the step that asked for another arbitrator. */
async function waitsSince(tx: Tx, { id, openedAt }: DisputeRow): Promise<number> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(at) as at from otc_dispute_event
    where dispute_id = ${id} and event in ('opine', 'disagree', 'askReview', 'handBack')`.execute(
    tx,
  )
  return (rows[0]?.at ?? openedAt).getTime()
}
