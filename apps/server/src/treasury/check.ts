import { formatAmount } from '@banyan/domain'
import { parametersV1 } from '@banyan/economy'
import { sql } from 'kysely'
import type { Breach } from '../ledger/index.ts'
import type { Database } from '../platform/database/connect.ts'

interface Books {
  ledgerReserve: bigint
  ledgerOutstanding: bigint
  recordedReserve: bigint
  recordedOutstanding: bigint
  unpriced: string | null
}

/**
 * R and N in the ledger are what was last published, or the genesis, and what the run under way has
 * posted since; and every published run has its guide price.
 */
export async function checkTreasury(database: Database): Promise<Breach[]> {
  const { genesisUsdt, genesisLeaf } = parametersV1
  const { rows } = await sql<Books>`
    with last as (select * from guide_price order by period desc limit 1),
    since as (
      select coalesce(sum(filled), 0) as filled, coalesce(sum(quantity), 0) as quantity
      from subscription where period > coalesce((select period from last), ''))
    select
      coalesce((select posted from ledger_account where asset = 'USDT' and kind = 'RESERVE'), 0)
        as ledger_reserve,
      coalesce((select -posted from ledger_account where asset = 'LEAF' and kind = 'ISSUE'), 0)
        as ledger_outstanding,
      since.filled + coalesce((select reserve from last),
        (select ${genesisUsdt}::numeric from treasury_founding), 0) as recorded_reserve,
      since.quantity + coalesce((select outstanding from last),
        (select ${genesisLeaf}::numeric from treasury_founding), 0) as recorded_outstanding,
      (select min(coalesce(run.period, price.period)) from settlement_run run
        full join guide_price price on price.period = run.period
        where (run.published_at is null) <> (price.period is null)) as unpriced
    from since`.execute(database)
  return rows.flatMap(breachesOf)
}

function breachesOf(books: Books): Breach[] {
  const breaches: Breach[] = []
  const differs = (name: string, ledger: bigint, recorded: bigint) => {
    if (ledger === recorded) return
    const what = `${name} is ${formatAmount(ledger)} in the ledger and ${formatAmount(recorded)} as recorded`
    breaches.push({ invariant: 'R and N', what })
  }
  differs('R', books.ledgerReserve, books.recordedReserve)
  differs('N', books.ledgerOutstanding, books.recordedOutstanding)
  if (books.unpriced !== null) {
    const what = `the run and the guide price of ${books.unpriced} are not both there`
    breaches.push({ invariant: 'published runs', what })
  }
  return breaches
}
