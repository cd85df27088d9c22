import type { ReceiptState } from '@banyan/domain'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import { announceToOperators } from '../platform/outbox/announce.ts'
import type { CustodyTransfer } from './generated.ts'
import type { LeadsTo } from './transfers.ts'

/** A USDT transfer out of an address of custody, to any address, as seen on the chain. */
export type OutgoingRow = Omit<Selectable<CustodyTransfer>, 'state' | 'leadsTo'> & {
  state: ReceiptState
  leadsTo: LeadsTo
}
type Reader = Database | Tx

/** The transfer of an event, locked; undefined when it was never seen. */
export const lockOutgoing = async (
  tx: Tx,
  chainId: number,
  event: { transactionHash: string; ordinal: number },
): Promise<OutgoingRow | undefined> =>
  (await tx
    .selectFrom('custodyTransfer')
    .selectAll()
    .where('chainId', '=', chainId)
    .where('transactionHash', '=', event.transactionHash)
    .where('ordinal', '=', event.ordinal)
    .forUpdate()
    .executeTakeFirst()) as OutgoingRow | undefined

/** A transfer, locked until the transaction ends. */
export const lockOutgoingById = async (tx: Tx, id: string): Promise<OutgoingRow | undefined> =>
  (await tx
    .selectFrom('custodyTransfer')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()) as OutgoingRow | undefined

export const findOutgoing = async (
  reader: Reader,
  ids: readonly string[],
): Promise<OutgoingRow[]> =>
  ids.length === 0
    ? []
    : ((await reader
        .selectFrom('custodyTransfer')
        .selectAll()
        .where('id', 'in', ids)
        .execute()) as OutgoingRow[])

export async function insertOutgoing(tx: Tx, row: Insertable<CustodyTransfer>): Promise<void> {
  await tx.insertInto('custodyTransfer').values(row).execute()
  await announceToOperators(tx, 'payouts')
}

export async function changeOutgoing(
  tx: Tx,
  id: string,
  change: Partial<Omit<OutgoingRow, 'id' | 'chainId' | 'transactionHash' | 'ordinal'>>,
): Promise<void> {
  await tx.updateTable('custodyTransfer').set(change).where('id', '=', id).execute()
  await announceToOperators(tx, 'payouts')
}

/**
 * Takes back the transfers that were seen above a height and returns them as they were: they are
 * not on the chain now.
 */
export async function takeOutgoingBackAbove(
  tx: Tx,
  chainId: number,
  height: number,
): Promise<OutgoingRow[]> {
  const { rows } = await sql<OutgoingRow>`
    with gone as (
      select * from custody_transfer
      where chain_id = ${chainId} and block_number > ${height} and taken_back_at is null
      order by id for update),
    taken as (
      update custody_transfer set taken_back_at = house_now(),
        state = case gone.state when 'final' then 'final' else 'vanished' end
      from gone where custody_transfer.id = gone.id)
    select * from gone`.execute(tx)
  return rows
}

/** Transfers that are not final, at or below a block. */
export const confirmingOutgoing = async (
  reader: Reader,
  chainId: number,
  upTo: number,
): Promise<OutgoingRow[]> =>
  (await reader
    .selectFrom('custodyTransfer')
    .selectAll()
    .where('chainId', '=', chainId)
    .where('state', '=', 'confirming')
    .where('blockNumber', '<=', upTo)
    .orderBy('id')
    .limit(500)
    .execute()) as OutgoingRow[]

/** Transfers of some transactions that are on the chain now. */
export const outgoingOf = async (
  reader: Reader,
  chainId: number,
  hashes: readonly string[],
): Promise<OutgoingRow[]> =>
  hashes.length === 0
    ? []
    : ((await reader
        .selectFrom('custodyTransfer')
        .selectAll()
        .where('chainId', '=', chainId)
        .where('transactionHash', 'in', hashes)
        .where('takenBackAt', 'is', null)
        .execute()) as OutgoingRow[])

/** A transfer out of a recharge address that goes neither to the hot nor to a cold address. */
export interface StrayTransfer {
  id: string
  transactionHash: string
  address: string
  recipient: string
  /** Micro-USDT, rounded down. */
  amount: bigint
}

/**
 * Transfers out of recharge addresses that belong to no collection and are not explained; all of
 * them or one. Making one takes the deposit key, so it counts from the first block that shows it.
 */
export async function strayTransfers(reader: Reader, only?: string): Promise<StrayTransfer[]> {
  const { rows } = await sql<StrayTransfer>`
    select id, transaction_hash, address, recipient, div(token_units, units_per_micro) as amount
    from custody_transfer
    where derivation_index is not null and leads_to not in ('hot', 'cold') and taken_back_at is null
      and explained_at is null ${only === undefined ? sql`` : sql`and id = ${only}`}
    order by block_number limit 100`.execute(reader)
  return rows
}
