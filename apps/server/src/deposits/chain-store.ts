import { sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { Watch } from './decide.ts'
import { pace } from './terms.ts'

/** A block of the chain as it was followed. */
export interface Block {
  number: number
  hash: string
}

/** The newest followed block; undefined before the first one. */
export const findTip = (database: Database | Tx, chainId: number): Promise<Block | undefined> =>
  database
    .selectFrom('chainBlock')
    .select(['number', 'hash'])
    .where('chainId', '=', chainId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The newest stored block that is final; undefined before the first one. */
export const findFinalBlock = (
  reader: Database | Tx,
  chainId: number,
): Promise<Block | undefined> =>
  reader
    .selectFrom('chainBlock')
    .innerJoin('chainWatch', 'chainWatch.chainId', 'chainBlock.chainId')
    .select(['number', 'hash'])
    .where('chainBlock.chainId', '=', chainId)
    .whereRef('number', '<=', 'finalizedNumber')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The stored blocks up to a height, newest first. */
export const keptBlocks = (database: Database, chainId: number, upTo: number): Promise<Block[]> =>
  database
    .selectFrom('chainBlock')
    .select(['number', 'hash'])
    .where('chainId', '=', chainId)
    .where('number', '<=', upTo)
    .orderBy('number', 'desc')
    .execute()

/**
 * Locks the chain until the end of the transaction. Returns false when another watcher has moved
 * the tip since it was read: then nothing that was decided by it may be written.
 */
export async function claimTip(tx: Tx, chainId: number, tip: Block): Promise<boolean> {
  await tx
    .selectFrom('chainWatch')
    .select('chainId')
    .where('chainId', '=', chainId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const current = await findTip(tx, chainId)
  return current?.hash === tip.hash
}

/** Stores the first followed block, once. */
export async function writeFirstBlock(
  tx: Tx,
  chainId: number,
  block: Block & { parentHash: string },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('chainWatch')
    .values({ chainId, headNumber: block.number, finalizedNumber: block.number, followedAt: now })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  await tx
    .insertInto('chainBlock')
    .values({ chainId, ...block })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** Adds blocks on top, the lowest first, and deletes the blocks that are too deep to be needed. */
export async function putBlocks(
  tx: Tx,
  chainId: number,
  blocks: readonly (Block & { parentHash: string })[],
): Promise<void> {
  const top = blocks.at(-1)
  if (!top) return
  await tx
    .insertInto('chainBlock')
    .values(blocks.map(block => ({ chainId, ...block })))
    .execute()
  await tx
    .deleteFrom('chainBlock')
    .where('chainId', '=', chainId)
    .where('number', '<', top.number - pace.keptBlocks)
    .execute()
}

/** Deletes every block above a height. */
export async function dropBlocksAbove(tx: Tx, chainId: number, height: number): Promise<void> {
  await tx
    .deleteFrom('chainBlock')
    .where('chainId', '=', chainId)
    .where('number', '>', height)
    .execute()
}

/** Stores a successful run of the watcher. */
export async function writeWatch(
  database: Database,
  chainId: number,
  heads: { head: { number: number }; finalized: { number: number } },
): Promise<void> {
  await database
    .updateTable('chainWatch')
    .set({
      headNumber: heads.head.number,
      finalizedNumber: heads.finalized.number,
      followedAt: sql`house_now()`,
    })
    .where('chainId', '=', chainId)
    .execute()
}

/** How far a chain was followed; null before it began. */
export async function findWatch(database: Database, chainId: number): Promise<Watch | null> {
  const watch = await database
    .selectFrom('chainWatch')
    .select(['headNumber', 'followedAt'])
    .where('chainId', '=', chainId)
    .executeTakeFirst()
  const tip = await findTip(database, chainId)
  return watch && tip ? { ...watch, tip: tip.number } : null
}
