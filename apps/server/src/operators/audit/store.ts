import type { OperatorRole } from '@banyan/domain'
import { type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../../platform/database/connect.ts'
import type { OperatorAct, OperatorActRoot } from '../generated.ts'

type Reader = Database | Tx
export type ActRow = Selectable<OperatorAct>
export type RootRow = Selectable<OperatorActRoot>

/** An act with what is kept beside its record. */
export interface FullAct extends ActRow {
  text: { salt: Buffer; reason: string | null; forMember: boolean } | null
  members: { memberId: string; accountId: string; salt: Buffer }[]
}

/** Which acts are asked for; what is absent narrows nothing. */
export interface ActFilter {
  operatorId?: string | undefined
  actor?: string | undefined
  role?: OperatorRole | 'house' | 'unknown' | undefined
  action?: string | undefined
  object?: string | undefined
  /** The account ID of a member. */
  member?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
}

/** The acts after or before a place of the log that a filter leaves. */
export async function actsOf(
  reader: Reader,
  filter: ActFilter,
  page: { after: number | null; limit: number; order: 'newest' | 'oldest' },
): Promise<FullAct[]> {
  let query = filtered(reader, filter).selectAll()
  const isNewest = page.order === 'newest'
  if (page.after !== null) query = query.where('seq', isNewest ? '<' : '>', page.after)
  const rows = await query
    .orderBy('seq', isNewest ? 'desc' : 'asc')
    .limit(page.limit)
    .execute()
  return withParts(reader, rows)
}

/** How many acts a filter leaves. */
export async function countActs(reader: Reader, filter: ActFilter): Promise<number> {
  const { count } = await filtered(reader, filter)
    .select(eb => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

function filtered(reader: Reader, filter: ActFilter) {
  const { operatorId, actor, role, action, object, member, from, to } = filter
  let query = reader.selectFrom('operatorAct')
  if (operatorId !== undefined) query = query.where('operatorId', '=', operatorId)
  if (actor !== undefined) query = query.where('actor', '=', actor)
  if (role !== undefined) query = query.where('role', '=', role)
  if (action !== undefined) query = query.where('action', '=', action)
  if (object !== undefined) query = query.where('object', '=', object)
  if (from !== undefined) query = query.where('at', '>=', from)
  if (to !== undefined) query = query.where('at', '<', to)
  if (member !== undefined)
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('operatorActMember')
          .innerJoin('member', 'member.id', 'operatorActMember.memberId')
          .select('operatorActMember.seq')
          .where('member.accountId', '=', member)
          .whereRef('operatorActMember.seq', '=', 'operatorAct.seq'),
      ),
    )
  return query
}

/** One act by its number. */
export async function actBySeq(reader: Reader, seq: number): Promise<FullAct | undefined> {
  const rows = await reader.selectFrom('operatorAct').selectAll().where('seq', '=', seq).execute()
  return (await withParts(reader, rows))[0]
}

/** Acts that concern a member, newest first. */
export async function actsOnMember(
  reader: Reader,
  memberId: string,
  page: { after: number | null; limit: number },
): Promise<FullAct[]> {
  let query = reader
    .selectFrom('operatorActMember')
    .innerJoin('operatorAct', 'operatorAct.seq', 'operatorActMember.seq')
    .selectAll('operatorAct')
    .where('operatorActMember.memberId', '=', memberId)
    .orderBy('operatorActMember.seq', 'desc')
    .limit(page.limit)
  if (page.after !== null) query = query.where('operatorActMember.seq', '<', page.after)
  return withParts(reader, await query.execute())
}

/** Acts on a member's account as the member reads them: with the role, and a reason that is for them. */
export interface OwnAct {
  seq: number
  at: Date
  role: string
  action: string
  object: string
  reason: string | null
}

const ACTS_AT_ONCE = 500

/** Every act that concerns a member, newest first. */
export async function allActsOnMember(reader: Reader, memberId: string): Promise<OwnAct[]> {
  const all: OwnAct[] = []
  for (let after: number | null = null; ; ) {
    const rows: FullAct[] = await actsOnMember(reader, memberId, { after, limit: ACTS_AT_ONCE })
    for (const { seq, at, role, action, object, text } of rows)
      all.push({ seq, at, role, action, object, reason: text?.forMember ? text.reason : null })
    if (rows.length < ACTS_AT_ONCE) return all
    after = rows.at(-1)?.seq ?? null
  }
}

async function withParts(reader: Reader, rows: readonly ActRow[]): Promise<FullAct[]> {
  const seqs = rows.map(({ seq }) => seq)
  if (seqs.length === 0) return []
  const texts = await reader
    .selectFrom('operatorActText')
    .selectAll()
    .where('seq', 'in', seqs)
    .execute()
  const members = await reader
    .selectFrom('operatorActMember')
    .innerJoin('member', 'member.id', 'operatorActMember.memberId')
    .select(['seq', 'memberId', 'accountId', 'salt'])
    .where('seq', 'in', seqs)
    .orderBy('seq')
    .orderBy('place')
    .execute()
  const textOf = new Map(texts.map(({ seq, ...text }) => [seq, text]))
  const membersOf = new Map<number, FullAct['members']>()
  for (const { seq, ...member } of members) {
    const among = membersOf.get(seq) ?? []
    membersOf.set(seq, [...among, member])
  }
  return rows.map(row => ({
    ...row,
    text: textOf.get(row.seq) ?? null,
    members: membersOf.get(row.seq) ?? [],
  }))
}

/** The account IDs of members. Those who do not exist are omitted. */
export async function accountIdsOf(
  reader: Reader,
  memberIds: readonly string[],
): Promise<Map<string, string>> {
  if (memberIds.length === 0) return new Map()
  const rows = await reader
    .selectFrom('member')
    .select(['id', 'accountId'])
    .where('id', 'in', memberIds)
    .execute()
  return new Map(rows.map(({ id, accountId }) => [id, accountId]))
}

/** The hashes of acts after the given one, oldest first. */
export const hashesAfter = (
  reader: Reader,
  seq: number,
  limit: number,
): Promise<Pick<ActRow, 'seq' | 'hash'>[]> =>
  reader
    .selectFrom('operatorAct')
    .select(['seq', 'hash'])
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(limit)
    .execute()

/** The newest root. */
export const newestRoot = (reader: Reader): Promise<RootRow | undefined> =>
  reader
    .selectFrom('operatorActRoot')
    .selectAll()
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Roots after the given number, oldest first. */
export const rootsAfter = (reader: Reader, number: number, limit: number): Promise<RootRow[]> =>
  reader
    .selectFrom('operatorActRoot')
    .selectAll()
    .where('number', '>', number)
    .orderBy('number')
    .limit(limit)
    .execute()

/** Destroys the reasons of acts that concern this member and no member whose account stands. */
export async function forgetTexts(tx: Tx, memberId: string): Promise<void> {
  await sql`
    delete from operator_act_text where seq in (
      select seq from operator_act_member where member_id = ${memberId}
    ) and not exists (
      select from operator_act_member a join member m on m.id = a.member_id
      where a.seq = operator_act_text.seq and m.closed_at is null)`.execute(tx)
}

/** The public key of the newest root; null before the first. */
export const newestRootKey = async (reader: Reader): Promise<Buffer | null> =>
  (await newestRoot(reader))?.publicKey ?? null
