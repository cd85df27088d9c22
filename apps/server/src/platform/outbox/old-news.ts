import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { statement } from '../database/prepared.ts'

/** So many rows are deleted by one statement. */
const BATCH = 10_000

/**
 * One batch. The rows are named one by one, as arrays, so PostgreSQL looks each up in an index:
 * joined, or by their range, it reads whole tables for each batch.
 */
export const oldestNewsGone = statement<{ hours: number; batch: number }, { deleted: number }>(
  ({ hours, batch }) => sql`
    with lowest as materialized (
      select place, outbox_id, created_at from outbox_place order by place limit ${batch}::int
    ), bound as materialized (
      select least(
        (select min(place) from lowest where created_at >= house_now() - make_interval(hours => ${hours}::int)),
        (select max(place) + 1 from lowest),
        (select max(place) from outbox_place),
        (select min(place) + 1 from (
          select max(place) as place from outbox_followed group by name) as follower)) as place
    ), old as materialized (
      select lowest.place, outbox_id from lowest, bound where lowest.place < bound.place
    ), gone as (
      delete from outbox where id = any (array(select outbox_id from old))
    ), deleted as (
      delete from outbox_place where place = any (array(select place from old))
    )
    select count(*) as deleted from old`,
)

/**
 * Deletes news that are older than this and that every follower has read, from the first place on:
 * whatever comes after a place that is left is left too. Deletes positions that were passed. The
 * newest place stays, because the next one counts on from it.
 */
export async function deleteOldNews(
  database: Database,
  hours: number,
  { batch = BATCH }: { batch?: number } = {},
): Promise<void> {
  for (;;) {
    const [gone] = await oldestNewsGone(database, { hours, batch })
    if ((gone?.deleted ?? 0) < batch) break
  }
  await sql`
    delete from outbox_round
    where number < (select max(number) from outbox_round)`.execute(database)
  await sql`
    delete from outbox_followed one
    where place < (select max(place) from outbox_followed where name = one.name)`.execute(database)
}
