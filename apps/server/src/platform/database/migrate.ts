import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { ConfigError } from '../config.ts'
import { lockNumbers } from './advisory-locks.ts'
import { APP_ROLE } from './connection-limits.ts'
import { sqlState } from './unavailable.ts'

/**
 * One forward step of the schema. Ids sort by date and describe the change; a released one never
 * changes.
 */
export interface Migration {
  readonly id: string
  readonly sql: string
  /** The id of a migration of another module that must come before, where the order of modules does not say so. */
  readonly after?: string
}

/** The platform's own tables: clock, outbox, idempotency keys. */
export const platformMigrations: readonly Migration[] = [
  {
    id: '2026-11-21-platform',
    sql: `
      create table house_clock (
        only_row boolean primary key default true check (only_row),
        shift interval not null
      );
      -- All time of the house. The row exists only under TEST_HOOKS=1.
      create function house_now() returns timestamptz language sql volatile parallel safe as
        $$ select clock_timestamp() + coalesce((select shift from house_clock), interval '0') $$;

      create table outbox (
        id uuid primary key,
        xid xid8 not null default pg_current_xact_id(),
        member_id uuid,
        topic text not null,
        subject text,
        created_at timestamptz not null default house_now()
      );
      create index outbox_order on outbox (xid, id);

      create table idempotency_key (
        member_id uuid not null,
        operation text not null,
        key text not null check (key ~ '^[A-Za-z0-9_-]{16,64}$'),
        fingerprint bytea not null,
        /* json, not jsonb: an answer is told again byte for byte */
        answer json,
        created_at timestamptz not null default house_now(),
        primary key (member_id, operation, key)
      );
      create index idempotency_key_age on idempotency_key (created_at);

      create table heartbeat (
        only_row boolean primary key default true check (only_row),
        beaten_at timestamptz not null
      );

      grant select, insert, update, delete on outbox, idempotency_key, heartbeat, house_clock to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-21-platform-2',
    sql: `
      -- An answer that is kept for a replay can hold what is sealed elsewhere: it is sealed too.
      -- The clear answers of before are forgotten with their keys, after seven days.
      alter table idempotency_key add column answer_sealed bytea;
    `,
  },
  {
    id: '2026-11-22-platform-3',
    sql: `
      -- How far each follower of the outbox has read; what it has not read yet is not swept away.
      create table outbox_follower (
        name text primary key,
        xid xid8 not null default '0',
        id uuid not null default '00000000-0000-0000-0000-000000000000'
      );
      grant select, insert, update on outbox_follower to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-23-platform-key-check',
    sql: `
      -- Names this installation among all; a restore keeps it.
      create table installation (
        only_row boolean primary key default true check (only_row),
        id uuid not null default gen_random_uuid()
      );
      insert into installation default values;
      -- A keyed hash of the installation's id under each key that is kept outside the database: with
      -- other keys nothing starts. The migration writes them, once; see key-check.ts.
      create table key_check (
        name text primary key,
        value bytea not null check (octet_length(value) = 32)
      );
      grant select on installation, key_check to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-23-platform-clusters',
    sql: `
      -- Outbox and audit chain are read in the order of transaction numbers, which every PostgreSQL
      -- cluster counts for itself. A number here is the cluster's own plus a base, and the base moves
      -- up when a dump is restored into another cluster: the numbering goes on above what was written.
      create table database_cluster (
        number integer primary key check (number > 0),
        system_identifier bigint not null,
        timeline integer not null,
        base bigint not null check (base >= 0),
        reason text not null check (reason in ('first', 'dump', 'restore', 'timeline')),
        since timestamptz not null default clock_timestamp()
      );
      grant select on database_cluster to ${APP_ROLE};

      alter table outbox alter column xid drop default,
        alter column xid type bigint using xid::text::bigint;
      alter table outbox_follower alter column xid drop default,
        alter column xid type bigint using xid::text::bigint,
        alter column xid set default 0;

      -- The highest number in any table; some of the tables come after this one.
      create function highest_transaction_number() returns bigint language plpgsql as $$
        declare place text[]; found bigint; highest bigint := 0;
        begin
          foreach place slice 1 in array array[['outbox','xid'],['outbox_follower','xid'],['ledger_audit','to_xid'],
            ['ledger_transfer','xid'],['ledger_transfer_block','xid'],['ledger_hold','xid'],
            ['ledger_hold_resolution','xid'],['ledger_epoch','xid']]
          loop
            continue when to_regclass(place[1]) is null;
            execute format('select max(%I) from %I', place[2], place[1]) into found;
            highest := greatest(highest, found);
          end loop;
          return highest;
        end $$;

      -- A database that was restored before there was this table is numbered above what it has, too.
      insert into database_cluster (number, system_identifier, timeline, base, reason)
      select 1, system_identifier, timeline_id, greatest(0, behind), case when behind > 0 then 'dump' else 'first' end
      from pg_control_system(), pg_control_checkpoint(),
        (select highest_transaction_number() - pg_snapshot_xmin(pg_current_snapshot())::text::bigint + 1 as behind) lag;

      -- The newest base as a constant, which PostgreSQL writes into each statement that needs it: read
      -- from the table it would cost every row of the outbox and of the history 20 µs.
      create procedure set_transaction_base() language plpgsql as $$
        begin
          execute format('create or replace function transaction_base() returns bigint language sql
            immutable parallel safe as %L', (select 'select ' || base || '::bigint' from database_cluster
              order by number desc limit 1));
        end $$;
      call set_transaction_base();
      revoke execute on procedure set_transaction_base() from public;
      -- Of the transaction that asks.
      create function transaction_number() returns bigint language sql volatile as
        $$ select pg_current_xact_id()::text::bigint + transaction_base() $$;
      -- Every transaction below this number has ended.
      create function oldest_open_transaction() returns bigint language sql stable as
        $$ select pg_snapshot_xmin(pg_current_snapshot())::text::bigint + transaction_base() $$;
      -- What this statement sees, in these numbers.
      create function transaction_snapshot() returns pg_snapshot language sql stable as $$
        select (pg_snapshot_xmin(seen)::text::bigint + base || ':' || pg_snapshot_xmax(seen)::text::bigint + base || ':'
          || (select coalesce(string_agg((open::text::bigint + base)::text, ',' order by open), '') from pg_snapshot_xip(seen) open)
        )::pg_snapshot
        from (select pg_current_snapshot() as seen, transaction_base() as base) one $$;

      alter table outbox alter column xid set default transaction_number();
    `,
  },
  {
    id: '2026-11-27-platform-limit-counts',
    sql: `
      -- What all processes together have counted towards limits. Lost in a crash, which harms nothing.
      create unlogged table limit_count (
        name text primary key,
        points integer not null,
        /* in milliseconds since 1970, by the clocks of the processes */
        ends_at bigint not null
      ) with (fillfactor = 70);
      grant select, insert, update, delete on limit_count to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-27-platform-key-versions',
    sql: `
      -- A key is replaced by one of the next number. What is new is made with the current one; the others
      -- are accepted, but a retired one. See key-check.ts.
      alter table key_check
        add column version smallint not null default 1 check (version between 1 and 255),
        add column state text not null default 'current' check (state in ('next', 'current', 'old', 'retired')),
        add column changed_at timestamptz not null default clock_timestamp(),
        drop constraint key_check_pkey,
        add primary key (name, version);
      create unique index key_check_current on key_check (name) where state = 'current';
      create unique index key_check_on_its_way on key_check (name) where state in ('next', 'old');
    `,
  },
  {
    id: '2026-11-27-platform-stream-places',
    sql: `
      -- How many live streams each process has open for a member or an address. Lost in a crash; each
      -- process then writes its own again.
      create unlogged table stream_place (
        name text not null,
        /* the number of the process, see presence.ts */
        holder integer not null,
        open integer not null check (open >= 0),
        primary key (name, holder)
      ) with (fillfactor = 70);
      grant select, insert, update, delete on stream_place to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-27-platform-clock-stable',
    sql: `
      -- One time for each look at a table. As a volatile function it was computed for every row, and no
      -- index could be used for "due by now": the clock's jobs read every open trade each second.
      alter function house_now() stable;
    `,
  },
]

/**
 * Brings the schema forward, one transaction per step, one process at a time; resumable after a
 * kill at any point. Refuses a database that a newer program has already changed.
 */
export async function migrate(
  client: pg.Client,
  migrations: readonly Migration[],
  { pauseMs = PAUSE_MS, tries = TRIES } = {},
): Promise<string[]> {
  await client.query('select pg_advisory_lock($1)', [lockNumbers.migration])
  try {
    await ensureAppRole(client)
    await client.query(
      'create table if not exists schema_migration (id text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    )
    await client.query(`grant select on schema_migration to ${APP_ROLE}`)
    const { rows } = await client.query<{ id: string; sha256: string }>(
      'select id, sha256 from schema_migration',
    )
    const done = new Map(rows.map(row => [row.id, row.sha256]))
    checkHistory(done, migrations)
    const applied: string[] = []
    for (const migration of migrations) {
      if (done.has(migration.id)) continue
      await applyOne(client, migration, { pauseMs, tries })
      applied.push(migration.id)
    }
    return applied
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lockNumbers.migration])
  }
}

function checkHistory(done: Map<string, string>, migrations: readonly Migration[]): void {
  const known = new Map(migrations.map(migration => [migration.id, sha256(migration.sql)]))
  for (const [id, hash] of done) {
    const expected = known.get(id)
    if (expected === undefined) {
      throw new ConfigError(
        `This database has been changed by a newer Banyan (${id}). Start that version, or restore a backup.`,
      )
    }
    if (expected !== hash)
      throw new ConfigError(
        `Migration ${id} differs from the one this database was made with: start the version that made it, or restore a backup.`,
      )
  }
}

/**
 * A step that waits for a lock on a table makes every later statement on that table wait behind it.
 * So it waits for a moment only, lets the others pass, and tries again.
 */
const LOCK_WAIT = '2s'
const TRIES = 60
const PAUSE_MS = 1_000

async function applyOne(
  client: pg.Client,
  migration: Migration,
  { pauseMs, tries }: { pauseMs: number; tries: number },
): Promise<void> {
  for (let tried = 1; ; tried++) {
    try {
      return await tryOne(client, migration)
    } catch (error) {
      if (sqlState(error) !== LOCKED || tried >= tries) throw error
      await sleep(pauseMs)
    }
  }
}

/** SQLSTATE lock_not_available. */
const LOCKED = '55P03'

async function tryOne(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = '${LOCK_WAIT}'`)
    await client.query(migration.sql)
    await client.query('insert into schema_migration (id, sha256) values ($1, $2)', [
      migration.id,
      sha256(migration.sql),
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/**
 * The role has no login of its own: a connection drops to it and cannot regain rights by mistake.
 * @throws ConfigError where the user of the database may neither create it nor is a member of it.
 */
async function ensureAppRole(client: pg.Client): Promise<void> {
  try {
    // A role belongs to the whole cluster, so two databases migrating at once can both create it.
    await client.query(`
      do $$ begin
        if not exists (select from pg_roles where rolname = '${APP_ROLE}') then
          create role ${APP_ROLE} nologin;
        end if;
        if not pg_has_role(current_user, '${APP_ROLE}', 'member') then
          grant ${APP_ROLE} to current_user;
        end if;
      exception when duplicate_object or unique_violation then null;
      end $$;
    `)
  } catch (error) {
    if (sqlState(error) !== NO_RIGHT) throw error
    const { rows } = await client.query<{ user: string }>('select current_user as user')
    throw new ConfigError(
      `The user of DATABASE_URL may not create the role ${APP_ROLE}: let an administrator of PostgreSQL run "create role ${APP_ROLE} nologin" if there is none, and "grant ${APP_ROLE} to ${rows[0]?.user}".`,
    )
  }
  await client.query(`grant usage on schema public to ${APP_ROLE}`)
}

/** SQLSTATE insufficient_privilege. */
const NO_RIGHT = '42501'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
