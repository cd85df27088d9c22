import { parametersV1 } from '@banyan/economy'
import { sql } from 'kysely'
import type { Breach } from '../ledger/index.ts'
import type { Database } from '../platform/database/connect.ts'

/**
 * Checks in plain SQL: every booked receipt is final on the chain and is in the ledger with its
 * full amount, under its own name; and apart from recharges and receipts nothing came in from
 * outside, except manual entries from before receipts came from the chain.
 */
export async function receiptBreaches(database: Database): Promise<Breach[]> {
  const { rows } = await sql<Breach>`
    with booked as (
      select booking.receipt_id, booking.kind, booking.amount, receipt.amount as shown,
        receipt.state, receipt.booked_at, run.published_at is not null as shared
      from treasury_booking booking
        join custody_receipt receipt on receipt.id = booking.receipt_id
        left join treasury_booking_run taken on taken.receipt_id = booking.receipt_id
        left join settlement_run run on run.period = taken.period
    ), posted as (
      select transfer.kind, transfer.amount, case
          when transfer.kind = 'genesis' and transfer.reference = 'reserve'
            then (select receipt_id::text from treasury_founding)
          else split_part(transfer.reference, '/', 1) end as receipt
      from ledger_transfer transfer join ledger_account payer on payer.id = transfer.debit_account
      where payer.kind = 'EXT' and transfer.kind in ('genesis', 'income', 'refund', 'cover')
    ), sums as (
      select booked.*, coalesce((select sum(posted.amount) from posted
          where posted.receipt = booked.receipt_id::text
            and posted.kind = case booked.kind when 'founding' then 'genesis' else booked.kind end), 0) as found
      from booked
    )
    select 'receipts' as invariant, 'receipt ' || receipt_id || ' (' || kind || ') is ' || shown
        || ' on the chain, ' || amount || ' as booked and ' || found || ' in the ledger' as what
      from sums
      -- Income comes into the ledger with the run that takes it; before edition 3 in that run's second step.
      where amount <> shown or (found <> amount and not (kind = 'income' and not shared and found = 0))
    union all
    select 'receipts', 'receipt ' || receipt_id || ' is booked and not final'
      from booked where state <> 'final' or booked_at is null
    union all
    select 'receipts', 'receipt ' || id || ' is marked as booked and nobody said what it is'
      from custody_receipt where booked_at is not null
        and not exists (select from treasury_booking where receipt_id = custody_receipt.id)
    union all
    select 'receipts', kind || ' of ' || amount || ' came from outside and belongs to no receipt: '
        || coalesce(receipt, 'the founding')
      from posted
      where not exists (select from booked where booked.receipt_id::text = posted.receipt)
        and not (kind = 'income' and exists (select from treasury_receipt_run typed
          where typed.receipt_id::text = posted.receipt))
        and not (kind = 'genesis' and receipt is null and amount = ${parametersV1.genesisUsdt}
          and exists (select from treasury_founding where receipt_id is null))
    limit 100`.execute(database)
  return rows
}
