import { formatAmount } from '@banyan/domain'
import { sql } from 'kysely'
import type { Breach } from '../ledger/index.ts'
import type { Database } from '../platform/database/connect.ts'
import { typedTotal } from './receipt-store.ts'

const invariant = 'custody'

/**
 * Checks that all money taken in from outside is the sum of what the chain brought (credited
 * recharges and booked receipts) and of earlier manual entries, less withdrawals, costs
 * and confirmed losses.
 */
export async function checkCustody(database: Database): Promise<Breach[]> {
  const { rows } = await sql<{
    taken: bigint
    brought: bigint
    unbooked: bigint
    left: bigint
    lost: bigint
  }>`
    with outside as (select id from ledger_account where asset = 'USDT' and kind = 'EXT'),
    moved as (
      select kind, case when debit_account = (select id from outside) then amount else -amount end as amount
      from ledger_transfer
      where debit_account = (select id from outside) or credit_account = (select id from outside))
    select coalesce((select -posted from ledger_account where asset = 'USDT' and kind = 'EXT'), 0)::numeric(38,0) as taken,
      (coalesce((select sum(amount) from deposit where state = 'credited'), 0)
        + coalesce((select sum(amount) from treasury_booking), 0))::numeric(38,0) as brought,
      coalesce((select sum(amount) from treasury_booking booking where kind = 'income'
        and not exists (select from treasury_booking_run taken join settlement_run run using (period)
          where taken.receipt_id = booking.receipt_id and run.published_at is not null)
        and not exists (select from ledger_transfer where kind = 'income'
          and reference in (booking.receipt_id::text, booking.receipt_id || '/static', booking.receipt_id || '/reserve'))), 0)::numeric(38,0) as unbooked,
      coalesce((select -sum(amount) from moved where kind in ('withdrawal', 'withdrawal_fee', 'payout', 'cost', 'reversal')), 0)::numeric(38,0) as left,
      coalesce((select sum(amount) from treasury_shortfall where decision = 'confirmed'), 0)::numeric(38,0) as lost`.execute(
    database,
  )
  const [row] = rows
  if (!row) return []
  const { taken, brought, unbooked, left, lost } = row
  const wanted = brought - unbooked + (await typedTotal(database)) - left - lost
  if (taken === wanted) return []
  return [
    {
      invariant,
      what: `the books hold ${formatAmount(taken)} from outside and the chain brought ${formatAmount(wanted)}`,
    },
  ]
}
