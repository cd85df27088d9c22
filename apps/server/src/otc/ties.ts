import { type TieRank, tieRanks, tieRules } from '@banyan/domain'
import { sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { Arbitrator, OtcDeps } from './context.ts'
import type { TradeRow } from './trade-store.ts'

/** The case and the parties that arbitrators may have ties with. */
export interface JudgedCase {
  trade: Pick<TradeRow, 'buyerId' | 'sellerId'>
  disputeId: string
}

/**
 * The ties that keep these arbitrators from a case (otc.md "Dispute"). `never`: a party, somebody
 * one or two invitations away from one, or who sits or sat in the case. `near`: three invitations
 * away. `lately`: in one of the last three cases of either party, within the days that ties last.
 */
export async function tiesOf(
  reader: Database | Tx,
  context: OtcDeps,
  arbitrators: readonly Arbitrator[],
  judged: JudgedCase,
): Promise<Map<string, TieRank>> {
  const ids = arbitrators.map(one => one.operatorId)
  const [seated, lately] = [
    await seatedIn(reader, judged, ids),
    await satLately(reader, judged, ids),
  ]
  const ranks = new Map<string, TieRank>()
  for (const { operatorId, memberId } of arbitrators) {
    const ranksOf: TieRank[] = [seated.has(operatorId) ? 'never' : 'none']
    if (lately.has(operatorId)) ranksOf.push('lately')
    if (memberId !== null) ranksOf.push(await nearness(reader, context, memberId, judged.trade))
    ranks.set(operatorId, ranksOf.reduce(stronger))
  }
  return ranks
}

const stronger = (a: TieRank, b: TieRank): TieRank =>
  tieRanks.indexOf(a) > tieRanks.indexOf(b) ? a : b

/** How near a member is to the parties. Being a party or next to one never yields. */
export async function nearness(
  reader: Database | Tx,
  context: OtcDeps,
  memberId: string,
  { buyerId, sellerId }: JudgedCase['trade'],
): Promise<TieRank> {
  let rank: TieRank = 'none'
  for (const party of [buyerId, sellerId]) {
    if (memberId === party) return 'never'
    if (await context.areNear(reader, memberId, party, tieRules.neverHops)) return 'never'
    if (await context.areNear(reader, memberId, party, tieRules.hops)) rank = 'near'
  }
  return rank
}

/** The arbitrators among these who sit in the case, or sat in it until they gave an opinion. */
async function seatedIn(
  reader: Database | Tx,
  { disputeId }: JudgedCase,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await reader
    .selectFrom('otcSeat')
    .select('operatorId')
    .where('disputeId', '=', disputeId)
    .where('leftAt', 'is', null)
    .where('operatorId', 'in', ids)
    .execute()
  return new Set(rows.map(row => row.operatorId))
}

/**
 * The arbitrators among these who sat in one of the last cases of a party before this one. A case
 * counts for a number of days after its end.
 */
async function satLately(
  reader: Database | Tx,
  { trade, disputeId }: JudgedCase,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ operatorId: string }>`
    select distinct s.operator_id
    from unnest(${[trade.buyerId, trade.sellerId]}::uuid[]) as party (id)
      cross join lateral (
        select d.id, d.closed_at from otc_dispute d join otc_trade t on t.id = d.trade_id
        where party.id in (t.buyer_id, t.seller_id) and d.id <> ${disputeId}::uuid
        order by d.opened_at desc, d.id desc limit ${tieRules.cases}) as last
      join otc_seat s on s.dispute_id = last.id and s.left_at is null
    where s.operator_id = any(${[...ids]}::uuid[])
      and coalesce(last.closed_at, house_now()) > house_now() - ${tieRules.days} * interval '1 day'`.execute(
    reader,
  )
  return new Set(rows.map(row => row.operatorId))
}
