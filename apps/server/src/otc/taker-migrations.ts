import type { Migration } from '../platform/database/migrate.ts'

/** The indexes for counting the limits of takers: docs/otc-orders.md "Limits of takers". */
export const takerMigrations: readonly Migration[] = [
  {
    id: '2026-11-23-otc-takers',
    sql: `
      create index otc_trade_taken on otc_trade
        ((case order_side when 'sell' then buyer_id else seller_id end)) where closed_at is null;
      create index otc_trade_bought on otc_trade (buyer_id) where state = 'finished' and counts;
      create index otc_trade_sold on otc_trade (seller_id) where state = 'finished' and counts;
      create index otc_trade_sellers_fault on otc_trade (seller_id, closed_at)
        where state = 'arbitration_release' and reason = 'ruling';
    `,
  },
]
