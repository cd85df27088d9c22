import type { Address, Hash } from 'viem'
import type { BookedTransaction } from './book.ts'
import { ChainAway, type ChainReceipt, type TransferLog } from './chain.ts'
import type { ChainReading, SignerContext } from './context.ts'
import { type Kind, kindOf } from './kinds.ts'

/** A pending nonce is sent again this often, the first ones first. */
const againMs = 5_000
const atOnce = 16
/** A node refuses a replacement that offers less than a tenth more. */
const raise = (price: bigint): bigint => (price * 9n) / 8n + 1n
/** A quiet range of this length is recorded, so that a restart need not read it again. */
const quietBlocks = 5_000

/** A receipt that is missing for less time may only be late at the nodes. */
const missingMs = 60_000

/** Since when the nodes show its nonce as used and no receipt of it. */
const missingSince = new WeakMap<BookedTransaction, number>()

/** When each transaction was last sent by this process. */
const sentAt = new WeakMap<BookedTransaction, { at: number; first: number }>()

/**
 * A transaction that is being sent for the first time need not be sent by the next reading as well.
 */
export function noteSent(one: BookedTransaction): void {
  const at = performance.now()
  sentAt.set(one, { at, first: at })
}

/**
 * Compares the journal with the chain: explains nonces and the balance, follows every transaction
 * that has not ended, and sends again those that are in no block yet.
 */
export async function followOpen(context: SignerContext, reading: ChainReading): Promise<void> {
  if (!reading.isRightChain) return
  const { book } = context
  await checkNonces(context, reading)
  if (book.halted === null) await countUp(context, reading)
  const collections = [...book.openCollections.values()]
  const ofHot = [...book.open.values(), ...collections.filter(one => one.purpose !== 'collect')]
  await followOf(context, reading, ofHot)
  // Each has an address of its own, so they need not wait for each other.
  const ofAddresses = collections.filter(({ purpose }) => purpose === 'collect')
  await inGroups(ofAddresses, async one =>
    followOf(context, { ...reading, nonces: await noncesAt(context, one.from, reading) }, [one]),
  )
}

const noncesAt = async (
  { chain }: SignerContext,
  of: Address,
  { final }: ChainReading,
): Promise<ChainReading['nonces']> => {
  const [latest, atFinal] = await Promise.all([
    chain.nonce('latest', of),
    chain.nonce(final.number, of),
  ])
  return { latest, final: atFinal }
}

/** Follows the transactions of one key, by the nonces of its address. */
async function followOf(
  context: SignerContext,
  reading: ChainReading,
  ones: readonly BookedTransaction[],
): Promise<void> {
  const open = [...ones].sort((one, other) => one.nonce - other.nonce)
  await inGroups(open, one => follow(context, reading, one))
  if (context.book.halted !== null) return
  const waiting = open.filter(one => one.end === null && one.nonce >= reading.nonces.latest)
  if (waiting.length === 0) return
  // Nothing is sent before it is on the disk.
  await context.stored()
  await inGroups(waiting, one => sendAgain(context, reading, one))
}

/**
 * A nonce that the journal does not know was used by someone else; a missing one was taken back.
 */
async function checkNonces({ book, halt }: SignerContext, { nonces }: ChainReading): Promise<void> {
  if (nonces.latest > book.nextNonce)
    await halt(
      'nonceGap',
      `the chain shows ${nonces.latest} transactions of the key and the journal explains ${book.nextNonce}`,
    )
  if (nonces.final < book.usedUp)
    await halt(
      'nonceGap',
      `${book.usedUp} transactions of the key were final and the chain shows ${nonces.final} now`,
    )
}

/**
 * Reads the transfers since the last count: each outgoing one must be known, and the balance must
 * be their sum.
 */
async function countUp(context: SignerContext, { final, units }: ChainReading): Promise<void> {
  const { book, write, halt, now } = context
  if (final.number <= book.counted.block) return
  const transfers = await transfersBetween(context, book.counted.block + 1, final.number)
  const unknown = transfers.find(one => one.out && !book.byHash.has(one.hash))
  if (unknown)
    return halt(
      'balanceMismatch',
      `transaction ${unknown.hash} of block ${unknown.block} took ${unknown.units} token units and is not the signer's`,
    )
  const expected = sumOf(book.counted.units, transfers)
  if (expected !== units)
    return halt(
      'balanceMismatch',
      `the hot wallet holds ${units} token units at block ${final.number}, and its transfers explain ${expected}`,
    )
  book.counted = { block: final.number, units }
  if (transfers.length === 0 && final.number - book.countedOnDisk < quietBlocks) return
  const at = now().toISOString()
  await write({ kind: 'counted', at, block: final.number, units: `${units}` })
}

/** The balance after the transfers. One to itself goes out and comes in. */
export const sumOf = (before: bigint, transfers: readonly TransferLog[]): bigint =>
  transfers.reduce((sum, { out, units }) => (out ? sum - units : sum + units), before)

/** Every transfer from and to an address, the hot wallet by default, so many blocks a request. */
export async function transfersBetween(
  { chain, config }: SignerContext,
  from: number,
  to: number,
  of?: Address,
): Promise<TransferLog[]> {
  const all: TransferLog[] = []
  for (let first = from; first <= to; first += config.logBlocks)
    all.push(...(await chain.transfers(first, Math.min(first + config.logBlocks - 1, to), of)))
  return all
}

/** Follows one transaction by the reading. */
async function follow(
  context: SignerContext,
  reading: ChainReading,
  booked: BookedTransaction,
): Promise<void> {
  const { book, write, halt, now, log } = context
  const { nonces, final } = reading
  if (booked.nonce >= nonces.latest) {
    booked.mined = null
    return
  }
  const receipt = await receiptOf(context, booked)
  if (receipt !== null) missingSince.delete(booked)
  booked.mined = receipt?.succeeded ? { transaction: receipt.hash, block: receipt.block } : null
  if (booked.nonce >= nonces.final) return
  const kind = kindOf(context, booked)
  const at = now().toISOString()
  if (receipt === null) {
    if (book.halted !== null) return
    await requireNotMoved(context, booked, final.number)
    await write(kind.ended({ isFinal: false, at, hash: null, block: final.number }))
    return halt(
      kind.misuse,
      `nonce ${booked.nonce} of ${kind.address} was used by a transaction that is not the signer's`,
    )
  }
  if (receipt.block > final.number) return
  const { block, hash, succeeded } = receipt
  kind.reached('before-final-write')
  await write(kind.ended({ isFinal: succeeded, at, hash, block }))
  kind.reached('after-final-write')
  log.info({ ...kind.named, hash, block }, succeeded ? 'final' : 'failed on the chain')
}

/**
 * A node that hides a receipt would need to hide the transfer as well. Gas is no transfer of the
 * token: its receipt has to be missing for a while.
 */
async function requireNotMoved(context: SignerContext, booked: BookedTransaction, to: number) {
  const { address, movesToken } = kindOf(context, booked)
  if (!movesToken) {
    const since = missingSince.get(booked) ?? performance.now()
    missingSince.set(booked, since)
    if (performance.now() - since >= missingMs) return
    throw new ChainAway(`the nodes show nonce ${booked.nonce} as used and no receipt of it`)
  }
  const transfers = await transfersBetween(context, booked.after + 1, to, address)
  if (transfers.some(({ hash }) => context.book.byHash.get(hash) === booked))
    throw new ChainAway(`the nodes show the transfer of nonce ${booked.nonce} and no receipt of it`)
}

/**
 * The receipt of the transaction, among all signed for it, that is in a block that the nodes agree
 * on.
 */
async function receiptOf(
  { chain }: SignerContext,
  one: BookedTransaction,
): Promise<ChainReceipt | null> {
  for (const { hash } of one.transactions.toReversed()) {
    const receipt = await chain.receipt(hash as Hash)
    if (receipt && (await chain.block(receipt.block)).hash === receipt.blockHash) return receipt
  }
  return null
}

/** Sends a transaction that is in no block again, with a higher fee once it has waited long. */
async function sendAgain(
  context: SignerContext,
  reading: ChainReading,
  booked: BookedTransaction,
): Promise<void> {
  const { chain, config, log, reached, write, now } = context
  const time = performance.now()
  const sent = sentAt.get(booked) ?? { at: 0, first: time }
  const isRepriced = time - sent.first > config.fees.replaceAfterMs
  if (sent.at !== 0 && time - sent.at < againMs && !isRepriced) return
  const last = booked.transactions.at(-1)
  if (!last) return
  const kind = kindOf(context, booked)
  const price = isRepriced
    ? await higherPrice(kind, last.gasPrice, reading, config.fees.most)
    : null
  if (price !== null && booked.nonce < reading.nonces.latest + atOnce) {
    const signed = await kind.sign(price)
    reached('before-replacement-write')
    await write(kind.replaced({ at: now().toISOString(), ...signed }))
    reached('after-replacement-write')
    log.info(
      { ...kind.named, nonce: booked.nonce, hash: signed.hash },
      'replaced with a higher fee',
    )
    sentAt.set(booked, { at: time, first: time })
  } else {
    sentAt.set(booked, { ...sent, at: time })
  }
  const raw = booked.transactions.at(-1)?.raw
  if (raw) await chain.broadcast(raw)
}

/**
 * The price of a replacement: null when it would be above the highest price, or above what is there
 * to pay it.
 */
async function higherPrice(
  kind: Kind,
  before: bigint,
  { gasPrice }: ChainReading,
  most: bigint,
): Promise<bigint | null> {
  const raised = raise(before)
  if (raised > most) return null
  const payable = (await kind.mostPrice?.()) ?? most
  if (raised > payable) return null
  if (raised >= gasPrice) return raised
  return gasPrice < payable ? gasPrice : payable
}

/**
 * Runs several at once, in their order. When one fails, the others of its group end first: nothing
 * continues after the run.
 */
async function inGroups<T>(all: readonly T[], act: (one: T) => Promise<void>): Promise<void> {
  for (let first = 0; first < all.length; first += atOnce) {
    const results = await Promise.allSettled(all.slice(first, first + atOnce).map(act))
    const failed = results.find(one => one.status === 'rejected')
    if (failed) throw failed.reason
  }
}
