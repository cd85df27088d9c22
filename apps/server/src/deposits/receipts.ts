import type { Logger } from 'pino'
import type { Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import { announce } from '../platform/outbox/announce.ts'
import * as store from './receipt-store.ts'
import { receiptId } from './receipt-view.ts'
import type { Pinned } from './sight.ts'
import type { ReceiptSighting } from './transfers.ts'

const announceReceipts = (tx: Tx, ids: readonly string[]): Promise<void> =>
  announce(
    tx,
    ids.map(id => ({ memberId: null, topic: 'custody' as const, subject: receiptId(id) })),
  )

/**
 * Stores transfers to the platform's addresses. An event seen before keeps its row, wherever it is
 * now.
 */
export async function writeReceipts(
  tx: Tx,
  { chainId, unitsPerMicro }: Pinned,
  sightings: readonly ReceiptSighting[],
  logger: Logger,
): Promise<void> {
  const written: string[] = []
  for (const { transactionHash, ordinal, ...sighting } of sightings) {
    const known = await store.lockByEvent(tx, chainId, { transactionHash, ordinal })
    const amount = sighting.tokenUnits / unitsPerMicro
    const id = known?.id ?? newUuid()
    if (known?.state === 'final') {
      await seeFinalAgain(tx, known, sighting, logger)
    } else if (known) {
      const change = { ...sighting, amount, state: 'confirming' as const, takenBackAt: null }
      await store.changeReceipt(tx, id, change)
    } else {
      const seenAt = await systemNow(tx)
      await store.insertReceipt(tx, {
        id,
        chainId,
        transactionHash,
        ordinal,
        unitsPerMicro,
        amount,
        seenAt,
        ...sighting,
        state: 'confirming',
      })
    }
    written.push(id)
  }
  await announceReceipts(tx, written)
}

/** A final receipt keeps its content; only the place of the event is updated. */
async function seeFinalAgain(
  tx: Tx,
  known: store.ReceiptRow,
  {
    address,
    tokenUnits,
    blockNumber,
    blockHash,
  }: Omit<ReceiptSighting, 'transactionHash' | 'ordinal'>,
  logger: Logger,
): Promise<void> {
  if (known.address !== address || known.tokenUnits !== tokenUnits)
    logger.error(
      { receipt: receiptId(known.id), blockNumber },
      'a final receipt is on the chain again with another content',
    )
  await store.changeReceipt(tx, known.id, { blockNumber, blockHash, takenBackAt: null })
}

/** Takes back the receipts that were seen above a height: they are not on the chain now. */
export async function takeReceiptsBackAbove(
  tx: Tx,
  chainId: number,
  height: number,
  logger: Logger,
): Promise<void> {
  const rows = await store.lockReceiptsAbove(tx, chainId, height)
  const takenBackAt = await systemNow(tx)
  for (const row of rows) {
    if (row.state === 'final')
      logger.error(
        { receipt: receiptId(row.id), amount: `${row.amount}`, booked: row.bookedAt !== null },
        'the chain took back a block with a final receipt: look at it',
      )
    const change = row.state === 'final' ? {} : { state: 'vanished' as const }
    await store.changeReceipt(tx, row.id, { ...change, takenBackAt })
  }
  await announceReceipts(
    tx,
    rows.map(row => row.id),
  )
}

/** How receipts become final. */
export const receiptsWaiting = {
  due: store.confirmingReceipts,
  mark: async (tx: Tx, rows: readonly store.ReceiptRow[], finalAt: Date): Promise<void> => {
    for (const { id } of rows) await store.changeReceipt(tx, id, { state: 'final', finalAt })
    await announceReceipts(
      tx,
      rows.map(row => row.id),
    )
  },
}
