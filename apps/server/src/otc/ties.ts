import { sql } from 'kysely'
import type { Tx } from '../platform/database/connect.ts'
import type { Operator } from '../platform/http/route.ts'
import { otcRules } from './terms.ts'
import type { TradeRow } from './trade-store.ts'
import type { OtcNeighbours } from './world.ts'

/** An arbitrator as the draw and the ties know one. */
export type Arbitrator = Pick<Operator, 'operatorId' | 'memberId'>

/**
 * May this arbitrator not hear a case between these two? A party themselves, within three invitations
 * of one, or an arbitrator in one of the last three cases of either (otc.md "Dispute").
 */
export async function hasTie(
  tx: Tx,
  world: OtcNeighbours,
  { operatorId, memberId }: Arbitrator,
  { trade, disputeId }: { trade: TradeRow; disputeId: string },
): Promise<boolean> {
  for (const party of [trade.buyerId, trade.sellerId]) {
    if (memberId !== null) {
      if (memberId === party) return true
      if (await world.areNear(tx, memberId, party, otcRules.tieHops)) return true
    }
    if (await heardLately(tx, operatorId, party, disputeId)) return true
  }
  return false
}

/** Did the operator sit in one of the party's last cases before this one? */
async function heardLately(
  tx: Tx,
  operatorId: string,
  party: string,
  disputeId: string,
): Promise<boolean> {
  const { rows } = await sql<{ sat: boolean }>`
    select exists (
      select from otc_seat s where s.operator_id = ${operatorId}::uuid and s.left_at is null
        and s.dispute_id in (
          select d.id from otc_dispute d join otc_trade t on t.id = d.trade_id
          where ${party}::uuid in (t.buyer_id, t.seller_id) and d.id <> ${disputeId}::uuid
          order by d.opened_at desc, d.id desc limit ${otcRules.tieCases})) as sat`.execute(tx)
  return rows[0]?.sat ?? false
}
