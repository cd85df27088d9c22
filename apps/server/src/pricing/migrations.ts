import { APP_ROLE } from '../platform/database/connect.ts'
import type { Migration } from '../platform/database/migrate.ts'

/**
 * The published guide price: one row per settled period, never changed. A period is the ISO text of
 * a day, because a driver would read a `date` as midnight in its machine's own zone.
 */
export const pricingMigrations: readonly Migration[] = [
  {
    id: '2026-11-21-pricing',
    sql: `
      create table guide_price (
        period text primary key check (period ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
        price numeric(38,0) not null check (price >= 0),
        exit_price numeric(38,0) not null check (exit_price >= 0 and exit_price <= price),
        reserve numeric(38,0) not null check (reserve >= 0),
        outstanding numeric(38,0) not null check (outstanding >= 0),
        published_at timestamptz not null
      );
      grant select, insert on guide_price to ${APP_ROLE};
    `,
  },
]
