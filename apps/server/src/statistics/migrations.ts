import { APP_ROLE } from '../platform/database/connect.ts'
import type { Migration } from '../platform/database/migrate.ts'

/** The distribution of pay in a window; amounts are micro-USDT, shares basis points. */
const payColumns = (window: string): string => `
  ${window}_without_pay integer not null check (${window}_without_pay between 0 and 10000),
  ${window}_median numeric(38,0) not null,
  ${window}_p90 numeric(38,0) not null,
  ${window}_top_share integer not null check (${window}_top_share between 0 and 10000),
  ${window}_total numeric(38,0) not null,`

/** Income of all members after a settlement, and what they did on its day; rows are never changed. */
export const statisticsMigrations: readonly Migration[] = [
  {
    id: '2026-11-21-statistics',
    sql: `
      create table income_statistics (
        period text primary key check (period ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
        made_at timestamptz not null,
        members integer not null check (members >= 0),
        ${payColumns('lately')}
        ${payColumns('ever')}
        net_p10 numeric(38,0) not null,
        net_median numeric(38,0) not null,
        net_p90 numeric(38,0) not null,
        net_losing integer not null check (net_losing between 0 and 10000)
      );
      grant select, insert on income_statistics to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-26-statistics-days',
    sql: `
      -- What members did on each settled day, counted once after its settlement, never changed.
      create table day_statistics (
        period text primary key check (period ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
        made_at timestamptz not null,
        members integer not null check (members >= 0),
        joined integer not null check (joined >= 0),
        active integer not null check (active >= 0),
        recharges integer not null check (recharges >= 0),
        recharged numeric(38,0) not null check (recharged >= 0),
        withdrawals integer not null check (withdrawals >= 0),
        withdrawn numeric(38,0) not null check (withdrawn >= 0),
        trades integer not null check (trades >= 0),
        volume numeric(38,0) not null check (volume >= 0),
        withdrawal_fees numeric(38,0) not null check (withdrawal_fees >= 0)
      );
      grant select, insert on day_statistics to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-27-statistics-totals',
    sql: `
      -- What each member was paid, and took out less what they brought, by the transfers up to a number: so a
      -- count reads what came since. Worked out again from the first transfer on by reconcile.
      create table income_total (
        member_id uuid primary key,
        paid numeric(38,0) not null,
        outside numeric(38,0) not null
      ) with (fillfactor = 70);
      create table income_total_end (
        only_row boolean primary key default true check (only_row),
        xid bigint not null
      );
      insert into income_total_end (xid) values (0);
      grant select, insert, update on income_total to ${APP_ROLE};
      grant select, update on income_total_end to ${APP_ROLE};
    `,
  },
]
