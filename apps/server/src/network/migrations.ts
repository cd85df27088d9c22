import { APP_ROLE } from '../platform/database/connect.ts'
import type { Migration } from '../platform/database/migrate.ts'

/** The sponsor tree (`invitee`), the placement tree, its runs and its volume. Rule book 2.7, 2.10. */
export const networkMigrations: readonly Migration[] = [
  {
    id: '2026-11-21-network',
    sql: `
      -- Everybody but the root: who invited them, for ever, and how far they are on the way into the tree.
      create table invitee (
        member_id uuid primary key,
        inviter_id uuid not null,
        /* the inviter's first, second, third … */
        number integer not null check (number > 0),
        registered_at timestamptz not null,
        state text not null default 'pending' check (state in ('pending', 'requested', 'settling', 'placed')),
        /* placed by the inviter's preference from here on; null until the inviter is final */
        due_at timestamptz,
        /* when the inviter was reminded */
        noticed_at timestamptz,
        choice text check (choice in ('left', 'right', 'smaller')),
        requested_at timestamptz,
        /* the run that took it, since its cut-off */
        period text,
        unique (inviter_id, number),
        check (member_id <> inviter_id),
        check ((choice is null) = (requested_at is null)),
        check (state <> 'pending' or choice is null),
        check (state <> 'requested' or choice is not null),
        check ((period is null) = (state in ('pending', 'requested')))
      );
      create index invitee_waiting on invitee (inviter_id, requested_at, due_at) where state <> 'placed';
      create index invitee_requested on invitee (requested_at) where state = 'requested';
      create index invitee_due on invitee (due_at) where state = 'pending';

      create table placement_preference (
        member_id uuid primary key,
        choice text not null check (choice in ('left', 'right', 'smaller')),
        changed_at timestamptz not null
      );

      -- The placement tree. A parent stands before its children, so one walk from the end sums every
      -- subtree; a chain is a line of left or of right children and is named by the node that begins it.
      create table placement (
        idx integer primary key,
        member_id uuid not null unique,
        parent_idx integer check (parent_idx >= 0 and parent_idx < idx),
        side text check (side in ('left', 'right')),
        depth integer not null,
        left_chain integer not null,
        right_chain integer not null,
        inviter_idx integer check (inviter_idx >= 0 and inviter_idx < idx),
        /* true when the inviter had not asked in time */
        overdue boolean not null,
        period text,
        final_at timestamptz not null,
        unique (parent_idx, side),
        check ((idx = 0) = (parent_idx is null) and (idx = 0) = (side is null) and (idx = 0) = (inviter_idx is null)),
        check ((idx = 0) = (depth = 0) and depth >= 0),
        check (case side
          when 'left' then left_chain < idx and right_chain = idx
          when 'right' then right_chain < idx and left_chain = idx
          else left_chain = idx and right_chain = idx end)
      );

      -- The last node of every chain of two nodes or more; of any other it is the one that begins it.
      create table chain_tail (
        side text not null check (side in ('left', 'right')),
        chain integer not null,
        tail_idx integer not null check (tail_idx > chain),
        primary key (side, chain)
      );

      -- What a run looks at, frozen at its cut-off.
      create table placement_round (
        period text primary key,
        cutoff_at timestamptz not null,
        next_idx integer not null,
        closed_at timestamptz not null,
        posted_at timestamptz
      );
      create table placement_candidate (
        period text not null,
        /* requests by their time, then the overdue by registration */
        rank integer not null,
        member_id uuid not null unique,
        inviter_id uuid not null,
        choice text not null,
        overdue boolean not null,
        primary key (period, rank)
      );
      create table placement_inviter (
        period text not null,
        idx integer not null,
        left_end integer not null,
        right_end integer not null,
        /* null where nobody in the run asks for the smaller region */
        left_total numeric(38,0),
        right_total numeric(38,0),
        left_members integer,
        right_members integer,
        primary key (period, idx)
      );

      -- Fees that a settlement credited to a node, micro-USDT, and what they add up to.
      create table volume_event (
        period text not null,
        idx integer not null,
        fee numeric(38,0) not null check (fee > 0),
        primary key (period, idx)
      );
      create table volume_total (
        idx integer primary key,
        total numeric(38,0) not null check (total > 0)
      );

      create function placement_is_history() returns trigger language plpgsql as $$
        begin
          raise exception 'a placement is for ever' using errcode = 'integrity_constraint_violation';
        end $$;
      do $$ declare history text; begin
        foreach history in array array['placement','placement_candidate','placement_inviter','volume_event'] loop
          execute format('create trigger %I before update or delete on %I for each row execute function placement_is_history()', history || '_rows', history);
          execute format('create trigger %I before truncate on %I for each statement execute function placement_is_history()', history || '_all', history);
        end loop;
      end $$;

      -- Members who were there before the tree wait in their inviter's list like any other.
      insert into invitee (member_id, inviter_id, number, registered_at)
      select id, inviter_id, row_number() over (partition by inviter_id order by created_at, id), created_at
      from member where inviter_id is not null;

      grant select, insert on invitee, placement_preference, placement, chain_tail, placement_round,
        placement_candidate, placement_inviter, volume_event, volume_total to ${APP_ROLE};
      -- Who invited whom is no column that anybody may change.
      grant update (state, due_at, noticed_at, choice, requested_at, period) on invitee to ${APP_ROLE};
      grant update (choice, changed_at) on placement_preference to ${APP_ROLE};
      grant update (tail_idx) on chain_tail to ${APP_ROLE};
      grant update (posted_at) on placement_round to ${APP_ROLE};
      grant update (total) on volume_total to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-22-network-blocks',
    sql: `
      -- The placement tree packed, for who reads all of it: nodes from an index on, four bytes for each.
      create table placement_block (
        from_idx integer primary key,
        nodes integer not null check (nodes > 0),
        places bytea not null check (length(places) = 4 * nodes),
        inviters bytea not null check (length(inviters) = 4 * nodes)
      );
      -- Read whole each time: not worth packing again.
      alter table placement_block alter column places set storage external,
        alter column inviters set storage external;
      create trigger placement_block_rows before update or delete on placement_block
        for each row execute function placement_is_history();
      create trigger placement_block_all before truncate on placement_block
        for each statement execute function placement_is_history();
      grant select, insert on placement_block to ${APP_ROLE};
    `,
  },
]
