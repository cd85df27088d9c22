import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'

const BATCH = 10_000

/**
 * Deletes news that are older than this and that every follower has read, from the first place on:
 * whatever comes after a place that is left is left too. Deletes positions that were passed. The
 * newest place stays, because the next one counts on from it.
 */
export async function deleteOldNews(database: Database, hours: number): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ deleted: number }>`
      with lowest as (
        select place, created_at from outbox_place order by place limit ${BATCH}
      ), bound as (
        select least(
          (select min(place) from lowest where created_at >= house_now() - make_interval(hours => ${hours})),
          (select max(place) + 1 from lowest),
          (select max(place) from outbox_place),
          (select min(place) + 1 from (
            select max(place) as place from outbox_followed group by name) as follower)) as place
      ), deleted as (
        delete from outbox_place using bound where outbox_place.place < bound.place
        returning outbox_id
      ), gone as (
        delete from outbox using deleted where outbox.id = deleted.outbox_id
      )
      select count(*) as deleted from deleted`.execute(database)
    if ((rows[0]?.deleted ?? 0) < BATCH) break
  }
  await sql`
    delete from outbox_round
    where number < (select max(number) from outbox_round)`.execute(database)
  await sql`
    delete from outbox_followed one
    where place < (select max(place) from outbox_followed where name = one.name)`.execute(database)
}
