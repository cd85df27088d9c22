import type { Migration } from '../platform/database/migrate.ts'

/** Floating prices: docs/otc-orders.md "Prices that float". */
export const floatingMigrations: readonly Migration[] = [
  {
    id: '2026-11-23-otc-floating',
    sql: `
      -- A price that floats: its margin from the guide price, and the floor of a seller or the ceiling of
      -- a buyer. Its price column is what these make of guide_seen. Both are null of a fixed price, and
      -- every order of before is one.
      alter table otc_order
        add column margin_bps integer check (margin_bps between -9999 and 9999),
        add column price_limit numeric(38,0) check (price_limit > 0),
        add constraint otc_order_floating check ((margin_bps is null) = (price_limit is null));
      create index otc_order_floating on otc_order (id)
        where margin_bps is not null and life in ('open', 'paused', 'held');
    `,
  },
]
