import type { Parameters } from '@banyan/economy'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/connect.ts'
import type { TellOfLapse } from './round.ts'

/** A mark that is younger is left as it is: one write a week for each member, not one a day. */
export const MARK_DAYS = 7
/** Letters of one cut-off; whoever is left gets theirs, and their thirty days, from the next one. */
const LETTERS = 1_000
const DAY_MS = 86_400_000

/**
 * Keeps when members were last seen, and tells those whose carried volume lapses for a year of
 * absence, thirty days before. A login makes the notice void: it names the absence that it is about.
 */
export async function noticeAbsence(
  tx: Tx,
  {
    cutoff,
    parameters,
    tellOfLapse,
  }: { cutoff: Date; parameters: Parameters; tellOfLapse: TellOfLapse },
): Promise<void> {
  await markSeen(tx)
  const { balanceLapseDays, balanceLapseNoticeDays } = parameters
  const noticeAfter = balanceLapseDays + MARK_DAYS - balanceLapseNoticeDays
  const { rows } = await sql<{ memberId: string }>`
    insert into lapse_notice (member_id, seen_at, noticed_at)
    select member.id, coalesce(seen.seen_at, member.created_at), ${cutoff}
    from dynamic_balance balance
    join placement node on node.idx = balance.idx
    join member on member.id = node.member_id
    left join last_seen seen on seen.member_id = member.id
    where balance.left_volume + balance.right_volume > 0
      and coalesce(seen.seen_at, member.created_at)
        <= ${cutoff}::timestamptz - make_interval(days => ${noticeAfter})
      and not exists (select from lapse_notice told where told.member_id = member.id
        and told.seen_at = coalesce(seen.seen_at, member.created_at))
    order by node.idx limit ${LETTERS}
    returning member_id`.execute(tx)
  const lapsesAt = new Date(+cutoff + balanceLapseNoticeDays * DAY_MS)
  for (const { memberId } of rows) await tellOfLapse(tx, memberId, lapsesAt)
}

/** Sessions are forgotten some time after their end, so what they show of a visit is kept here. */
async function markSeen(tx: Tx): Promise<void> {
  await sql`
    insert into last_seen (member_id, seen_at)
    select member_id, max(used_at) from session group by member_id
    on conflict (member_id) do update set seen_at = excluded.seen_at
    where excluded.seen_at > last_seen.seen_at + make_interval(days => ${MARK_DAYS})`.execute(tx)
}
