import { APP_ROLE } from '../platform/database/connect.ts'
import type { Migration } from '../platform/database/migrate.ts'

/**
 * Network pay: what each run credited, matched and paid, and what every node carries. Rule book
 * 2.7.
 */
export const dynamicMigrations: readonly Migration[] = [
  {
    id: '2026-11-22-earnings-dynamic',
    sql: `
      /* one for each settlement: what its cut-off froze, then what it did */
      create table dynamic_round (
        period text primary key check (period ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
        /* the module's switch, frozen */
        enabled boolean not null,
        /* nodes final before the run: those of a lower index */
        nodes integer not null,
        /* the pair rate under which balances were carried into it */
        pair_bps_before integer not null,
        closed_at timestamptz not null,
        rule_version integer,
        pair_bps integer,
        /* POOL.dynamic before the pay */
        pool numeric(38,0) check (pool >= 0),
        /* billionths */
        factor numeric(38,0),
        direct_factor numeric(38,0),
        volume numeric(38,0),
        paid numeric(38,0),
        staff_share numeric(38,0),
        reserved numeric(38,0),
        effective integer,
        /* since then the round is whole, and members see it */
        paid_at timestamptz,
        check (num_nulls(rule_version, pair_bps, pool, factor, direct_factor, volume, paid, staff_share, reserved, effective, paid_at) in (0, 11)),
        check (paid + staff_share <= pool),
        check (paid = 0 or enabled)
      );
      create index dynamic_round_paid on dynamic_round (period desc) where paid_at is not null;

      /* one for each fee of a trade: what it was worth in its run, and what became of it */
      create table dynamic_volume (
        trade_id uuid primary key,
        period text not null,
        member_id uuid not null,
        value numeric(38,0) not null check (value >= 0),
        /* the counterparty stands outside the own inviter line */
        outside boolean not null,
        fate text not null check (fate in ('credited', 'kept', 'none')),
        /* the run that credited it to the tree */
        credited_in text check (credited_in >= period),
        check (fate <> 'none' or credited_in is null),
        check (fate <> 'credited' or credited_in = period)
      );
      create index dynamic_volume_counted on dynamic_volume (period, member_id) where outside;
      create index dynamic_volume_kept on dynamic_volume (period, trade_id) where fate = 'kept';

      /* What a node carries, and what it carried before the last run that changed it: the facts of that
         run are the same while it posts and after it. Only a run writes it. */
      create table dynamic_balance (
        idx integer primary key,
        period text not null,
        left_volume numeric(38,0) not null check (left_volume >= 0),
        right_volume numeric(38,0) not null check (right_volume >= 0),
        /* the quarter of the pay of a round, and that pay */
        round text not null,
        paid_in_round numeric(38,0) not null check (paid_in_round >= 0),
        left_before numeric(38,0) not null,
        right_before numeric(38,0) not null,
        round_before text not null,
        paid_before numeric(38,0) not null
        -- Room on each page, so that a new balance lands beside the old one and no index is touched.
      ) with (fillfactor = 70);

      /* volume that balanceCap cut off, or that lapsed */
      create table dynamic_forfeit (
        period text not null,
        idx integer not null,
        overflow_left numeric(38,0) not null,
        overflow_right numeric(38,0) not null,
        lapsed_left numeric(38,0) not null,
        lapsed_right numeric(38,0) not null,
        primary key (period, idx)
      );

      /* pay for an invitee's fee */
      create table dynamic_direct (
        trade_id uuid primary key references dynamic_volume (trade_id),
        period text not null,
        member_id uuid not null,
        source_id uuid not null,
        volume numeric(38,0) not null check (volume >= 0),
        raw numeric(38,0) not null check (raw >= 0),
        amount numeric(38,0) not null check (amount between 0 and raw),
        cap text check (cap = 'round')
      );
      create index dynamic_direct_member on dynamic_direct (member_id, period desc, trade_id desc);
      create index dynamic_direct_period on dynamic_direct (period, trade_id);

      /* what a node matched */
      create table dynamic_pair (
        period text not null,
        member_id uuid not null,
        idx integer not null,
        left_volume numeric(38,0) not null,
        right_volume numeric(38,0) not null,
        matched numeric(38,0) not null check (matched = least(left_volume, right_volume)),
        raw numeric(38,0) not null check (raw >= 0),
        capped numeric(38,0) not null check (capped between 0 and raw),
        amount numeric(38,0) not null check (amount between 0 and capped),
        consumed numeric(38,0) not null check (consumed between 0 and matched),
        cap text check (cap in ('daily', 'round')),
        /* not paid: it goes to RESERVE in the next run */
        insider boolean not null,
        primary key (period, idx)
      );
      create index dynamic_pair_member on dynamic_pair (member_id, period desc);

      /* what a member was paid: one credit in the ledger each */
      create table dynamic_payout (
        period text not null,
        member_id uuid not null,
        direct numeric(38,0) not null check (direct >= 0),
        pairs numeric(38,0) not null check (pairs >= 0),
        primary key (period, member_id),
        check (direct + pairs > 0)
      );
      create index dynamic_payout_member on dynamic_payout (member_id, period desc);

      create function dynamic_pay_is_history() returns trigger language plpgsql as $$
        begin
          raise exception 'what a settlement paid cannot be changed' using errcode = 'integrity_constraint_violation';
        end $$;
      do $$ declare history text; begin
        foreach history in array array['dynamic_forfeit', 'dynamic_direct', 'dynamic_pair', 'dynamic_payout'] loop
          execute format('create trigger %I before update or delete on %I for each row execute function dynamic_pay_is_history()', history || '_rows', history);
          execute format('create trigger %I before truncate on %I for each statement execute function dynamic_pay_is_history()', history || '_all', history);
        end loop;
      end $$;

      grant select, insert on dynamic_round, dynamic_volume, dynamic_balance, dynamic_forfeit, dynamic_direct,
        dynamic_pair, dynamic_payout to ${APP_ROLE};
      grant update (rule_version, pair_bps, pool, factor, direct_factor, volume, paid, staff_share, reserved, effective, paid_at)
        on dynamic_round to ${APP_ROLE};
      grant update (credited_in) on dynamic_volume to ${APP_ROLE};
      grant update (period, left_volume, right_volume, round, paid_in_round, left_before, right_before, round_before, paid_before)
        on dynamic_balance to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-22-earnings-pair-carried',
    sql: `
      /* What of each region's volume had been carried into the run; the rest arrived in it. Null in rows
         of before: it was not kept then. */
      alter table dynamic_pair
        add column left_carried numeric(38,0) check (left_carried between 0 and left_volume),
        add column right_carried numeric(38,0) check (right_carried between 0 and right_volume),
        add check (num_nulls(left_carried, right_carried) in (0, 2));
    `,
  },
  {
    id: '2026-11-22-earnings-reopening',
    sql: `
      /* Orders that answer the prompt of a closed round, where the rules let that open it again: frozen
         at the cut-off of their run, ended behind its step 8. */
      create table dynamic_reinvestment (
        order_id uuid primary key,
        period text not null check (period ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
        /* among the orders of the run */
        place integer not null,
        member_id uuid not null,
        idx integer not null,
        /* the round that the prompt tells of; the reopened one of a quarter ends with /2 */
        round text not null check (round ~ '^[0-9]{4}Q[1-4](/2)?$'),
        /* what was issued of it, micro-USDT */
        issued numeric(38,0) check (issued >= 0),
        reopened boolean,
        check (num_nulls(issued, reopened) in (0, 2)),
        /* only the first round of a quarter is opened again */
        check (not reopened or round not like '%/2')
      );
      create index dynamic_reinvestment_run on dynamic_reinvestment (period, place);
      /* once per quarter */
      create unique index dynamic_reinvestment_once on dynamic_reinvestment (idx, round) where reopened;
      grant select, insert on dynamic_reinvestment to ${APP_ROLE};
      grant update (issued, reopened) on dynamic_reinvestment to ${APP_ROLE};
    `,
  },
]
