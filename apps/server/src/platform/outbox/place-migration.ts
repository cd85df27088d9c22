import { lockNumbers } from '../database/advisory-locks.ts'
import { APP_ROLE } from '../database/connection-limits.ts'
import type { Migration } from '../database/migrate.ts'

/** Nobody can have been given so many places after the point of a restore. */
const PLACES_LEFT_OUT = 1_000_000_000

/**
 * Places of the outbox's rows: docs/decisions/live-events.md. A row is written with its
 * transaction and gets its place after the commit, from whichever process runs `place_outbox`.
 */
export const outboxPlaceMigration: Migration = {
  id: '2026-11-27-platform-outbox-places',
  sql: `
    -- Rows of the outbox in the order in which they became visible. The tables here are only added to,
    -- and emptied from their beginning: what one transaction keeps alive slows no reader down.
    create table outbox_place (
      place bigint primary key check (place > 0),
      outbox_id uuid not null,
      member_id uuid,
      topic text not null,
      subject text,
      created_at timestamptz not null
    );
    -- What a stream has missed: of its member, and of everyone.
    create index outbox_place_member on outbox_place (member_id, place);

    -- What each round of placing has seen; the newest row counts. Every row of the outbox that 'seen'
    -- shows has a place. Where one round could not place all that it saw, 'upto' is what it saw, and
    -- (after_xid, after_id) how far it came. Numbers of transactions as in database_cluster.
    create table outbox_round (
      number bigint primary key,
      place bigint not null,
      seen pg_snapshot not null,
      upto pg_snapshot,
      after_xid bigint,
      after_id uuid,
      cluster integer not null,
      check ((upto is null) = (after_xid is null) and (upto is null) = (after_id is null))
    );

    -- How far each follower has read; the highest place of a name counts.
    create table outbox_followed (
      name text,
      place bigint not null,
      primary key (name, place)
    );
    grant select, insert, delete on outbox_place, outbox_round, outbox_followed to ${APP_ROLE};

    -- A follower of the version before ends its run first. What it has read has its place before all
    -- else, so its position is a place; it finds nothing more to read while it still runs.
    lock table outbox_follower in exclusive mode;
    with numbered as materialized (
      select row_number() over (order by xid, id) as place, * from outbox
    ), placed as (
      insert into outbox_place (place, outbox_id, member_id, topic, subject, created_at)
      select place, id, member_id, topic, subject, created_at from numbered
    ), followed as (
      insert into outbox_followed (name, place)
      select name, coalesce((select max(place) from numbered
        where (numbered.xid, numbered.id) <= (outbox_follower.xid, outbox_follower.id)), 0)
      from outbox_follower
    )
    insert into outbox_round (number, place, seen, cluster)
    select 1, (select count(*) from numbered), transaction_snapshot(),
      (select max(number) from database_cluster);
    insert into outbox_follower (name, xid)
    select name, 9223372036854775807 from unnest(array['notifications', 'evidence']) as name
    on conflict (name) do nothing;
    update outbox_follower set xid = 9223372036854775807;
    -- A worker of before that still runs deletes old rows that every follower has read. To it this is
    -- one that has read what has a place here, so it leaves what is written from now on.
    insert into outbox_follower (name, xid)
    select 'places', pg_snapshot_xmin(seen)::text::bigint from outbox_round;

    -- As before, with the rounds in place of the followers of the version before.
    create or replace function highest_transaction_number() returns bigint language plpgsql as $$
      declare place text[]; found bigint; highest bigint := 0;
      begin
        foreach place slice 1 in array array[['outbox','xid'],['ledger_audit','to_xid'],
          ['ledger_transfer','xid'],['ledger_transfer_block','xid'],['ledger_hold','xid'],
          ['ledger_hold_resolution','xid'],['ledger_epoch','xid']]
        loop
          continue when to_regclass(place[1]) is null;
          execute format('select max(%I) from %I', place[2], place[1]) into found;
          highest := greatest(highest, found);
        end loop;
        return greatest(highest, (select greatest(pg_snapshot_xmax(seen), pg_snapshot_xmax(upto))::text::bigint
          from outbox_round order by number desc limit 1));
      end $$;

    -- Committed rows of the outbox that have no place, a few at a time. They are what the snapshot of
    -- this statement shows and that of the last round did not: transactions that were open then and
    -- have ended, and all that began later. Rows that have a place cost nothing, and a transaction that
    -- is open is looked at by one round: the next one knows it. A mark of a restore changes nothing
    -- here, because the numbers after it are above those of all snapshots before.
    create function outbox_without_place(most integer) returns setof outbox language plpgsql stable
      set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_nestloop = off as $$
      declare
        last outbox_round;
        ended bigint[];
        begun bigint;
        later bigint;
        after_xid bigint;
        after_id uuid;
      begin
        select * into last from outbox_round order by number desc limit 1;
        ended := array(select one::text::bigint from pg_snapshot_xip(last.seen) one
          where pg_visible_in_snapshot(one, transaction_snapshot()));
        begun := pg_snapshot_xmax(last.seen)::text::bigint;
        -- Nothing from here on has ended.
        later := pg_snapshot_xmax(transaction_snapshot())::text::bigint;
        after_xid := coalesce(last.after_xid, 0);
        after_id := coalesce(last.after_id, '00000000-0000-0000-0000-000000000000');
        return query select one.* from (
            select late.* from outbox late where late.xid = any (ended)
            union all
            select fresh.* from outbox fresh where fresh.xid >= begun and fresh.xid < later) one
          where (one.xid, one.id) > (after_xid, after_id)
            and (last.upto is null or pg_visible_in_snapshot(one.xid::text::xid8, last.upto))
          order by one.xid, one.id limit most;
      end $$;

    -- One round: gives the next places to committed rows that have none, in the order in which they
    -- were written, and returns the highest place there is. One round at a time in the whole cluster;
    -- a place is higher than all that anybody can read already. Another one is left to its work, or
    -- with 'waits' waited for.
    create function place_outbox(most integer, waits boolean) returns bigint language plpgsql volatile as $$
      declare
        last outbox_round;
        known database_cluster;
        newest bigint;
        placed bigint;
      begin
        if waits then perform pg_advisory_xact_lock(${lockNumbers.outboxPlaces});
        elsif not pg_try_advisory_xact_lock(${lockNumbers.outboxPlaces}) then
          return greatest((select max(place) from outbox_place),
            (select place from outbox_round order by number desc limit 1));
        end if;
        select * into last from outbox_round order by number desc limit 1;
        select * into known from database_cluster order by number desc limit 1;
        newest := greatest(last.place, (select max(place) from outbox_place));
        -- Restored into another cluster, and not marked: numbers of now are below those of before.
        if known.system_identifier <> (select system_identifier from pg_control_system()) then
          return newest;
        end if;
        -- What was placed after the point of a restore is lost; nobody may take a new place for it.
        if last.cluster <> known.number then newest := newest + ${PLACES_LEFT_OUT}; end if;
        with fresh as materialized (
          select *, row_number() over (order by created_at, xid, id) as nth from outbox_without_place(most)
        ), written as (
          insert into outbox_place (place, outbox_id, member_id, topic, subject, created_at)
          select newest + nth, id, member_id, topic, subject, created_at from fresh order by nth
        ), counted as (
          select count(*) as amount, count(*) < most as all_seen from fresh
        ), furthest as (
          select xid, id from fresh order by xid desc, id desc limit 1
        ), noted as (
          insert into outbox_round (number, place, seen, upto, after_xid, after_id, cluster)
          select last.number + 1, newest + amount,
            case when not all_seen then last.seen else coalesce(last.upto, transaction_snapshot()) end,
            case when not all_seen then coalesce(last.upto, transaction_snapshot()) end,
            case when not all_seen then furthest.xid end,
            case when not all_seen then furthest.id end,
            known.number
          from counted left join furthest on true
          -- Also where transactions are open that the last round did not know: unnoted, the rows that
          -- they have written would be looked at by every round.
          where amount > 0 or last.upto is not null or last.cluster <> known.number
            or exists (select from pg_snapshot_xip(transaction_snapshot()) one
              where one >= pg_snapshot_xmax(last.seen))
        )
        select amount into placed from counted;
        return newest + placed;
      end $$;

    -- After a restore into another cluster, as a part of its mark: what was written before the mark may
    -- have numbers that its rounds have passed, so the rows themselves are compared. The caller holds
    -- the lock of rounds, and the outbox exclusively.
    create function place_restored_outbox() returns void language plpgsql as $$
      declare
        newest bigint := ${PLACES_LEFT_OUT} + greatest((select max(place) from outbox_place),
          (select place from outbox_round order by number desc limit 1));
      begin
        insert into outbox_place (place, outbox_id, member_id, topic, subject, created_at)
        select newest + row_number() over (order by created_at, xid, id), id, member_id, topic, subject, created_at
        from outbox where not exists (select from outbox_place where outbox_id = outbox.id);
        insert into outbox_round (number, place, seen, cluster)
        select max(number) + 1, greatest(newest, (select max(place) from outbox_place)), transaction_snapshot(),
          (select max(number) from database_cluster)
        from outbox_round;
      end $$;
    revoke execute on function place_restored_outbox() from public;
  `,
}
