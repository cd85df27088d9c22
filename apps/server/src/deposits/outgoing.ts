import type { Logger } from 'pino'
import type { Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import * as store from './outgoing-store.ts'
import type { Pinned } from './sight.ts'
import type { OutgoingSighting } from './transfers.ts'

/**
 * Stores transfers out of the platform's addresses. An event seen before keeps its row, wherever it
 * is now.
 */
export async function writeOutgoing(
  tx: Tx,
  { chainId, unitsPerMicro }: Pinned,
  sightings: readonly OutgoingSighting[],
  logger: Logger,
): Promise<void> {
  for (const { transactionHash, ordinal, ...sighting } of sightings) {
    const known = await store.lockOutgoing(tx, chainId, { transactionHash, ordinal })
    if (!known) {
      const seenAt = await systemNow(tx)
      await store.insertOutgoing(tx, {
        id: newUuid(),
        chainId,
        transactionHash,
        ordinal,
        unitsPerMicro,
        seenAt,
        ...sighting,
        state: 'confirming',
      })
      continue
    }
    const isOther =
      known.tokenUnits !== sighting.tokenUnits || known.recipient !== sighting.recipient
    if (isOther)
      logger.error({ transactionHash }, 'an outgoing transfer is on the chain with another content')
    const state = known.state === 'final' ? 'final' : 'confirming'
    // An explanation applies to the content of that time; another content is explained again.
    const explainedAt = isOther ? null : known.explainedAt
    await store.changeOutgoing(tx, known.id, { ...sighting, state, takenBackAt: null, explainedAt })
  }
}

/** Takes back the transfers that were seen above a height: they are not on the chain now. */
export async function takeBackOutgoing(
  tx: Tx,
  chainId: number,
  height: number,
  logger: Logger,
): Promise<void> {
  for (const row of await store.takeOutgoingBackAbove(tx, chainId, height))
    if (row.state === 'final')
      logger.error(
        { transactionHash: row.transactionHash },
        'the chain took back a block with a final payout: look at it',
      )
}

/** How transfers out of the platform's addresses become final. */
export const outgoingWaiting = {
  due: store.confirmingOutgoing,
  mark: async (tx: Tx, rows: readonly store.OutgoingRow[], finalAt: Date): Promise<void> => {
    for (const { id } of rows) await store.changeOutgoing(tx, id, { state: 'final', finalAt })
  },
}
