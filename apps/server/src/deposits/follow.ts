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
  let rangeBlocks: number = pace.largestRange

  return async (heads: { head: Header; finalized: Header }): Promise<chain.Block> => {
    const until = performance.now() + pace.runMs
    let tip = await commonTip(context, heads)
    while (tip.number < heads.head.number && performance.now() < until) {
      const next =
        heads.finalized.number - tip.number > pace.rangeFromBlocks
          ? await takeFinalRange(tip, heads.finalized.number)
          : await takeBlock(context, tip)
      // The chain, or another watcher, moved meanwhile: the next run reads again.
      if (next === null) break
      tip = next
    }
    return (await chain.findTip(database, pinned.chainId)) ?? tip
  }

  /** A provider that cannot return so long a range gets a shorter one the next time. */
  async function takeFinalRange(tip: chain.Block, finalized: number) {
    try {
      const next = await takeRange(context, tip, Math.min(tip.number + rangeBlocks, finalized))
      rangeBlocks = Math.min(rangeBlocks * 2, pace.largestRange)
      return next
    } catch (error) {
      rangeBlocks = Math.max(Math.floor(rangeBlocks / 2), 1)
      throw error
    }
  }
}

/**
 * The newest block that the chain and our own headers share. The blocks above it are taken back.
 */
async function commonTip(context: FollowContext, heads: { head: Header; finalized: Header }) {
  const { database, pinned, quorum, logger } = context
  const tip = await chain.findTip(database, pinned.chainId)
  if (tip === undefined) return begin(context, heads)
  const kept = await chain.keptBlocks(database, pinned.chainId, heads.head.number)
  for (const block of kept) {
    const header = await quorum.agreed(`block ${block.number}`, node => node.block(block.number))
    if (header.hash !== block.hash) continue
    // A head below our tip that contradicts nothing comes from a node that lags, so we wait for it.
    // The single node of a demonstration does not lag: it has lost its last blocks.
    if (block.number === tip.number || (block === kept[0] && !context.demonstration)) return tip
    logger.warn({ from: tip.number, to: block.number }, 'the chain reorganised')
    return takeBack(context, tip, block)
  }
  return replaced(context, tip, heads)
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
 * Takes one block on top of the tip; its logs are requested by its hash. Returns null when its
 * parent is not the tip.
 */
async function takeBlock(context: FollowContext, tip: chain.Block): Promise<chain.Block | null> {
  const number = tip.number + 1
  const header = await context.quorum.agreed(`block ${number}`, node => node.block(number))
  if (header.parentHash !== tip.hash) return null
  const logs = await transferLogs(context, `logs of block ${number}`, async (node, topics) =>
    node.logs({ contract: context.pinned.contract, topics, in: { blockHash: header.hash } }),
  )
  return write(
    context,
    tip,
    header,
    logs.filter(log => log.blockHash === header.hash),
  )
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
  const logs = await transferLogs(
    context,
    `logs of blocks ${from} to ${to}`,
    async (node, topics) => {
      const found = await node.logs({ contract: pinned.contract, topics, in: { from, to } })
      const has = await node.block(to)
      return has?.hash === last.hash ? found : null
    },
  )
  return write(
    context,
    tip,
    last,
    logs.filter(log => log.blockNumber >= from && log.blockNumber <= to),
  )
}

async function write(
  context: FollowContext,
  tip: chain.Block,
  header: Header,
  logs: readonly Log[],
): Promise<chain.Block | null> {
  const { database, pinned, logger } = context
  const { deposits, receipts, outgoing } = await sightingsOf(context, logs)
  const { number, hash, parentHash } = header
  return inTransaction(database, async tx => {
    if (!(await chain.claimTip(tx, pinned.chainId, tip))) return null
    await writeSightings(tx, pinned, deposits, logger)
    await writeReceipts(tx, pinned, receipts, logger)
    await writeOutgoing(tx, pinned, outgoing, logger)
    await chain.putBlock(tx, pinned.chainId, { number, hash, parentHash })
    return { number, hash }
  })
}
