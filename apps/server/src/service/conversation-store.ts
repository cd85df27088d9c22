import type { ConversationEnd, InboxView } from '@banyan/domain'
import { type Selectable, type SqlBool, sql, type Updateable } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { ServiceConversation } from './generated.ts'

type Reader = Database | Tx
export type ConversationRow = Omit<Selectable<ServiceConversation>, 'closedBy'> & {
  closedBy: ConversationEnd | null
}

export const findConversation = (reader: Reader, id: string) =>
  reader
    .selectFrom('serviceConversation')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst() as Promise<ConversationRow | undefined>

/** The open conversation of a member, or the one that was closed last. */
export const newestConversation = (reader: Reader, memberId: string) =>
  reader
    .selectFrom('serviceConversation')
    .selectAll()
    .where('memberId', '=', memberId)
    .orderBy('openedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst() as Promise<ConversationRow | undefined>

export const openConversationOf = (tx: Tx, memberId: string) =>
  tx
    .selectFrom('serviceConversation')
    .selectAll()
    .where('memberId', '=', memberId)
    .where('closedAt', 'is', null)
    .executeTakeFirst() as Promise<ConversationRow | undefined>

export const insertConversation = (tx: Tx, row: { id: string; memberId: string; at: Date }) =>
  tx
    .insertInto('serviceConversation')
    .values({ id: row.id, memberId: row.memberId, openedAt: row.at, lastAt: row.at })
    .returningAll()
    .executeTakeFirstOrThrow() as Promise<ConversationRow>

export const saveConversation = (tx: Tx, id: string, change: Updateable<ServiceConversation>) =>
  tx
    .updateTable('serviceConversation')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow() as Promise<ConversationRow>

/** Conversations that staff have answered and that have had no message since an instant. */
export async function idleConversations(
  database: Database,
  hours: number,
  limit: number,
): Promise<{ id: string; memberId: string }[]> {
  return database
    .selectFrom('serviceConversation')
    .select(['id', 'memberId'])
    .where('closedAt', 'is', null)
    .where('waitingSince', 'is', null)
    .where(sql<SqlBool>`last_at < house_now() - make_interval(hours => ${hours})`)
    .limit(limit)
    .execute()
}

/**
 * A conversation in the inbox, with the number of its member's messages that no operator has seen.
 */
export type InboxEntry = ConversationRow & { unread: number }

const unread = sql<number>`(
  select count(*)::int from service_message message
  join service_thread thread on thread.member_id = message.member_id
  where message.conversation_id = service_conversation.id and message.author = 'member'
    and message.place > thread.staff_read)`

const whereOf = (view: InboxView, operatorId: string) =>
  ({
    waiting: sql<SqlBool>`closed_at is null and operator_id is null`,
    assigned: sql<SqlBool>`closed_at is null and operator_id is not null`,
    mine: sql<SqlBool>`closed_at is null and operator_id = ${operatorId}`,
    closed: sql<SqlBool>`closed_at is not null`,
  })[view]

/**
 * One page of the inbox, read with one row more than the page is long. The view `waiting` begins
 * with the longest waiting conversation, the others with the last active one.
 */
export async function inboxPage(
  database: Database,
  operatorId: string,
  filter: { view: InboxView; isUnread: boolean | null },
  page: { after: string[] | null; limit: number },
): Promise<InboxEntry[]> {
  const { view, isUnread } = filter
  const waits = view === 'waiting'
  let query = database
    .selectFrom('serviceConversation')
    .selectAll()
    .select(unread.as('unread'))
    .where(whereOf(view, operatorId))
    .orderBy(waits ? 'waitingSince' : 'lastAt', waits ? 'asc' : 'desc')
    .orderBy('id', waits ? 'asc' : 'desc')
    .limit(page.limit + 1)
  if (isUnread !== null)
    query = query.where(isUnread ? sql<SqlBool>`${unread} > 0` : sql<SqlBool>`${unread} = 0`)
  if (page.after) {
    const [at, id] = page.after
    query = query.where(
      waits
        ? sql<SqlBool>`(waiting_since, id) > (${at}::timestamptz, ${id}::uuid)`
        : sql<SqlBool>`(last_at, id) < (${at}::timestamptz, ${id}::uuid)`,
    )
  }
  return (await query.execute()) as InboxEntry[]
}

export async function inboxEntry(reader: Reader, id: string): Promise<InboxEntry | undefined> {
  return (await reader
    .selectFrom('serviceConversation')
    .selectAll()
    .select(unread.as('unread'))
    .where('id', '=', id)
    .executeTakeFirst()) as InboxEntry | undefined
}

/** Counts the unassigned conversations, and an operator's own that wait for an answer. */
export async function inboxCounts(
  database: Database,
  operatorId: string,
): Promise<{ waiting: number; mine: number }> {
  const { rows } = await sql<{ waiting: number; mine: number }>`
    select count(*) filter (where operator_id is null)::int as waiting,
      count(*) filter (where operator_id = ${operatorId} and waiting_since is not null)::int as mine
    from service_conversation where closed_at is null`.execute(database)
  return rows[0] ?? { waiting: 0, mine: 0 }
}

/** The public name of an operator, which members read; null when none is set. */
export async function nicknameOf(reader: Reader, operatorId: string): Promise<string | null> {
  const row = await reader
    .selectFrom('serviceNickname')
    .select('nickname')
    .where('operatorId', '=', operatorId)
    .executeTakeFirst()
  return row?.nickname ?? null
}

export async function saveNickname(tx: Tx, operatorId: string, nickname: string): Promise<void> {
  await tx
    .insertInto('serviceNickname')
    .values({ operatorId, nickname })
    .onConflict(conflict => conflict.column('operatorId').doUpdateSet({ nickname }))
    .execute()
}
