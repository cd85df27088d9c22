import type { Migration } from '../platform/database/migrate.ts'

/** Who paid late still has a way in: docs/otc-payments.md "After a trade is closed". */
export const lateMigrations: readonly Migration[] = [
  {
    id: '2026-11-23-otc-late-appeals',
    sql: `
      alter table otc_trade
        drop constraint otc_trade_state_check,
        add constraint otc_trade_state_check check (state in ('unpaid', 'payment_grace', 'payment_timeout',
          'paid', 'release_timeout', 'arbitration_from_grace', 'arbitration_from_paid',
          'arbitration_from_timeout', 'arbitration_from_closed', 'finished', 'arbitration_release', 'arbitration_refund')),
        /* when and why a trade was closed without a deal that a side has appealed since */
        add column lapsed_at timestamptz,
        add column lapsed_reason text check (lapsed_reason in ('gave_up', 'unpaid', 'mutual')),
        /* of its quantity, the seller's coin that was held for the case; its fee is the trade's */
        add column held_again numeric(38,0) check (held_again >= 0 and held_again <= quantity),
        add column buyer_appealed_late boolean not null default false,
        add column seller_appealed_late boolean not null default false,
        add constraint otc_trade_lapsed check (num_nonnulls(lapsed_at, lapsed_reason, held_again) in (0, 3)),
        add constraint otc_trade_lapsed_state check (state <> 'arbitration_from_closed' or lapsed_at is not null),
        /* where nothing could be held, the payment of all of it is owed */
        drop constraint otc_trade_check1,
        add constraint otc_trade_refund_quantity check (refund_quantity > 0
          and (refund_quantity < quantity or (lapsed_at is not null and refund_quantity = quantity)));
      create index otc_trade_lapsed on otc_trade (buyer_id, lapsed_at) where lapsed_at is not null;

      create or replace function otc_trade_step() returns trigger language plpgsql as $$
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
            'paid>finished', 'paid>release_timeout', 'paid>arbitration_from_paid', 'paid>payment_timeout', 'paid>payment_grace',
            'release_timeout>finished', 'release_timeout>arbitration_from_timeout', 'release_timeout>payment_timeout',
            'release_timeout>payment_grace',
            'arbitration_from_grace>paid', 'arbitration_from_grace>payment_grace',
            'arbitration_from_grace>arbitration_release', 'arbitration_from_grace>arbitration_refund',
            'arbitration_from_paid>paid',
            'arbitration_from_paid>arbitration_release', 'arbitration_from_paid>arbitration_refund',
            'arbitration_from_timeout>release_timeout',
            'arbitration_from_timeout>arbitration_release', 'arbitration_from_timeout>arbitration_refund',
            'payment_timeout>arbitration_from_closed', 'arbitration_from_closed>payment_timeout',
            'arbitration_from_closed>arbitration_release', 'arbitration_from_closed>arbitration_refund'])
          then
            raise exception 'a trade does not go from % to %', old.state, new.state using errcode = 'integrity_constraint_violation';
          end if;
          if (new.state <> old.state and new.version <> old.version + 1) or new.version < old.version
            or (new.id, new.matching_id, new.order_id, new.seller_id, new.buyer_id, new.dealt_at,
                new.network, new.payment_amount, new.payment_tail)
              is distinct from (old.id, old.matching_id, old.order_id, old.seller_id, old.buyer_id, old.dealt_at,
                old.network, old.payment_amount, old.payment_tail)
          then
            raise exception 'a trade keeps what it is, and every step is counted' using errcode = 'integrity_constraint_violation';
          end if;
          return new;
        end $$;
    `,
  },
]
