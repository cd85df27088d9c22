import { type Period, standing } from '@banyan/economy'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import { announce } from '../platform/outbox/announce.ts'
import type { CutOff } from '../settlement/index.ts'
import type { Reader } from './store.ts'

/** The countries in which network pay is switched on, two capital letters each; none where it is off. */
export type ModuleReach = readonly string[]

/** Whether the module is on for a member of this country. */
export const reaches = (reach: ModuleReach, country: string): boolean => reach.includes(country)

type ClosingRun = Pick<CutOff, 'period' | 'cutoff'>

/**
 * Rule book 2.16 step 1: accepts members who applied before the cut-off and whose account is still
 * in order, and freezes the standing of the member of every node in the tree: those are final
 * before this run. A repeat changes nothing.
 */
export async function closeRound(
  reach: ModuleReach,
  tx: Tx,
  { period, cutoff }: ClosingRun,
): Promise<void> {
  const closed = await tx
    .selectFrom('distributionRound')
    .select('period')
    .where('period', '=', period)
    .executeTakeFirst()
  if (closed) return
  await acceptApplied(tx, cutoff)
  await freezeStandings(tx, { period, cutoff, reach })
}

/** Applied → active. */
async function acceptApplied(tx: Tx, cutoff: Date): Promise<void> {
  const { rows } = await sql<{ memberId: string }>`
    update distributed_member distributed set state = 'active', since = ${cutoff}
    from member join member_email email on email.member_id = member.id
    where distributed.state = 'applied' and distributed.since < ${cutoff}
      and email.bound_at < ${cutoff} and member.id = distributed.member_id
      and (member.frozen_at is null or member.frozen_at >= ${cutoff})
    returning distributed.member_id`.execute(tx)
  if (rows.length === 0) return
  const at = await systemNow(tx)
  await tx
    .insertInto('distributedEvent')
    .values(
      rows.map(({ memberId }) => ({
        id: newUuid(),
        memberId,
        event: 'accept',
        actor: 'settlement',
        at,
        fromState: 'applied',
        toState: 'active',
      })),
    )
    .execute()
  await announce(
    tx,
    rows.map(({ memberId }) => ({ memberId, topic: 'earnings', subject: null })),
  )
}

/**
 * One byte for each node, in the order of the index, by the state at the cut-off: for a period that
 * was missed, e-mails and statuses of later days do not count. A member who is closing the account
 * is paid nothing: with pay in every run a member with a network could never leave.
 */
async function freezeStandings(
  tx: Tx,
  { period, cutoff, reach }: ClosingRun & { reach: ModuleReach },
): Promise<void> {
  // Read separately, because PostgreSQL uses parallel workers only for statements that write
  // nothing.
  const { rows } = await sql<{ standings: Buffer }>`
    select coalesce(string_agg(set_byte('\\x00'::bytea, 0,
        case when distributed.state = 'active' and distributed.since <= ${cutoff}::timestamptz
          and (member.frozen_at is null or member.frozen_at >= ${cutoff}::timestamptz)
          and (member.closing_at is null or member.closing_at >= ${cutoff}::timestamptz)
          and member.country = any(${[...reach]}::text[])
          then ${standing.distributed}::int else 0 end
        + case when email.bound_at < ${cutoff}::timestamptz
          and (member.frozen_at is null or member.frozen_at >= ${cutoff}::timestamptz)
          then ${standing.sound}::int else 0 end
        + case when insider.member_id is not null then ${standing.insider}::int else 0 end
      ), ''::bytea order by node.idx), ''::bytea) as standings
    from placement node
    join member on member.id = node.member_id
    left join distributed_member distributed on distributed.member_id = node.member_id
    left join member_email email on email.member_id = node.member_id
    left join insider on insider.member_id = node.member_id`.execute(tx)
  await tx
    .insertInto('distributionRound')
    .values({
      period,
      cutoffAt: cutoff,
      closedAt: await systemNow(tx),
      standings: rows[0]?.standings ?? Buffer.alloc(0),
    })
    .execute()
}

/**
 * The frozen standing of each node, by index: bits of `standing`.
 * @throws Error when the period's round was never closed.
 */
export async function standingsOfRun(reader: Reader, period: Period): Promise<Uint8Array> {
  const row = await reader
    .selectFrom('distributionRound')
    .select('standings')
    .where('period', '=', period)
    .executeTakeFirst()
  if (!row) throw new Error(`the distributed members of ${period} were not frozen`)
  return new Uint8Array(row.standings)
}
