import { topics as memberTopics } from '@banyan/domain'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { prepared } from '../database/prepared.ts'
import type { OutboxTopic } from './announce.ts'

/** A row of the outbox at its place. */
export interface PlacedRow {
  place: number
  memberId: string | null
  topic: OutboxTopic
  subject: string | null
}

/** So many rows are read by one statement; who has missed as many loads everything again. */
export const READ_AT_ONCE = 500
/** Operators receive topics of all members: so many rows are looked at for what they have missed. */
const MOST_READ = 5_000

const after = prepared<{ place: number }, PlacedRow>(
  'outbox-after',
  ({ place }) => sql`
    select place, member_id as "memberId", topic, subject from outbox_place
    where place > ${place} order by place limit ${sql.lit(READ_AT_ONCE)}`,
)

/** What comes after a place, in order. */
export const newsAfter = (database: Database, place: number): Promise<PlacedRow[]> =>
  after(database, { place })

/**
 * The row at the place comes first, if it is still kept: then so is everything after it. For
 * PostgreSQL `is null` is no equation, so only the order by both columns is that of the index.
 */
export const ofMember = prepared<
  { memberId: string; place: number; topics: readonly string[] },
  PlacedRow
>(
  'outbox-of-member',
  ({ memberId, place, topics }) => sql`
    select place, member_id as "memberId", topic, subject from (
      (select * from outbox_place where place = ${place})
      union all
      (select * from outbox_place
       where member_id = ${memberId}::uuid and place > ${place} and topic = any (${topics}::text[])
       order by place limit ${sql.lit(READ_AT_ONCE)})
      union all
      (select * from outbox_place
       where member_id is null and place > ${place} and topic = any (${topics}::text[])
       order by member_id, place limit ${sql.lit(READ_AT_ONCE)})
    ) as missed order by place limit ${sql.lit(READ_AT_ONCE)}`,
)

/**
 * What a member has missed after a place, in order: their own news and everyone's. Null when no row
 * with that place is kept, or when they have missed too much.
 */
export const missedByMember = async (
  database: Database,
  memberId: string,
  place: number,
): Promise<PlacedRow[] | null> =>
  afterFirst(await ofMember(database, { memberId, place, topics: memberTopics }), place)

const ofTopics = prepared<
  { topics: readonly string[]; place: number },
  PlacedRow & { lookedAt: number }
>(
  'outbox-of-topics',
  ({ topics, place }) => sql`
    select place, member_id as "memberId", topic, subject, looked_at as "lookedAt" from (
      select *, count(*) over () as looked_at from (
        select * from outbox_place where place >= ${place}
        order by place limit ${sql.lit(MOST_READ)}
      ) as next
    ) as looked where place = ${place} or topic = any (${topics}::text[])
    order by place limit ${sql.lit(READ_AT_ONCE)}`,
)

/** The same of some topics, of every member. */
export async function missedOfTopics(
  database: Database,
  topics: readonly OutboxTopic[],
  place: number,
): Promise<PlacedRow[] | null> {
  const rows = await ofTopics(database, { topics, place })
  return (rows[0]?.lookedAt ?? MOST_READ) < MOST_READ ? afterFirst(rows, place) : null
}

const afterFirst = (rows: readonly PlacedRow[], place: number): PlacedRow[] | null =>
  rows[0]?.place === place && rows.length < READ_AT_ONCE ? rows.slice(1) : null
