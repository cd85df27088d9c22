import { type RawBuilder, sql } from 'kysely'
import { holdMemberLock } from '../platform/database/advisory-locks.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { newUuid } from '../platform/ids.ts'
import type { MarketTerms } from './terms.ts'

/**
 * Until when these members may take nothing and publish no buy order. Members without a penalty are
 * left out.
 */
export async function penalties(
  reader: Database | Tx,
  memberIds: readonly string[],
): Promise<Map<string, Date>> {
  const { rows } = await sql<{ memberId: string; until: Date }>`
    select member_id, max(until) as until from otc_penalty
    where member_id = any(${[...memberIds]}::uuid[]) and until > house_now()
    group by member_id`.execute(reader)
  return new Map(rows.map(row => [row.memberId, row.until]))
}

/** As `penalties`, for one member; null without a penalty. */
export const penaltyUntil = async (reader: Database | Tx, memberId: string): Promise<Date | null> =>
  (await penalties(reader, [memberId])).get(memberId) ?? null

/**
 * The faults of a member: as a buyer, a trade that they gave up or let lapse, unless a case about
 * it ended for them; as a seller, a time to release that they let pass until arbitration decided
 * for the buyer.
 */
export const faultRows = (memberId: RawBuilder<unknown>) => sql`
  select closed_at as at from otc_trade
    where buyer_id = ${memberId} and state = 'payment_timeout' and reason in ('gave_up', 'unpaid')
  union all
  select lapsed_at from otc_trade
    where buyer_id = ${memberId} and lapsed_reason in ('gave_up', 'unpaid') and state <> 'arbitration_release'
  union all
  select closed_at from otc_trade trade
    where seller_id = ${memberId} and state = 'arbitration_release' and reason = 'ruling' and lapsed_at is null
      and exists (select from otc_dispute where trade_id = trade.id and state = 'executed'
        and opened_at >= trade.release_deadline)`

/**
 * A member's faults within the window, since the last pause: a fault that led to a pause does not
 * count again.
 */
export async function faultsOf(
  reader: Database | Tx,
  memberId: string,
  now: Date,
  { faultWindowMs }: Pick<MarketTerms, 'faultWindowMs'>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${faultRows(sql`${memberId}::uuid`)}) fault
    where at > ${new Date(now.getTime() - faultWindowMs)}
      and at > coalesce((select max(since) from otc_penalty
        where member_id = ${memberId} and cause = 'faults'), '-infinity')`.execute(reader)
  return rows[0]?.count ?? 0
}

/**
 * The standing of a member on the market: open cases with them as a party, and faults since an
 * instant.
 */
export async function troublesOf(
  reader: Database | Tx,
  memberId: string,
  since: Date,
): Promise<{ openCases: number; faults: number }> {
  const { rows } = await sql<{ openCases: number; faults: number }>`
    select
      (select count(*)::int4 from otc_dispute dispute join otc_trade trade on trade.id = dispute.trade_id
        where dispute.closed_at is null
          and ${memberId}::uuid in (trade.buyer_id, trade.seller_id)) as open_cases,
      (select count(*)::int4 from (${faultRows(sql`${memberId}::uuid`)}) fault
        where at > ${since}) as faults`.execute(reader)
  return rows[0] as { openCases: number; faults: number }
}

/**
 * Records a fault of a member in a trade that is not saved yet. At one fault too many taking
 * pauses, each time for longer (otc.md "Limits"). A member who did nothing wrong is not counted.
 */
export async function noteFault(
  tx: Tx,
  memberId: string,
  now: Date,
  inForce: MarketTerms,
): Promise<void> {
  // Two trades of one member can end at once: each must see the other.
  await holdMemberLock(tx, 'faults', memberId)
  const { faultsToPause, pausesMs, pauseMemoryMs } = inForce
  if ((await faultsOf(tx, memberId, now, inForce)) + 1 < faultsToPause) return
  const earlier = await tx
    .selectFrom('otcPenalty')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('memberId', '=', memberId)
    .where('cause', '=', 'faults')
    .where('since', '>', new Date(now.getTime() - pauseMemoryMs))
    .executeTakeFirstOrThrow()
  const grade = Math.min(Number(earlier.count) + 1, pausesMs.length)
  const lasts = pausesMs[grade - 1] as number
  await tx
    .insertInto('otcPenalty')
    .values({
      id: newUuid(now.getTime()),
      memberId,
      cause: 'faults',
      grade,
      since: now,
      until: new Date(now.getTime() + lasts),
    })
    .execute()
}
