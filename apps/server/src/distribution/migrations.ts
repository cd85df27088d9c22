import { APP_ROLE } from '../platform/database/connect.ts'
import type { Migration } from '../platform/database/migrate.ts'

/**
 * Which members the network may pay, and the data that a run freezes about them. Rule book 2.7,
 * 2.9.
 */
export const distributionMigrations: readonly Migration[] = [
  {
    id: '2026-11-22-distribution',
    sql: `
      -- Everybody without a row is in state none.
      create table distributed_member (
        member_id uuid primary key,
        state text not null check (state in ('none', 'applied', 'active', 'suspended')),
        since timestamptz not null,
        /* an operator's, of the last suspension or revocation */
        reason text,
        appeal_text text,
        appealed_at timestamptz,
        appeal_answer text,
        check (reason is not null or state <> 'suspended'),
        check ((appeal_text is null) = (appealed_at is null)),
        check (appeal_answer is null or appeal_text is not null)
      );
      create index distributed_member_applied on distributed_member (since) where state = 'applied';

      create table distributed_event (
        id uuid primary key,
        member_id uuid not null,
        event text not null check (event in ('apply', 'accept', 'leave', 'suspend', 'appeal', 'reinstate', 'revoke')),
        actor text not null check (actor in ('member', 'settlement', 'operator')),
        operator_id uuid,
        from_state text not null,
        to_state text not null,
        reason text,
        at timestamptz not null,
        check ((operator_id is not null) = (actor = 'operator')),
        check (reason is not null or actor <> 'operator')
      );
      create index distributed_event_member on distributed_event (member_id, at);

      create table quiz_attempt (
        id uuid primary key,
        member_id uuid not null,
        /* question ids in the order in which they are asked */
        questions text[] not null,
        opened_at timestamptz not null,
        answered_at timestamptz,
        right_answers integer,
        passed boolean,
        check (num_nulls(answered_at, right_answers, passed) in (0, 3)),
        check (passed is null or passed = (right_answers = cardinality(questions)))
      );
      create unique index quiz_attempt_open on quiz_attempt (member_id) where answered_at is null;
      create index quiz_attempt_member on quiz_attempt (member_id, answered_at);

      /* the words as they were shown */
      create table conduct_signature (
        member_id uuid not null,
        version integer not null,
        locale text not null check (locale in ('zh-CN', 'en')),
        words text not null,
        signed_at timestamptz not null,
        primary key (member_id, version)
      );

      -- Accounts of the house itself: never paid, and anybody may read who they are.
      create table insider (
        member_id uuid primary key,
        role text not null check (role in ('platform', 'staff', 'test')),
        since timestamptz not null
      );

      -- When somebody last used the app, as far as a cut-off has seen it: sessions are forgotten.
      create table last_seen (
        member_id uuid primary key,
        seen_at timestamptz not null
      );
      -- Told that carried volume lapses, once for each time of absence.
      create table lapse_notice (
        member_id uuid not null,
        seen_at timestamptz not null,
        noticed_at timestamptz not null,
        primary key (member_id, seen_at)
      );

      -- What a cut-off found out about the member of each node: one byte for each, by index.
      create table distribution_round (
        period text primary key check (period ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
        cutoff_at timestamptz not null,
        standings bytea not null,
        closed_at timestamptz not null
      );

      -- Periods in which a member was counted as effective, without a gap; until is the first that was not.
      create table effective_member (
        member_id uuid not null,
        since text not null,
        until text check (until > since),
        primary key (member_id, since)
      );
      create unique index effective_member_now on effective_member (member_id) where until is null;

      create function distribution_is_history() returns trigger language plpgsql as $$
        begin
          raise exception 'what was signed and decided cannot be changed' using errcode = 'integrity_constraint_violation';
        end $$;
      do $$ declare history text; begin
        foreach history in array array['distributed_event', 'conduct_signature', 'distribution_round'] loop
          execute format('create trigger %I before update or delete on %I for each row execute function distribution_is_history()', history || '_rows', history);
          execute format('create trigger %I before truncate on %I for each statement execute function distribution_is_history()', history || '_all', history);
        end loop;
      end $$;

      grant select, insert on distributed_member, distributed_event, quiz_attempt, conduct_signature,
        insider, last_seen, lapse_notice, distribution_round, effective_member to ${APP_ROLE};
      grant update (state, since, reason, appeal_text, appealed_at, appeal_answer) on distributed_member to ${APP_ROLE};
      grant update (answered_at, right_answers, passed) on quiz_attempt to ${APP_ROLE};
      grant update (seen_at) on last_seen to ${APP_ROLE};
      grant update (until) on effective_member to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-22-distribution-listings',
    sql: `
      -- That an account is one of the house's own, as one operator proposes it and another approves; under
      -- the proposal's id.
      create table insider_listing (
        id uuid primary key,
        member_id uuid not null,
        role text not null check (role in ('staff', 'test')),
        why text not null check (length(why) between 1 and 500)
      );
      create trigger insider_listing_rows before update or delete on insider_listing
        for each row execute function distribution_is_history();
      -- Who is listed stays listed.
      create trigger insider_rows before update or delete on insider
        for each row execute function distribution_is_history();
      grant select, insert on insider_listing to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-23-distribution-no-lapse',
    sql: `
      -- Carried volume lapses no more: nobody's absence is kept. What earlier runs found is in distribution_round.
      drop table lapse_notice;
      drop table last_seen;
    `,
  },
  {
    id: '2026-11-27-distribution-decisions',
    sql: `
      -- That a member is suspended, reinstated or loses the status, as one operator proposes it and
      -- another approves; under the proposal's id. It holds for the status that the proposer saw, and
      -- is carried out in the transaction that it names.
      create table status_decision (
        id uuid primary key,
        member_id uuid not null,
        act text not null check (act in ('suspend', 'reinstate', 'revoke')),
        why_zh text not null check (length(why_zh) between 1 and 500),
        why_en text not null check (length(why_en) between 1 and 500),
        proposed_by uuid not null,
        seen_since timestamptz not null,
        seen_appealed_at timestamptz,
        approved_by uuid,
        done_in text,
        done_at timestamptz,
        check (num_nulls(approved_by, done_in, done_at) in (0, 3)),
        check (approved_by <> proposed_by)
      );
      create index status_decision_member on status_decision (member_id, done_at);
      create function status_decision_once() returns trigger language plpgsql as $$
        begin
          if old.done_in is not null then
            raise exception 'decision % was carried out before', old.id using errcode = 'check_violation';
          end if;
          return new;
        end $$;
      create trigger status_decision_once before update on status_decision for each row execute function status_decision_once();
      grant select, insert on status_decision to ${APP_ROLE};
      grant update (approved_by, done_in, done_at) on status_decision to ${APP_ROLE};

      -- Operators' words are for the member, in both languages; earlier ones were in one.
      alter table distributed_member rename reason to reason_zh;
      alter table distributed_member rename appeal_answer to appeal_answer_zh;
      alter table distributed_member add column reason_en text, add column appeal_answer_en text;
      update distributed_member set reason_en = reason_zh, appeal_answer_en = appeal_answer_zh;
      alter table distributed_member
        add check (num_nulls(reason_zh, reason_en) in (0, 2)),
        add check (num_nulls(appeal_answer_zh, appeal_answer_en) in (0, 2));
      grant update (reason_en, appeal_answer_en) on distributed_member to ${APP_ROLE};
      create index distributed_member_appealed on distributed_member (appealed_at, member_id)
        where state = 'suspended' and appealed_at is not null and appeal_answer_zh is null;

      -- reason: an operator's in Chinese, or the words of an appeal; reason_en: the operator's in English.
      alter table distributed_event add column reason_en text, add column decision_id uuid;

      -- The server suspends, reinstates and revokes by such a decision alone.
      create function distributed_member_by_a_decision() returns trigger language plpgsql as $$
        begin
          if current_user = '${APP_ROLE}' and not exists (
            select from status_decision where member_id = new.member_id and done_in = pg_current_xact_id()::text)
          then
            raise exception 'no decision changes the status of member %', new.member_id using errcode = 'check_violation';
          end if;
          return new;
        end $$;
      create trigger distributed_member_by_a_decision before update on distributed_member for each row
        when (new.state is distinct from old.state and new.state = 'suspended'
          or old.state = 'suspended' and new.state = 'active'
          or new.reason_zh is not null and new.reason_zh is distinct from old.reason_zh)
        execute function distributed_member_by_a_decision();
    `,
  },
]
