import { APP_ROLE } from '../platform/database/connect.ts'
import type { Migration } from '../platform/database/migrate.ts'

/** The published guide price: one row per settlement, never changed. */
export const pricingMigrations: readonly Migration[] = [
  {
    id: '2026-11-21-pricing',
    sql: `
      create table guide_price (
        period date primary key,
        price numeric(38,0) not null check (price > 0),
        exit_price numeric(38,0) not null check (exit_price >= 0 and exit_price <= price),
        reserve numeric(38,0) not null check (reserve >= 0),
        outstanding numeric(38,0) not null check (outstanding >= 0),
        published_at timestamptz not null
      );
      grant select, insert on guide_price to ${APP_ROLE};
    `,
  },
]
