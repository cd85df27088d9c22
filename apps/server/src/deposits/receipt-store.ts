import type { CustodyUse, ReceiptState } from '@banyan/domain'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { CustodyReceipt } from './generated.ts'
import type { ReceiptSighting } from './transfers.ts'

export type ReceiptRow = Omit<Selectable<CustodyReceipt>, 'state'> & { state: ReceiptState }

/** The receipt of an event, locked; undefined when it was never seen. */
export const lockByEvent = async (
  tx: Tx,
  chainId: number,
  event: Pick<ReceiptSighting, 'transactionHash' | 'ordinal'>,
): Promise<ReceiptRow | undefined> =>
  (await tx
    .selectFrom('custodyReceipt')
    .selectAll()
    .where('chainId', '=', chainId)
    .where('transactionHash', '=', event.transactionHash)
    .where('ordinal', '=', event.ordinal)
    .forUpdate()
    .executeTakeFirst()) as ReceiptRow | undefined

/** A receipt, locked until the transaction ends. */
export const lockReceipt = async (tx: Tx, id: string): Promise<ReceiptRow | undefined> =>
  (await tx
    .selectFrom('custodyReceipt')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()) as ReceiptRow | undefined

export const findReceipts = async (
  reader: Database | Tx,
  ids: readonly string[],
): Promise<ReceiptRow[]> =>
  ids.length === 0
    ? []
    : ((await reader
        .selectFrom('custodyReceipt')
        .selectAll()
        .where('id', 'in', ids)
        .execute()) as ReceiptRow[])

export async function insertReceipt(tx: Tx, row: Insertable<CustodyReceipt>): Promise<void> {
  await tx.insertInto('custodyReceipt').values(row).execute()
}

export async function changeReceipt(
  tx: Tx,
  id: string,
  change: Partial<Omit<ReceiptRow, 'id' | 'chainId' | 'transactionHash' | 'ordinal'>>,
): Promise<void> {
  await tx.updateTable('custodyReceipt').set(change).where('id', '=', id).execute()
}

/** Receipts in blocks above a height, locked. */
export const lockReceiptsAbove = async (
  tx: Tx,
  chainId: number,
  height: number,
): Promise<ReceiptRow[]> =>
  (await tx
    .selectFrom('custodyReceipt')
    .selectAll()
    .where('chainId', '=', chainId)
    .where('blockNumber', '>', height)
    .where('takenBackAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()) as ReceiptRow[]

/** Receipts that are not final, at or below a block. */
export const confirmingReceipts = async (
  reader: Database | Tx,
  chainId: number,
  upTo: number,
): Promise<ReceiptRow[]> =>
  (await reader
    .selectFrom('custodyReceipt')
    .selectAll()
    .where('chainId', '=', chainId)
    .where('state', '=', 'confirming')
    .where('blockNumber', '<=', upTo)
    .orderBy('id')
    .limit(500)
    .execute()) as ReceiptRow[]

/** What narrows the list of receipts; what is absent narrows nothing. */
export interface ReceiptFilter {
  booked?: boolean | undefined
  /** The use of the receiving address. */
  use?: CustodyUse | undefined
}

function listed(reader: Database | Tx, { booked, use }: ReceiptFilter) {
  let query = reader
    .selectFrom('custodyReceipt')
    .where(sql<boolean>`(state <> 'vanished' or taken_back_at > house_now() - interval '1 day')`)
  if (booked !== undefined) query = query.where('bookedAt', booked ? 'is not' : 'is', null)
  if (use !== undefined)
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('custodyAddress as own')
          .select('own.address')
          .whereRef('own.chainId', '=', 'custodyReceipt.chainId')
          .whereRef('own.address', '=', 'custodyReceipt.address')
          .where('own.use', '=', use),
      ),
    )
  return query
}

/**
 * The number of everything that the list has under a filter, and the sum of those that have not
 * vanished, micro-USDT.
 */
export async function receiptTotals(
  reader: Database | Tx,
  filter: ReceiptFilter,
): Promise<{ count: number; amount: bigint }> {
  return listed(reader, filter)
    .select([
      sql<number>`count(*)::int4`.as('count'),
      sql<bigint>`coalesce(sum(amount) filter (where state <> 'vanished'), 0)::numeric`.as(
        'amount',
      ),
    ])
    .executeTakeFirstOrThrow()
}

/**
 * Receipts, newest first; one row more than the page when there is a next one. A vanished one is
 * listed for a day.
 */
export async function receiptsPage(
  reader: Database | Tx,
  filter: ReceiptFilter,
  page: { after: readonly string[] | null; limit: number },
): Promise<ReceiptRow[]> {
  let query = listed(reader, filter)
    .selectAll()
    .orderBy('blockAt', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
  if (page.after) {
    const [at, id] = page.after
    query = query.where(sql<boolean>`(block_at, id) < (${at}::timestamptz, ${id}::uuid)`)
  }
  return (await query.execute()) as ReceiptRow[]
}
