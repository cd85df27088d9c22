import { sql } from 'kysely'
import type { Database, Tx } from '../database/connect.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Gauge } from '../module.ts'

/** A row of the outbox, as a follower reads it. */
export interface FollowedRow {
  memberId: string | null
  topic: string
  subject: string | null
}

const BATCH = 500

/**
 * False when there is nothing to pass on: most runs end here, after one statement. True as well for
 * a follower without a position. The order makes it read the index, and not the whole outbox.
 */
async function hasSomething(database: Database, follower: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select (
      select true from outbox
      where (outbox.xid, outbox.id) > (place.xid, place.id)
        and outbox.xid < oldest_open_transaction()
      order by outbox.xid, outbox.id limit 1) is not null as has
    from outbox_follower place where name = ${follower}`.execute(database)
  return rows[0]?.has ?? true
}

/**
 * Passes the rows of the outbox to a follower, in the order of their commits, each once: its
 * position is written in the transaction of its effect. Two processes run one after the other. A
 * row is read only when no older transaction is still open, so none is skipped. Returns the number
 * of rows.
 */
export async function followOutbox(
  database: Database,
  follower: string,
  handle: (tx: Tx, rows: readonly FollowedRow[]) => Promise<void>,
): Promise<number> {
  if (!(await hasSomething(database, follower))) return 0
  return inTransaction(database, async tx => {
    await tx
      .insertInto('outboxFollower')
      .values({ name: follower })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    const { rows: places } = await sql<{ xid: string; id: string }>`
      select xid::text as xid, id::text as id from outbox_follower
      where name = ${follower} for update skip locked`.execute(tx)
    const place = places[0]
    if (!place) return 0
    const { rows } = await sql<FollowedRow & { xid: string; id: string }>`
      select xid::text as xid, id::text as id, member_id, topic, subject from outbox
      where (outbox.xid, outbox.id) > (${place.xid}::bigint, ${place.id}::uuid)
        and outbox.xid < oldest_open_transaction()
      order by outbox.xid, outbox.id limit ${BATCH}`.execute(tx)
    const last = rows.at(-1)
    if (!last) return 0
    await handle(tx, rows)
    await tx
      .updateTable('outboxFollower')
      .set({ xid: sql<number>`${last.xid}::bigint`, id: last.id })
      .where('name', '=', follower)
      .execute()
    return rows.length
  })
}

/** How long the oldest row has waited for each follower; 0 where nothing waits. */
export const outboxLag = (database: Database): Gauge => ({
  name: 'outbox_lag_seconds',
  help: 'Age of the oldest news that a follower of the outbox has not passed on',
  label: 'follower',
  read: async () => {
    const { rows } = await sql<{ name: string; value: number }>`
      select place.name, coalesce(extract(epoch from house_now() - (
        select created_at from outbox where (outbox.xid, outbox.id) > (place.xid, place.id)
        order by outbox.xid, outbox.id limit 1)), 0)::float8 as value
      from outbox_follower place order by place.name`.execute(database)
    return rows.map(({ name, value }) => ({ labels: { follower: name }, value }))
  },
})
