import type { Migration } from '../platform/database/migrate.ts'
import { tradeStepGuard } from './trade-step-guard.ts'

/** The steps of a trade as of this migration. */
export const paidSteps: readonly string[] = [
  'unpaid>paid',
  'unpaid>payment_timeout',
  'unpaid>payment_grace',
  'payment_grace>arbitration_from_grace',
  'payment_grace>paid',
  'payment_grace>payment_timeout',
  'paid>finished',
  'paid>release_timeout',
  'paid>arbitration_from_paid',
  'paid>payment_timeout',
  'paid>payment_grace',
  'release_timeout>finished',
  'release_timeout>arbitration_from_timeout',
  'release_timeout>payment_timeout',
  'release_timeout>payment_grace',
  'arbitration_from_grace>paid',
  'arbitration_from_grace>payment_grace',
  'arbitration_from_grace>arbitration_release',
  'arbitration_from_grace>arbitration_refund',
  'arbitration_from_paid>paid',
  'arbitration_from_paid>arbitration_release',
  'arbitration_from_paid>arbitration_refund',
  'arbitration_from_timeout>release_timeout',
  'arbitration_from_timeout>arbitration_release',
  'arbitration_from_timeout>arbitration_refund',
]

/**
 * Each payment belongs to its payer: docs/otc-payments.md. Earlier trades keep their payment in
 * whole cents and have no tail.
 */
export const paymentMigrations: readonly Migration[] = [
  {
    id: '2026-11-23-otc-payments',
    sql: `
      alter table otc_trade
        /* a keyed hash of the address that is paid: the address itself is sealed. Of trades of before
           it is filled in by the command that has the key */
        add column pay_to_key bytea,
        /* micro-USDT behind the cents of the payment: no other trade at this address has it while it is held */
        add column payment_tail integer check (payment_tail between 100 and 9900),
        add column tail_held boolean not null default false,
        /* the only address that the buyer pays from, where they named one */
        add column pay_from_sealed bytea,
        add constraint otc_trade_tail_of_payment check (payment_tail is null or payment_amount % 10000 = payment_tail),
        add constraint otc_trade_tail_held check (not tail_held or (payment_tail is not null and pay_to_key is not null));
      create unique index otc_trade_tail on otc_trade (network, pay_to_key, payment_tail) where tail_held;
      create index otc_trade_tail_over on otc_trade (closed_at) where tail_held;
      create index otc_trade_payment on otc_trade (network, pay_to_key, payment_amount);

      ${tradeStepGuard(paidSteps)}
    `,
  },
]
