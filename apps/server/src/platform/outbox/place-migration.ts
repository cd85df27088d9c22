import { lockNumbers } from '../database/advisory-locks.ts'
import { APP_ROLE } from '../database/connection-limits.ts'
import type { Migration } from '../database/migrate.ts'

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
        return greatest(highest, (select pg_snapshot_xmax(seen)::text::bigint from outbox_round
          order by number desc limit 1));
      end $$;

    -- Committed rows of the outbox that have no place, a few at a time. They are what the snapshot of
    -- this statement shows and that of the last round did not: transactions that were open then, and
    -- all that began later. Rows that have a place, and transactions that are open, cost nothing.
    -- After a restore into another cluster the snapshots cannot be compared, so the rows are.
    create function outbox_without_place(most integer) returns setof outbox language plpgsql stable
      set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_nestloop = off as $$
      declare
        last outbox_round;
        known database_cluster;
        opened bigint[];
        begun bigint;
        after_xid bigint;
        after_id uuid;
      begin
        select * into last from outbox_round order by number desc limit 1;
        select * into known from database_cluster order by number desc limit 1;
        if last.cluster <> known.number
          or known.system_identifier <> (select system_identifier from pg_control_system()) then
          return query select one.* from outbox one
            where not exists (select from outbox_place placed where placed.outbox_id = one.id)
            order by one.xid, one.id limit most;
          return;
        end if;
        opened := array(select pg_snapshot_xip(last.seen)::text::bigint);
        begun := pg_snapshot_xmax(last.seen)::text::bigint;
        after_xid := coalesce(last.after_xid, 0);
        after_id := coalesce(last.after_id, '00000000-0000-0000-0000-000000000000');
        return query select one.* from (
            select late.* from outbox late where late.xid = any (opened)
            union all
            select fresh.* from outbox fresh where fresh.xid >= begun) one
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
        is_moved boolean;
        is_marked boolean;
        placed bigint;
      begin
        if waits then perform pg_advisory_xact_lock(${lockNumbers.outboxPlaces});
        elsif not pg_try_advisory_xact_lock(${lockNumbers.outboxPlaces}) then
          return coalesce((select max(place) from outbox_place), 0);
        end if;
        select * into last from outbox_round order by number desc limit 1;
        select * into known from database_cluster order by number desc limit 1;
        -- Restored into another cluster: not marked yet, or marked since the last round.
        is_moved := known.system_identifier <> (select system_identifier from pg_control_system());
        is_marked := last.cluster <> known.number;
        newest := greatest(last.place, (select max(place) from outbox_place));
        -- What was placed after the point of a restore is lost; nobody may take a new place for it.
        if is_marked then newest := newest + 1000000000; end if;
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
            case when not all_seen then last.seen
              when last.upto is not null and not is_marked then last.upto
              else transaction_snapshot() end,
            case when not all_seen then coalesce(last.upto, transaction_snapshot()) end,
            case when not all_seen then furthest.xid end,
            case when not all_seen then furthest.id end,
            known.number
          from counted left join furthest on true
          where case when is_moved then false when is_marked then all_seen
            else amount > 0 or last.upto is not null end
        )
        select amount into placed from counted;
        return newest + placed;
      end $$;
  `,
}
