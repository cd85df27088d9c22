import type { MemberState } from '@banyan/domain'
import { type SqlBool, sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'

type Reader = Database | Tx

const columns = [
  'id',
  'accountId',
  'nickname',
  'inviteCode',
  'inviterId',
  'country',
  'createdAt',
  'frozenAt',
  'closingAt',
  'closedAt',
] as const

/** A member as operators read them: no key, no hash of a password. */
export interface MemberRow {
  id: string
  accountId: string
  nickname: string
  inviteCode: string
  inviterId: string | null
  country: string
  createdAt: Date
  frozenAt: Date | null
  closingAt: Date | null
  closedAt: Date | null
}

/** The member of an account ID. */
export const memberOfAccount = (
  reader: Reader,
  accountId: string,
): Promise<MemberRow | undefined> =>
  reader.selectFrom('member').select(columns).where('accountId', '=', accountId).executeTakeFirst()

/** An account that is closed is frozen as well, and one that is closing can be frozen. */
export const stateOf = (
  row: Pick<MemberRow, 'frozenAt' | 'closingAt' | 'closedAt'>,
): MemberState =>
  row.closedAt ? 'closed' : row.frozenAt ? 'frozen' : row.closingAt ? 'closing' : 'active'

/** What a list of members is narrowed to. */
export interface MemberFilter {
  /** Of these members alone; null for all. */
  among: readonly string[] | null
  /** A part of a nickname, the beginning of an account ID, or an invitation code. */
  text: string | null
}

/** Members, the newest first; one row more than a page is long. */
export async function membersPage(
  database: Database,
  { among, text }: MemberFilter,
  page: { after: readonly string[] | null; limit: number },
): Promise<MemberRow[]> {
  if (among?.length === 0) return []
  let query = database
    .selectFrom('member')
    .select(columns)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
  if (among) query = query.where('id', 'in', among)
  if (text !== null) {
    // What is typed is no pattern: the two signs that would be one stand for themselves.
    const plain = text.replaceAll(/[\\%_]/g, '\\$&')
    query = query.where(eb =>
      eb.or([
        eb('nickname', 'ilike', `%${plain}%`),
        eb('accountId', 'like', `${plain}%`),
        eb('inviteCode', '=', text.toUpperCase()),
      ]),
    )
  }
  if (page.after) {
    const [at, id] = page.after
    query = query.where(sql<SqlBool>`(created_at, id) < (${at}::timestamptz, ${id}::uuid)`)
  }
  return query.execute()
}

/** Account ID and nickname of members, by their id. */
export async function linksOf(
  reader: Reader,
  memberIds: readonly string[],
): Promise<Map<string, { accountId: string; nickname: string }>> {
  if (memberIds.length === 0) return new Map()
  const rows = await reader
    .selectFrom('member')
    .select(['id', 'accountId', 'nickname'])
    .where('id', 'in', memberIds)
    .execute()
  return new Map(rows.map(({ id, ...link }) => [id, link]))
}

/** The member's line on the public list of the platform's own accounts. */
export const insiderOf = (reader: Reader, memberId: string) =>
  reader
    .selectFrom('insider')
    .select(['role', 'since'])
    .where('memberId', '=', memberId)
    .executeTakeFirst()

/** Recharge addresses of a member, the newest first. */
export async function rechargeAddressesOf(reader: Reader, memberId: string): Promise<string[]> {
  const rows = await reader
    .selectFrom('depositAddress')
    .select('address')
    .where('memberId', '=', memberId)
    .orderBy('generation', 'desc')
    .execute()
  return rows.map(row => row.address)
}

/** Addresses that a member has entered for withdrawals and has not removed. */
export const withdrawalAddressesOf = (reader: Reader, memberId: string) =>
  reader
    .selectFrom('withdrawalAddress')
    .select(['address', 'label'])
    .where('memberId', '=', memberId)
    .where('removedAt', 'is', null)
    .orderBy('addedAt', 'desc')
    .execute()
