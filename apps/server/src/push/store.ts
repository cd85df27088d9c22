import type { Locale, PushKind } from '@banyan/domain'
import { sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'

type Reader = Database | Tx

/** A browser that gets push messages. */
export interface Subscription {
  id: string
  memberId: string
  sessionId: string
  address: Buffer
  kinds: PushKind[]
  locale: Locale
}

/**
 * Saves the one subscription of a session: another address or other kinds replace the earlier ones.
 */
export async function saveSubscription(
  database: Database,
  subscription: Subscription,
): Promise<void> {
  const { address, kinds, locale } = subscription
  await database
    .insertInto('pushSubscription')
    .values(subscription)
    .onConflict(conflict => conflict.column('sessionId').doUpdateSet({ address, kinds, locale }))
    .execute()
}

/** The kinds that a session's browser gets; null without a subscription. */
export async function kindsOfSession(
  reader: Reader,
  sessionId: string,
): Promise<PushKind[] | null> {
  const row = await reader
    .selectFrom('pushSubscription')
    .select('kinds')
    .where('sessionId', '=', sessionId)
    .executeTakeFirst()
  return (row?.kinds as PushKind[] | undefined) ?? null
}

/**
 * The browsers of these members. None of them is deleted before the transaction ends, so that
 * messages can be added.
 */
export async function subscriptionsOf(
  tx: Tx,
  memberIds: readonly string[],
): Promise<Subscription[]> {
  if (memberIds.length === 0) return []
  const rows = await tx
    .selectFrom('pushSubscription')
    .select(['id', 'memberId', 'sessionId', 'address', 'kinds', 'locale'])
    .where('memberId', 'in', memberIds)
    .orderBy('id')
    .forKeyShare()
    .execute()
  return rows as Subscription[]
}

/** The browsers of a member, as an export shows them. */
export async function devicesOf(
  reader: Reader,
  memberId: string,
): Promise<(Subscription & { createdAt: Date })[]> {
  const rows = await reader
    .selectFrom('pushSubscription')
    .selectAll()
    .where('memberId', '=', memberId)
    .orderBy('createdAt')
    .execute()
  return rows as (Subscription & { createdAt: Date })[]
}

export async function subscriptionById(
  reader: Reader,
  id: string,
): Promise<Subscription | undefined> {
  const row = await reader
    .selectFrom('pushSubscription')
    .select(['id', 'memberId', 'sessionId', 'address', 'kinds', 'locale'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row as Subscription | undefined
}

/** Deletes subscriptions with their messages. */
export async function dropSubscriptions(
  reader: Reader,
  by: { id: string } | { sessionId: string } | { memberId: string },
): Promise<void> {
  const [[column, value]] = Object.entries(by) as [['id' | 'sessionId' | 'memberId', string]]
  await reader.deleteFrom('pushSubscription').where(column, '=', value).execute()
}

/** Sessions with subscriptions, in the order of ids, after a given one. */
export async function subscribedSessions(
  reader: Reader,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await reader
    .selectFrom('pushSubscription')
    .select('sessionId')
    .$if(after !== null, query => query.where('sessionId', '>', after as string))
    .orderBy('sessionId')
    .limit(limit)
    .execute()
  return rows.map(row => row.sessionId)
}

export async function addMessage(
  tx: Tx,
  one: { id: string; subscriptionId: string; message: Buffer; expiresAt: Date },
): Promise<void> {
  await tx.insertInto('pushMessage').values(one).execute()
}

/** A message that this process has just claimed for sending. */
export interface TakenMessage {
  id: string
  subscriptionId: string
  message: Buffer
  /** The number of tries, this one included. */
  tries: number
  /** Seconds for which it is still useful. */
  leftS: number
}

/** Claims due messages and counts the try. For `leaseMs` no other process claims them. */
export async function takeDue(
  database: Database,
  limit: number,
  leaseMs: number,
): Promise<TakenMessage[]> {
  const { rows } = await sql<TakenMessage>`
    update push_message set tries = tries + 1,
      due_at = house_now() + make_interval(secs => ${leaseMs / 1000})
    where id in (
      select id from push_message where due_at <= (select house_now())
      order by due_at limit ${limit} for update skip locked
    )
    returning id, subscription_id, message, tries,
      floor(extract(epoch from expires_at - house_now()))::int as left_s`.execute(database)
  return rows
}

export async function dropMessage(database: Database, id: string): Promise<void> {
  await database.deleteFrom('pushMessage').where('id', '=', id).execute()
}

export async function putOff(database: Database, id: string, waitS: number): Promise<void> {
  await database
    .updateTable('pushMessage')
    .set({ dueAt: sql<Date>`house_now() + make_interval(secs => ${waitS})` })
    .where('id', '=', id)
    .execute()
}

/** All subscriptions, a page at a time in the order of ids, after a given one. */
export async function subscriptionsAfter(
  reader: Reader,
  after: string | null,
  limit: number,
): Promise<Pick<Subscription, 'id' | 'sessionId' | 'address'>[]> {
  return reader
    .selectFrom('pushSubscription')
    .select(['id', 'sessionId', 'address'])
    .$if(after !== null, query => query.where('id', '>', after as string))
    .orderBy('id')
    .limit(limit)
    .execute()
}
