import { type chainReceipt, formatAmount, wireIdOf } from '@banyan/domain'
import type { z } from 'zod'
import type { Database, Tx } from '../platform/database/connect.ts'
import { findTip } from './chain-store.ts'
import { confirmationsAt } from './decide.ts'
import { type PublishedAddress, publishedAddresses } from './published.ts'
import { findReceipts, type ReceiptRow } from './receipt-store.ts'
import { terms } from './terms.ts'

export type WireReceipt = z.output<typeof chainReceipt>

/** The ID of a receipt in the API. */
export const receiptId = (uuid: string): string => wireIdOf('rcp', uuid)

/** A receipt with its confirmations, as everybody sees it. */
export interface ShownReceipt {
  row: ReceiptRow
  wire: WireReceipt
}

/** Adds API names and confirmations to receipts. */
export async function showReceipts(
  reader: Database | Tx,
  rows: readonly ReceiptRow[],
): Promise<ShownReceipt[]> {
  const shown: ShownReceipt[] = []
  const chains = new Map<
    number,
    { uses: Map<string, PublishedAddress['use']>; tip: number | null }
  >()
  for (const row of rows) {
    const chain = chains.get(row.chainId) ?? (await chainOf(reader, row.chainId))
    chains.set(row.chainId, chain)
    const use = chain.uses.get(row.address)
    if (use === undefined) throw new Error(`receipt ${row.id} is for no published address`)
    shown.push({ row, wire: presentReceipt(row, use, chain.tip) })
  }
  return shown
}

const chainOf = async (reader: Database | Tx, chainId: number) => ({
  uses: new Map(
    (await publishedAddresses(reader, chainId)).map(({ address, use }) => [address, use]),
  ),
  tip: (await findTip(reader, chainId))?.number ?? null,
})

const presentReceipt = (
  row: ReceiptRow,
  use: PublishedAddress['use'],
  tip: number | null,
): WireReceipt => ({
  id: receiptId(row.id),
  use,
  address: row.address,
  from: row.sender,
  amount: formatAmount(row.amount),
  hash: row.transactionHash,
  position: row.ordinal,
  block: row.blockNumber,
  blockAt: row.blockAt.toISOString(),
  confirmations: confirmationsOf(row, tip),
  needed: terms.confirmations,
  // A chain that took back a final block has lost it: it must not be treated as existing.
  state: row.takenBackAt === null ? row.state : 'vanished',
})

const confirmationsOf = (row: ReceiptRow, tip: number | null): number =>
  row.takenBackAt !== null
    ? 0
    : row.state === 'final'
      ? terms.confirmations
      : confirmationsAt(row.blockNumber, tip)

/** All facts of some receipts, by id. */
export const receiptsById = async (
  reader: Database | Tx,
  ids: readonly string[],
): Promise<Map<string, ShownReceipt>> =>
  new Map(
    (await showReceipts(reader, await findReceipts(reader, ids))).map(one => [one.row.id, one]),
  )
