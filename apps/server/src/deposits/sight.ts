import type { Logger } from 'pino'
import type { Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import { announce } from '../platform/outbox/announce.ts'
import { depositId } from './present.ts'
import * as store from './store.ts'
import type { Sighting } from './transfers.ts'

/** The pinned facts of a chain. */
export interface Pinned {
  chainId: number
  contract: string
  decimals: number
  unitsPerMicro: bigint
}

/** Stores a block's transfers to us. An event seen before keeps its row, wherever it is now. */
export async function writeSightings(
  tx: Tx,
  pinned: Pinned,
  sightings: readonly Sighting[],
  logger: Logger,
): Promise<void> {
  if (sightings.length === 0) return
  const seenAt = await systemNow(tx)
  for (const sighting of sightings) {
    const { chainId, unitsPerMicro } = pinned
    const known = await store.lockByEvent(tx, chainId, sighting)
    const amount = sighting.tokenUnits / unitsPerMicro
    const id = known?.id ?? newUuid()
    if (known?.state === 'credited') {
      await seeCreditedAgain(tx, known, sighting, logger)
    } else if (known) {
      const state = 'confirming' as const
      await store.changeDeposit(tx, known, { ...placeOf(sighting), amount, state })
    } else {
      const state = 'confirming' as const
      const { transactionHash, ordinal } = sighting
      const { takenBackAt: _, ...place } = placeOf(sighting)
      await store.insertDeposit(tx, {
        id,
        chainId,
        transactionHash,
        ordinal,
        unitsPerMicro,
        amount,
        state,
        seenAt,
        ...place,
      })
    }
    const { memberId } = sighting
    await announce(tx, [{ memberId, topic: 'deposits', subject: depositId(id) }])
  }
}

const placeOf = ({ memberId, derivationIndex, sender, ...seen }: Sighting) => ({
  memberId,
  derivationIndex,
  sender,
  tokenUnits: seen.tokenUnits,
  blockNumber: seen.blockNumber,
  blockHash: seen.blockHash,
  takenBackAt: null,
})

/** Credited money stays credited; only the place of the event is updated. */
async function seeCreditedAgain(
  tx: Tx,
  known: store.DepositRow,
  { memberId, sender, tokenUnits, blockNumber, blockHash }: Sighting,
  logger: Logger,
): Promise<void> {
  if (known.memberId !== memberId || known.tokenUnits !== tokenUnits)
    logger.error(
      { deposit: depositId(known.id), blockNumber },
      'a credited deposit is on the chain again with another content',
    )
  await store.changeDeposit(tx, known, { sender, blockNumber, blockHash, takenBackAt: null })
}

/** Takes back the deposits that were seen above a height: they are not on the chain now. */
export async function takeBackAbove(
  tx: Tx,
  chainId: number,
  height: number,
  logger: Logger,
): Promise<void> {
  const rows = await store.lockAbove(tx, chainId, height)
  const takenBackAt = await systemNow(tx)
  for (const row of rows) {
    if (row.state === 'credited') {
      const { memberId, amount, transactionHash } = row
      logger.error(
        { deposit: depositId(row.id), memberId, amount: `${amount}`, transactionHash },
        'the chain took back a block with a credited deposit: the money stays, look at it',
      )
      await store.changeDeposit(tx, row, { takenBackAt })
    } else {
      await store.changeDeposit(tx, row, { state: 'vanished', takenBackAt })
    }
  }
  await announce(
    tx,
    rows.map(row => ({
      memberId: row.memberId,
      topic: 'deposits',
      subject: depositId(row.id),
    })),
  )
}
