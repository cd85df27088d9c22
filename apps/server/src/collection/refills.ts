import { type AnswerOf, formatAmount, type refillList } from '@banyan/domain'
import { sql } from 'kysely'
import type { TransfersOfCustody } from '../deposits/index.ts'
import type { Database } from '../platform/database/connect.ts'

const LISTED = 20

/**
 * The newest transfers from the cold address to the hot wallet, as the watcher has seen them: a
 * refill is made with the cold key, which no server has, and is followed here until it is final.
 */
export async function refillsView(
  database: Database,
  transfers: Pick<TransfersOfCustody, 'byId'>,
): Promise<AnswerOf<typeof refillList>> {
  const { rows } = await sql<{ id: string }>`
    select sent.id from custody_transfer sent
      join custody_address cold on cold.chain_id = sent.chain_id and cold.address = sent.address and cold.use = 'cold'
    where sent.derivation_index is null and sent.leads_to = 'hot'
    order by sent.block_number desc, sent.id limit ${LISTED}`.execute(database)
  const shown = await transfers.byId(
    database,
    rows.map(({ id }) => id),
  )
  return {
    items: rows.flatMap(({ id }) => {
      const transfer = shown.get(id)
      if (!transfer) return []
      const { of: _, position: __, amount: ___, ...wire } = transfer.wire
      return [{ ...wire, amount: formatAmount(transfer.amount) }]
    }),
  }
}
