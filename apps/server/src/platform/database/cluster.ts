import type pg from 'pg'
import { ConfigError } from '../config.ts'
import { lockNumbers } from './advisory-locks.ts'

/** Why a row of `database_cluster` was written. */
export type ClusterReason = 'dump' | 'restore' | 'timeline'

/** The remedy for a person after a restore of their own. */
export const RESTORED_BY_HAND =
  'This database was restored into another PostgreSQL server, whose transactions are numbered anew, so nothing is announced or sealed in order: stop every program that uses it, then run npm run restored.'

type Queryable = pg.Pool | pg.ClientBase

/**
 * True after a restore into another cluster, until `npm run restored` has advanced the numbering.
 */
export async function isRestoredByHand(database: Queryable): Promise<boolean> {
  const { rows } = await database.query<{ moved: boolean }>(
    `select here.system_identifier <> known.system_identifier as moved
     from pg_control_system() as here,
       (select system_identifier from database_cluster order by number desc limit 1) as known`,
  )
  return rows[0]?.moved ?? false
}

/** @throws ConfigError when the database was restored and `npm run restored` was not run yet. */
export async function requireKnownCluster(database: Queryable): Promise<void> {
  if (await isRestoredByHand(database)) throw new ConfigError(RESTORED_BY_HAND)
}

/** For the migration, which also handles databases that have no such table yet. */
export async function requireKnownClusterBefore(client: pg.ClientBase): Promise<void> {
  if (await isNumbered(client)) await requireKnownCluster(client)
}

/** False in a database of an older version: the next migration numbers it. */
export async function isNumbered(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query("select to_regclass('database_cluster') as known")
  return rows[0]?.known != null
}

/**
 * Marks a restore and advances the numbering of transactions above everything that was written: a
 * number given from now on is higher than each existing one, and each open transaction has such a
 * number already. Gives every row of the outbox that has none its place. Returns the mark.
 * @throws ConfigError while a program of the product is connected.
 */
export async function markRestored(client: pg.ClientBase, reason: ClusterReason): Promise<number> {
  await client.query('begin')
  try {
    // The outbox can have millions of rows.
    await client.query('set local statement_timeout = 0')
    await client.query('select pg_advisory_xact_lock($1)', [lockNumbers.outboxPlaces])
    await client.query('lock table database_cluster, outbox in access exclusive mode')
    await requireNobodyConnected(client)
    const { rows } = await client.query<{ number: number }>(
      `insert into database_cluster (number, system_identifier, timeline, base, reason)
       select number + 1, system_identifier, timeline_id,
         greatest(0, highest_transaction_number() - pg_snapshot_xmin(pg_current_snapshot())::text::bigint + 1), $1
       from (select max(number) as number from database_cluster) as last,
         pg_control_system(), pg_control_checkpoint()
       returning number`,
      [reason],
    )
    await client.query('call set_transaction_base()')
    if (await hasPlaces(client)) await client.query('select place_restored_outbox()')
    await client.query('commit')
    return rows[0]?.number ?? 0
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** False in a database of the version before: the next migration gives the news their places. */
async function hasPlaces(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query("select to_regclass('outbox_place') as known")
  return rows[0]?.known != null
}

/**
 * Marks a new timeline of PostgreSQL: after a restore to a point in time, or when a standby took
 * over. The numbering goes on by itself; messages that were sent outside since that point have to
 * be searched for. Returns whether there was one.
 */
export async function markTimeline(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(
    `insert into database_cluster (number, system_identifier, timeline, base, reason)
     select number + 1, system_identifier, timeline_id, base, 'timeline'
     from (select number, timeline, base from database_cluster order by number desc limit 1) as last,
       pg_control_system(), pg_control_checkpoint()
     where timeline_id <> timeline on conflict do nothing`,
  )
  return rowCount === 1
}

async function requireNobodyConnected(client: pg.ClientBase): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
       and application_name like 'banyan%'`,
  )
  if (rowCount !== 0)
    throw new ConfigError(
      'Programs of the product are connected to this database: stop them, then run npm run restored again.',
    )
}
