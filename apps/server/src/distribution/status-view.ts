import type {
  AnswerOf,
  BothLanguages,
  DistributedActor,
  DistributedEvent,
  readMember,
} from '@banyan/domain'
import { sql } from 'kysely'
import { type DistributedRow, distributedOf, type Reader } from './store.ts'

/** A member's status as operators read it. */
export type StatusView = AnswerOf<typeof readMember>['distributed']
type Appeal = NonNullable<StatusView['appeal']>

/** A page shows so many acts. */
const SHOWN_ACTS = 20

/** The member's appeal with its answer, in both languages. */
export const appealOf = (row: DistributedRow | undefined): Appeal | null =>
  row?.appealText != null && row.appealedAt !== null
    ? {
        text: row.appealText,
        at: row.appealedAt.toISOString(),
        answer: bothOf(row.appealAnswerZh, row.appealAnswerEn),
      }
    : null

/** Operators' reason of the status, in both languages. */
export const reasonOf = (row: DistributedRow | undefined): BothLanguages | null =>
  row ? bothOf(row.reasonZh, row.reasonEn) : null

const bothOf = (zh: string | null, en: string | null): BothLanguages | null =>
  zh === null ? null : { zh, en: en ?? zh }

/** A member's status with its newest acts. */
export async function statusView(reader: Reader, memberId: string): Promise<StatusView> {
  const row = await distributedOf(reader, memberId)
  const acts = await reader
    .selectFrom('distributedEvent')
    .select(['event', 'actor', 'at', 'reason', 'reasonEn'])
    .where('memberId', '=', memberId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN_ACTS)
    .execute()
  const state = row?.state ?? 'none'
  return {
    state,
    since: row && state !== 'none' ? row.since.toISOString() : null,
    reason: reasonOf(row),
    appeal: appealOf(row),
    acts: acts.map(({ event, actor, at, reason, reasonEn }) => ({
      event: event as DistributedEvent,
      actor: actor as DistributedActor,
      at: at.toISOString(),
      reason: actor === 'operator' ? bothOf(reason, reasonEn) : null,
    })),
  }
}

/** A suspension whose appeal nobody has answered. */
export interface WaitingAppeal {
  memberId: string
  accountId: string
  nickname: string
  text: string
  appealedAt: Date
  suspendedAt: Date
}

/** Appeals that wait, the oldest first; one row more than a page is long. */
export async function waitingAppeals(
  reader: Reader,
  page: { after: readonly string[] | null; limit: number },
): Promise<WaitingAppeal[]> {
  let query = reader
    .selectFrom('distributedMember')
    .innerJoin('member', 'member.id', 'distributedMember.memberId')
    .select([
      'distributedMember.memberId',
      'member.accountId',
      'member.nickname',
      'distributedMember.appealText as text',
      'distributedMember.appealedAt',
      'distributedMember.since as suspendedAt',
    ])
    .where('distributedMember.state', '=', 'suspended')
    .where('distributedMember.appealedAt', 'is not', null)
    .where('distributedMember.appealAnswerZh', 'is', null)
    .where('member.closedAt', 'is', null)
    .orderBy('distributedMember.appealedAt')
    .orderBy('distributedMember.memberId')
    .limit(page.limit + 1)
    .$narrowType<{ text: string; appealedAt: Date }>()
  if (page.after) {
    const [at, id] = page.after
    query = query.where(
      sql<boolean>`(distributed_member.appealed_at, distributed_member.member_id) > (${at}::timestamptz, ${id}::uuid)`,
    )
  }
  return query.execute()
}
