import type { Migration } from '../platform/database/migrate.ts'
import { paidSteps } from './payment-migrations.ts'
import { tradeStepGuard } from './trade-step-guard.ts'

/** The steps of a closed trade that is appealed. */
const lateSteps: readonly string[] = [
  'payment_timeout>arbitration_from_closed',
  'arbitration_from_closed>payment_timeout',
  'arbitration_from_closed>arbitration_release',
  'arbitration_from_closed>arbitration_refund',
]

/** A buyer who paid late can still appeal: docs/otc-payments.md "After a trade is closed". */
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

      ${tradeStepGuard([...paidSteps, ...lateSteps])}
    `,
  },
]
