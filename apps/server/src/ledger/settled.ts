import type { TransferKind } from '@banyan/domain'
import { sql } from 'kysely'
import type { Database } from '../platform/database/connect.ts'

/** What a settlement gave to a member or took from them: micro-units. */
export interface SettledTransfer {
  id: string
  postedAt: Date
  amount: bigint
}

/** A member's transfers of one kind in a settlement: none or one. */
export async function settledTransfers(
  database: Database,
  { kind, settlementId, owner }: { kind: TransferKind; settlementId: string; owner: string },
): Promise<SettledTransfer[]> {
  const { rows } = await sql<SettledTransfer>`
    select ledger_counted_id(block.first_id, place - 1) as id, posted_at, abs(amounts[place])::numeric as amount
    from (
      select * from ledger_transfer_block
      where kind = ${kind} and settlement = ${settlementId} and first <= ${owner}::uuid
      order by first desc limit 1) block
    cross join lateral array_position(owners, ${owner}::uuid) as place
    where place is not null
    union all
    select id, posted_at, amount from ledger_transfer
    where kind = ${kind} and reference = ${`${settlementId}/${owner}`}`.execute(database)
  return rows
}
