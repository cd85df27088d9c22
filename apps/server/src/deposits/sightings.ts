import type { Logger } from 'pino'
import { getAddress } from 'viem'
import type { AddressBook } from './addresses.ts'
import type { Log } from './node.ts'
import { ChainTrouble, type Quorum } from './quorum.ts'
import type { Pinned } from './sight.ts'
import {
  type OutgoingSighting,
  ordinalOf,
  type ReceiptSighting,
  readTransfer,
  type Seen,
  type Sighting,
  type Transfer,
} from './transfers.ts'

/** What reading a block's logs needs. */
export interface SightingContext {
  quorum: Quorum
  book: AddressBook
  pinned: Pinned
  logger: Logger
}

/** Transfers of some blocks to members and to the platform's own addresses. */
export interface Sightings {
  deposits: Sighting[]
  receipts: ReceiptSighting[]
  outgoing: OutgoingSighting[]
}

/**
 * The transfers of the pinned token into or out of an address of custody, confirmed by their
 * receipt. A transfer between two of our own addresses stays inside custody: nobody is credited for
 * it, and it is neither a receipt nor a payout.
 */
export async function sightingsOf(
  context: SightingContext,
  logs: readonly Log[],
): Promise<Sightings> {
  const { book, pinned } = context
  const sightings: Sightings = { deposits: [], receipts: [], outgoing: [] }
  for (const log of logs) {
    const transfer = readTransfer(log, pinned)
    if (transfer === null) continue
    if (book.isOurs(transfer.from)) {
      const sent = await outgoingOf(context, log, transfer)
      if (sent !== null) sightings.outgoing.push(sent)
      continue
    }
    const address = book.published(transfer.to)
    const owner = book.ownerOf(transfer.to)
    if (address === undefined && owner === undefined) continue
    const seen = await borneOut(context, log, transfer.tokenUnits)
    if (seen === null) continue
    if (owner !== undefined) sightings.deposits.push({ ...seen, ...owner, sender: transfer.from })
    if (address !== undefined)
      sightings.receipts.push({
        ...seen,
        address,
        sender: transfer.from,
        blockAt: await timeOf(context, log),
      })
  }
  return sightings
}

/**
 * A transfer out of an address of custody with its destination; null for an address whose row does
 * not derive.
 */
async function outgoingOf(
  context: SightingContext,
  log: Log,
  { from, to: recipient, tokenUnits }: Transfer,
): Promise<OutgoingSighting | null> {
  const { book } = context
  const sender = book.custodyUseOf(from)
  if (sender === null) return null
  const derivationIndex = 'index' in sender ? sender.index : null
  const receiver = book.custodyUseOf(recipient)
  const leadsTo = receiver === null ? 'outside' : 'use' in receiver ? receiver.use : 'recharge'
  const seen = await borneOut(context, log, tokenUnits)
  if (seen === null) return null
  const way = { address: getAddress(from), derivationIndex, recipient, leadsTo } as const
  return { ...seen, ...way, blockAt: await timeOf(context, log) }
}

/** The event with its position in its transaction; null where the receipt does not confirm it. */
async function borneOut(
  { quorum, logger }: SightingContext,
  log: Log,
  tokenUnits: bigint,
): Promise<Seen | null> {
  const { transactionHash, blockNumber, blockHash } = log
  const receipt = await quorum.agreed(`receipt ${transactionHash}`, node =>
    node.receipt(transactionHash),
  )
  if (receipt.blockHash !== blockHash)
    throw new ChainTrouble('disagreement', `${transactionHash} is in another block by its receipt`)
  const ordinal = ordinalOf(log, receipt)
  if (ordinal !== null) return { transactionHash, ordinal, tokenUnits, blockNumber, blockHash }
  logger.error({ transactionHash }, 'an event that its receipt does not bear out is not credited')
  return null
}

/** The time of an event's block. */
async function timeOf({ quorum }: SightingContext, log: Log): Promise<Date> {
  const { blockNumber } = log
  const header = await quorum.agreed(`block ${blockNumber}`, node => node.block(blockNumber))
  if (header.hash !== log.blockHash)
    throw new ChainTrouble('disagreement', `block ${blockNumber} is another one by its header`)
  return new Date(header.timestamp * 1_000)
}
