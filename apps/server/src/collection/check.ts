import { sql } from 'kysely'
import type { Breach } from '../ledger/index.ts'
import type { Database } from '../platform/database/connect.ts'

/**
 * I15: every final collection has moved exactly its USDT, once: one of its transactions, and no
 * other, is a final transfer from its sender to its recipient. Nothing of it is in the ledger.
 */
export async function checkCollections(database: Database): Promise<Breach[]> {
  const { rows } = await sql<{ id: string; moved: number }>`
    select kept.id, count(sent.id)::int as moved
    from collection_transaction kept
      left join custody_transfer sent on sent.chain_id = kept.chain_id
        and sent.transaction_hash = any(kept.transactions) and sent.state = 'final'
        and sent.address = kept.sender and sent.recipient = lower(kept.recipient)
        and sent.token_units = kept.units
    where kept.purpose <> 'gas' and kept.state = 'final'
    group by kept.id having count(sent.id) <> 1
    order by kept.id limit 100`.execute(database)
  return rows.map(({ id, moved }) => ({
    invariant: 'I15 collection',
    what: `collection ${id} is final and the chain shows ${moved} transfers of it`,
  }))
}

/**
 * Final transfers from a recharge address to the platform's own addresses that the signer has not
 * named.
 */
export async function collectionNotices(database: Database): Promise<string[]> {
  const { rows } = await sql<{ transactionHash: string; address: string; leadsTo: string }>`
    select transaction_hash, address, leads_to from custody_transfer sent
    where derivation_index is not null and leads_to in ('hot', 'cold') and state = 'final'
      and not exists (
        select from (select chain_id, unnest(transactions) as hash from collection_transaction) named
        where named.chain_id = sent.chain_id and named.hash = sent.transaction_hash)
    order by block_number limit 100`.execute(database)
  return rows.map(
    ({ transactionHash, address, leadsTo }) =>
      `${transactionHash} moved USDT from the recharge address ${address} to the ${leadsTo} address, and the signer does not name it`,
  )
}
