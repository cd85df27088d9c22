import type { Logger } from 'pino'
import type { Database } from '../platform/database/connect.ts'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import type { AddressBook } from './addresses.ts'
import * as chain from './chain-store.ts'
import type { Header, Log } from './node.ts'
import { takeBackOutgoing, writeOutgoing } from './outgoing.ts'
import { ChainTrouble, type Quorum } from './quorum.ts'
import { takeReceiptsBackAbove, writeReceipts } from './receipts.ts'
import { type Pinned, takeBackAbove, writeSightings } from './sight.ts'
import { sightingsOf } from './sightings.ts'
import { pace } from './terms.ts'
import { transferLogs } from './transfer-logs.ts'

/** What following needs. */
export interface FollowContext {
  database: Database
  quorum: Quorum
  book: AddressBook
  pinned: Pinned
  /** A chain for trying things out: it is followed from its first block, and may be replaced. */
  demonstration: boolean
  logger: Logger
}

/**
 * Follows the chain for one run and returns the reached block. Every block must refer to its parent
 * by hash. Where the chain differs from what was followed, blocks are taken back first.
 */
export function openFollowing(context: FollowContext) {
  const { database, pinned } = context
  const inRanges = openSizes(pace.largestRange)
  const inBlocks = openSizes(pace.blocksAtOnce)

  return async (heads: { head: Header; finalized: Header }): Promise<chain.Block> => {
    const { head, finalized } = heads
    const until = performance.now() + pace.runMs
    let tip = await commonTip(context, heads)
    while (tip.number < head.number && performance.now() < until) {
      const from: chain.Block = tip
      const next =
        finalized.number - from.number > pace.rangeFromBlocks
          ? await inRanges(size =>
              takeRange(context, from, Math.min(from.number + size, finalized.number)),
            )
          : await inBlocks(size =>
              takeBlocks(context, from, Math.min(from.number + size, head.number)),
            )
      // The chain, or another watcher, moved meanwhile: the next run reads again.
      if (next === null) break
      tip = next
    }
    return (await chain.findTip(database, pinned.chainId)) ?? tip
  }
}

/** The number of blocks to ask for: a provider that cannot return so many gets fewer the next time. */
function openSizes(largest: number) {
  let size = largest
  return async <T>(take: (size: number) => Promise<T>): Promise<T> => {
    try {
      const taken = await take(size)
      size = Math.min(size * 2, largest)
      return taken
    } catch (error) {
      size = Math.max(Math.floor(size / 2), 1)
      throw error
    }
  }
}

/**
 * The newest block that the chain and our own headers share. The blocks above it are taken back.
 */
async function commonTip(context: FollowContext, heads: { head: Header; finalized: Header }) {
  const { database, pinned, logger } = context
  const tip = await chain.findTip(database, pinned.chainId)
  if (tip === undefined) return begin(context, heads)
  if (tip.number <= heads.head.number && (await isOnChain(context, tip))) return tip
  const kept = await chain.keptBlocks(database, pinned.chainId, heads.head.number)
  for (const block of kept) {
    if (!(await isOnChain(context, block))) continue
    // A head below our tip that contradicts nothing comes from a node that lags, so we wait for it.
    // The single node of a demonstration does not lag: it has lost its last blocks.
    if (block.number === tip.number || (block === kept[0] && !context.demonstration)) return tip
    logger.warn({ from: tip.number, to: block.number }, 'the chain reorganised')
    return takeBack(context, tip, block)
  }
  return replaced(context, tip, heads)
}

async function isOnChain({ quorum }: FollowContext, { number, hash }: chain.Block) {
  const header = await quorum.agreed(`block ${number}`, node => node.block(number))
  return header.hash === hash
}

/**
 * No stored block is on the chain any more. On a real chain that cannot be: final blocks were
 * undone, or the nodes are of another network, and nothing is credited before a person has checked.
 * A demonstration chain that lost its last minutes is followed again from its first block.
 */
async function replaced(
  context: FollowContext,
  tip: chain.Block,
  heads: { head: Header; finalized: Header },
) {
  if (!context.demonstration)
    throw new ChainTrouble('replaced', `no kept block up to ${tip.number} is on the chain any more`)
  context.logger.error({ tip: tip.number, head: heads.head.number }, 'the chain was replaced')
  await takeBack(context, tip, { number: -1, hash: '' })
  return begin(context, heads)
}

async function takeBack(
  { database, pinned, logger }: FollowContext,
  tip: chain.Block,
  to: chain.Block,
) {
  return inTransaction(database, async tx => {
    if (!(await chain.claimTip(tx, pinned.chainId, tip))) return to
    await chain.dropBlocksAbove(tx, pinned.chainId, to.number)
    await takeBackAbove(tx, pinned.chainId, to.number, logger)
    await takeReceiptsBackAbove(tx, pinned.chainId, to.number, logger)
    await takeBackOutgoing(tx, pinned.chainId, to.number, logger)
    return to
  })
}

/** The block that following starts from. Deposit addresses are shown only once it is stored. */
async function begin(
  { database, pinned, quorum, demonstration, logger }: FollowContext,
  heads: { finalized: Header },
) {
  const start = demonstration ? 0 : Math.max(0, heads.finalized.number - pace.startMarginBlocks)
  const { number, hash, parentHash } = await quorum.agreed(`block ${start}`, node =>
    node.block(start),
  )
  await inTransaction(database, async tx =>
    chain.writeFirstBlock(tx, pinned.chainId, { number, hash, parentHash }, await systemNow(tx)),
  )
  logger.info({ chainId: pinned.chainId, from: start }, 'following the chain')
  return { number, hash }
}

/**
 * Takes the next blocks on top of the tip, a few at once. The logs of each are requested by its
 * hash, and all are stored in one transaction. Returns null when the first one's parent is not the
 * tip.
 */
async function takeBlocks(
  context: FollowContext,
  tip: chain.Block,
  upTo: number,
): Promise<chain.Block | null> {
  const { quorum, book, pinned } = context
  const headers: Header[] = []
  let parent = tip
  for (let number = tip.number + 1; number <= upTo; number++) {
    const header = await quorum.agreed(`block ${number}`, node => node.block(number))
    // The chain moved meanwhile: what is above is read in the next run.
    if (header.parentHash !== parent.hash) break
    headers.push(header)
    parent = header
  }
  if (headers.length === 0) return null
  await book.refresh()
  const kept: Log[] = []
  for (const { number, hash } of headers) {
    const logs = await transferLogs(context, `logs of block ${number}`, (node, topics) =>
      node.logs({ contract: pinned.contract, topics, in: { blockHash: hash } }),
    )
    kept.push(...logs.filter(log => log.blockHash === hash))
  }
  return write(context, tip, headers, kept)
}

/**
 * Takes final blocks up to and including `to` in one request. A node that lags answers a range that
 * it does not have with an empty list, so each node must also return the range's last block.
 */
async function takeRange(
  context: FollowContext,
  tip: chain.Block,
  to: number,
): Promise<chain.Block | null> {
  const { quorum, pinned } = context
  const from = tip.number + 1
  const first = await quorum.agreed(`block ${from}`, node => node.block(from))
  if (first.parentHash !== tip.hash) return null
  const last = await quorum.agreed(`block ${to}`, node => node.block(to))
  await context.book.refresh()
  const logs = await transferLogs(
    context,
    `logs of blocks ${from} to ${to}`,
    async (node, topics) => {
      const logs = await node.logs({ contract: pinned.contract, topics, in: { from, to } })
      const has = await node.block(to)
      return has?.hash === last.hash ? logs : null
    },
  )
  return write(
    context,
    tip,
    [last],
    logs.filter(log => log.blockNumber >= from && log.blockNumber <= to),
  )
}

/** Stores blocks on top of the tip, the lowest first, with the transfers in them. */
async function write(
  context: FollowContext,
  tip: chain.Block,
  headers: readonly Header[],
  logs: readonly Log[],
): Promise<chain.Block | null> {
  const { database, pinned, logger } = context
  const { deposits, receipts, outgoing } = await sightingsOf(context, logs)
  const blocks = headers.map(({ number, hash, parentHash }) => ({ number, hash, parentHash }))
  return inTransaction(database, async tx => {
    if (!(await chain.claimTip(tx, pinned.chainId, tip))) return null
    await writeSightings(tx, pinned, deposits, logger)
    await writeReceipts(tx, pinned, receipts, logger)
    await writeOutgoing(tx, pinned, outgoing, logger)
    await chain.putBlocks(tx, pinned.chainId, blocks)
    return blocks.at(-1) ?? null
  })
}
