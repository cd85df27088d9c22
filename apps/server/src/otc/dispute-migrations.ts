import { APP_ROLE } from '../platform/database/connect.ts'
import type { Migration } from '../platform/database/migrate.ts'

/**
 * Arbitration. The two triggers list the edges of the domain's machines, so the database also
 * refuses a step that a table does not have. A test compares every pair of states.
 */
export const disputeMigrations: readonly Migration[] = [
  {
    id: '2026-11-22-otc-disputes',
    sql: `
      alter table otc_trade
        drop constraint otc_trade_state_check,
        add constraint otc_trade_state_check check (state in ('unpaid', 'payment_grace', 'payment_timeout',
          'paid', 'release_timeout', 'arbitration_from_grace', 'arbitration_from_paid',
          'arbitration_from_timeout', 'finished', 'arbitration_release', 'arbitration_refund')),
        drop constraint otc_trade_reason_check,
        add constraint otc_trade_reason_check check (reason in ('gave_up', 'unpaid', 'mutual',
          'released_in_arbitration', 'conceded', 'ruling', 'split')),
        /* from when the buyer may appeal while the seller's time runs; when the house appeals for the buyer */
        add column appeal_from timestamptz,
        add column escalation_deadline timestamptz,
        add column cancel_proposed_by text check (cancel_proposed_by in ('buyer', 'seller')),
        add column cancel_agreed boolean not null default false,
        /* of a split: what stays the seller's, and what the seller should send back of the payment */
        add column refund_quantity numeric(38,0) check (refund_quantity > 0 and refund_quantity < quantity),
        add column refund_amount numeric(38,0) check (refund_amount >= 0 and refund_amount <= payment_amount),
        add constraint otc_trade_refund check (num_nonnulls(refund_quantity, refund_amount) in (0, 2)),
        add constraint otc_trade_cancel check (not cancel_agreed or cancel_proposed_by is not null);
      update otc_trade set appeal_from = paid_at + interval '10 minutes',
        escalation_deadline = release_deadline + interval '12 hours' where release_deadline is not null;
      create index otc_trade_escalation_due on otc_trade (escalation_deadline) where state = 'release_timeout';

      drop index otc_trade_fee_open;
      create index otc_trade_fee_open on otc_trade (closed_at)
        where state in ('finished', 'arbitration_release') and fee_period is null;

      create function otc_trade_step() returns trigger language plpgsql as $$
        begin
          if tg_op = 'INSERT' then
            if new.state <> 'unpaid' then
              raise exception 'a trade begins unpaid, not %', new.state using errcode = 'integrity_constraint_violation';
            end if;
            return new;
          end if;
          if new.state <> old.state and not (old.state || '>' || new.state) = any (array[
            'unpaid>paid', 'unpaid>payment_timeout', 'unpaid>payment_grace',
            'payment_grace>arbitration_from_grace', 'payment_grace>paid', 'payment_grace>payment_timeout',
            'paid>finished', 'paid>release_timeout', 'paid>arbitration_from_paid', 'paid>payment_timeout',
            'release_timeout>finished', 'release_timeout>arbitration_from_timeout', 'release_timeout>payment_timeout',
            'arbitration_from_grace>paid', 'arbitration_from_grace>payment_grace',
            'arbitration_from_grace>arbitration_release', 'arbitration_from_grace>arbitration_refund',
            'arbitration_from_paid>paid',
            'arbitration_from_paid>arbitration_release', 'arbitration_from_paid>arbitration_refund',
            'arbitration_from_timeout>release_timeout',
            'arbitration_from_timeout>arbitration_release', 'arbitration_from_timeout>arbitration_refund'])
          then
            raise exception 'a trade does not go from % to %', old.state, new.state using errcode = 'integrity_constraint_violation';
          end if;
          if (new.state <> old.state and new.version <> old.version + 1) or new.version < old.version
            or (new.id, new.matching_id, new.order_id, new.seller_id, new.buyer_id, new.dealt_at)
              is distinct from (old.id, old.matching_id, old.order_id, old.seller_id, old.buyer_id, old.dealt_at)
          then
            raise exception 'a trade keeps what it is, and every step is counted' using errcode = 'integrity_constraint_violation';
          end if;
          return new;
        end $$;
      create trigger otc_trade_steps before insert or update on otc_trade for each row execute function otc_trade_step();

      alter table otc_trade_event
        drop constraint otc_trade_event_actor_check,
        add constraint otc_trade_event_actor_check check (actor in ('buyer', 'seller', 'clock', 'chain', 'arbitrators')),
        /* what the actor said with the step: why a buyer confirms a cancellation */
        add column note text;

      -- What the buyer showed, each time anew: hash, and vouchers by the number of the claim.
      create table otc_claim (
        trade_id uuid not null references otc_trade (id),
        number integer not null check (number > 0),
        hash text not null,
        at timestamptz not null,
        primary key (trade_id, number)
      );
      create index otc_claim_hash on otc_claim (hash);
      insert into otc_claim select id, 1, payment_hash, paid_at from otc_trade where payment_hash is not null;
      alter table otc_voucher add column claim integer not null default 1;
      alter table otc_voucher
        alter column claim drop default,
        drop constraint otc_voucher_pkey,
        add primary key (trade_id, claim, upload_id);

      create table otc_dispute (
        id uuid primary key,
        case_number text not null unique,
        trade_id uuid not null references otc_trade (id),
        state text not null check (state in ('opened', 'taken', 'first_opinion', 'disagreed', 'ruled',
          'review_opened', 'review_taken', 'review_opinion', 'review_disagreed',
          'executed', 'withdrawn', 'settled', 'verified')),
        opened_by text not null check (opened_by in ('buyer', 'seller', 'house')),
        counter_claimed boolean not null default false,
        /* until when a side is asked to answer; null when nothing is asked of it */
        buyer_reply_by timestamptz,
        seller_reply_by timestamptz,
        buyer_missed_at timestamptz,
        seller_missed_at timestamptz,
        review_deadline timestamptz,
        buyer_accepted_at timestamptz,
        seller_accepted_at timestamptz,
        opened_at timestamptz not null,
        closed_at timestamptz,
        version integer not null default 1,
        check ((closed_at is not null) = (state in ('executed', 'withdrawn', 'settled', 'verified'))),
        check (state <> 'ruled' or review_deadline is not null)
      );
      create unique index otc_dispute_open on otc_dispute (trade_id) where closed_at is null;
      create index otc_dispute_trade on otc_dispute (trade_id, opened_at);
      create index otc_dispute_queue on otc_dispute (opened_at, id) where closed_at is null;
      create index otc_dispute_closed on otc_dispute (closed_at) where closed_at is not null;

      create function otc_dispute_step() returns trigger language plpgsql as $$
        begin
          if tg_op = 'INSERT' then
            if new.state <> 'opened' then
              raise exception 'a case begins opened, not %', new.state using errcode = 'integrity_constraint_violation';
            end if;
            return new;
          end if;
          if new.state <> old.state and not (old.state || '>' || new.state) = any (array[
            'opened>settled', 'opened>withdrawn', 'opened>verified', 'opened>taken',
            'taken>settled', 'taken>withdrawn', 'taken>verified', 'taken>opened', 'taken>first_opinion',
            'first_opinion>settled', 'first_opinion>withdrawn', 'first_opinion>verified', 'first_opinion>ruled', 'first_opinion>disagreed',
            'disagreed>settled', 'disagreed>withdrawn', 'disagreed>verified', 'disagreed>ruled',
            'ruled>settled', 'ruled>review_opened', 'ruled>executed',
            'review_opened>settled', 'review_opened>review_taken',
            'review_taken>settled', 'review_taken>review_opened', 'review_taken>review_opinion',
            'review_opinion>settled', 'review_opinion>executed', 'review_opinion>review_disagreed',
            'review_disagreed>settled', 'review_disagreed>executed'])
          then
            raise exception 'a case does not go from % to %', old.state, new.state using errcode = 'integrity_constraint_violation';
          end if;
          if (new.state <> old.state and new.version <> old.version + 1) or new.version < old.version
            or (new.id, new.case_number, new.trade_id, new.opened_by, new.opened_at)
              is distinct from (old.id, old.case_number, old.trade_id, old.opened_by, old.opened_at)
          then
            raise exception 'a case keeps what it is, and every step is counted' using errcode = 'integrity_constraint_violation';
          end if;
          return new;
        end $$;
      create trigger otc_dispute_steps before insert or update on otc_dispute for each row execute function otc_dispute_step();

      create table otc_dispute_event (
        dispute_id uuid not null references otc_dispute (id),
        version integer not null,
        event text not null,
        actor text not null check (actor in ('buyer', 'seller', 'clock', 'chain', 'arbitrator')),
        operator_id uuid check ((actor = 'arbitrator') = (operator_id is not null)),
        at timestamptz not null,
        primary key (dispute_id, version)
      );

      create table otc_statement (
        id uuid primary key,
        dispute_id uuid not null references otc_dispute (id),
        side text not null check (side in ('buyer', 'seller')),
        kind text not null check (kind in ('appeal', 'counter_claim', 'answer', 'review')),
        reason text,
        said text not null check (said <> ''),
        hash text,
        at timestamptz not null
      );
      create index otc_statement_dispute on otc_statement (dispute_id, at, id);
      create index otc_statement_hash on otc_statement (hash) where hash is not null;
      create table otc_statement_picture (
        statement_id uuid not null references otc_statement (id),
        upload_id uuid not null,
        position integer not null,
        primary key (statement_id, upload_id)
      );
      create index otc_statement_picture_upload on otc_statement_picture (upload_id);

      create table otc_question (
        id uuid primary key,
        dispute_id uuid not null references otc_dispute (id),
        asked_of text not null check (asked_of in ('buyer', 'seller')),
        said text not null check (said <> ''),
        operator_id uuid not null,
        at timestamptz not null
      );
      create index otc_question_dispute on otc_question (dispute_id, at);

      -- Who hears a case, in which seat of which round. A person hears a case once: whoever sat in the
      -- first round cannot sit in the review.
      create table otc_seat (
        id uuid primary key,
        dispute_id uuid not null references otc_dispute (id),
        round integer not null check (round in (1, 2)),
        seat integer not null check (seat in (1, 2, 3)),
        operator_id uuid not null,
        taken_at timestamptz not null,
        opinions_shown_at timestamptz,
        left_at timestamptz
      );
      create unique index otc_seat_held on otc_seat (dispute_id, round, seat) where left_at is null;
      create unique index otc_seat_once on otc_seat (dispute_id, operator_id) where left_at is null;
      create index otc_seat_operator on otc_seat (operator_id, taken_at);

      -- An opinion is of a quantity: after a split of the coin its share is the same.
      create table otc_opinion (
        dispute_id uuid not null references otc_dispute (id),
        round integer not null,
        seat integer not null,
        operator_id uuid not null,
        outcome text not null check (outcome in ('release', 'refund', 'split')),
        release_quantity numeric(38,0),
        of_quantity numeric(38,0) not null check (of_quantity > 0),
        clause text not null,
        reasons text not null,
        at timestamptz not null,
        primary key (dispute_id, round, seat),
        check ((outcome = 'split') = (release_quantity is not null)),
        check (release_quantity > 0 and release_quantity < of_quantity)
      );
      create table otc_ruling (
        dispute_id uuid not null references otc_dispute (id),
        round integer not null,
        outcome text not null check (outcome in ('release', 'refund', 'split')),
        release_quantity numeric(38,0),
        of_quantity numeric(38,0) not null,
        clause text not null,
        reasons text not null,
        at timestamptz not null,
        primary key (dispute_id, round),
        check ((outcome = 'split') = (release_quantity is not null)),
        check (release_quantity > 0 and release_quantity < of_quantity)
      );

      create function otc_is_history() returns trigger language plpgsql as $$
        begin
          raise exception 'what happened in a trade cannot be changed' using errcode = 'integrity_constraint_violation';
        end $$;
      do $$ declare history text; begin
        foreach history in array array['otc_trade_event', 'otc_voucher', 'otc_claim', 'otc_dispute_event', 'otc_statement',
          'otc_statement_picture', 'otc_question', 'otc_opinion', 'otc_ruling'] loop
          execute format('create trigger %I before update or delete on %I for each row execute function otc_is_history()', history || '_rows', history);
          execute format('create trigger %I before truncate on %I for each statement execute function otc_is_history()', history || '_all', history);
        end loop;
      end $$;

      grant select, insert, update on otc_dispute, otc_seat to ${APP_ROLE};
      grant select, insert on otc_claim, otc_dispute_event, otc_statement, otc_statement_picture,
        otc_question, otc_opinion, otc_ruling to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-23-otc-appointments',
    sql: `
      alter table otc_dispute_event drop constraint otc_dispute_event_actor_check,
        add constraint otc_dispute_event_actor_check
          check (actor in ('buyer', 'seller', 'clock', 'chain', 'arbitrator', 'administrator')),
        drop constraint otc_dispute_event_check,
        add constraint otc_dispute_event_operator
          check ((actor in ('arbitrator', 'administrator')) = (operator_id is not null));
      /* the administrator who put the arbitrator there; null where the seat was drawn */
      alter table otc_seat add column appointed_by uuid check (appointed_by <> operator_id);
    `,
  },
  {
    id: '2026-11-27-otc-evidence-opened',
    sql: `
      -- Which pictures and files of a case its arbitrators have opened, and when: nobody gives an opinion before.
      create table otc_evidence_opened (
        dispute_id uuid not null references otc_dispute (id),
        operator_id uuid not null,
        upload_id uuid not null,
        opened_at timestamptz not null,
        primary key (dispute_id, operator_id, upload_id)
      );
      create trigger otc_evidence_opened_rows before update or delete on otc_evidence_opened
        for each row execute function otc_is_history();
      create trigger otc_evidence_opened_all before truncate on otc_evidence_opened
        for each statement execute function otc_is_history();
      grant select, insert on otc_evidence_opened to ${APP_ROLE};
    `,
  },
]
