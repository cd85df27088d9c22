import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Gauge } from '../module.ts'

/** Rows that wait longest are the first of them; more are not looked at. */
const MOST_COUNTED = 1_000

/**
 * How long the oldest row has waited: for its place, which is the figure `places`, and for each
 * follower; 0 where nothing waits.
 */
export const outboxLag = (database: Database): Gauge => ({
  name: 'outbox_lag_seconds',
  help: 'Age of the oldest news that has no place yet (places), or that a follower of the outbox has not passed on',
  label: 'follower',
  read: async () => {
    const { rows } = await sql<{ name: string; value: number }>`
      select name, coalesce(extract(epoch from house_now() - since), 0)::float8 as value from (
        select 'places' as name, (
          select min(created_at) from outbox_without_place(${MOST_COUNTED}::int)) as since
        union all
        select follower.name, (
          select created_at from outbox_place where outbox_place.place > follower.place
          order by place limit 1)
        from (select name, max(place) as place from outbox_followed group by name) as follower
      ) as waiting order by name`.execute(database)
    return rows.map(({ name, value }) => ({ labels: { follower: name }, value }))
  },
})
