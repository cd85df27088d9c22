import { sql } from 'kysely'
import type { Breach } from '../ledger/index.ts'
import type { Database } from '../platform/database/connect.ts'

/**
 * Checks in plain SQL: every booked cost is what left an address of the platform for the outside,
 * said by two people, and is in the ledger with its full amount under its own name; and nothing
 * leaves OPS as a cost besides.
 */
export async function costBreaches(database: Database): Promise<Breach[]> {
  const { rows } = await sql<Breach>`
    with cost as (
      select cost.id, cost.amount, cost.proposed_by, cost.approved_by, sent.state, sent.leads_to,
        ceil(sent.token_units / sent.units_per_micro) as shown,
        coalesce((select sum(transfer.amount) from ledger_transfer transfer
            join ledger_account payer on payer.id = transfer.debit_account and payer.kind = 'OPS'
            join ledger_account payee on payee.id = transfer.credit_account and payee.kind = 'EXT'
          where transfer.kind = 'cost' and transfer.reference = cost.id::text), 0) as found
      from treasury_cost cost join custody_transfer sent on sent.id = cost.transfer_id
      where cost.booked_at is not null
    )
    select 'costs' as invariant, 'cost ' || id || ' is ' || shown || ' on the chain, ' || amount
        || ' as booked and ' || found || ' in the ledger' as what
      from cost where amount <> shown or found <> amount
    union all
    select 'costs', 'cost ' || id || ' is of a transfer that is not final, stayed here, or one person''s word'
      from cost where state <> 'final' or leads_to <> 'outside' or approved_by is null or approved_by = proposed_by
    union all
    select 'costs', 'a cost of ' || amount || ' was posted and nobody said what it is: ' || reference
      from ledger_transfer transfer
      where kind = 'cost' and not exists (select from treasury_cost
        where id::text = transfer.reference and booked_at is not null)
    limit 100`.execute(database)
  return rows
}
