import {
  addBlock,
  type Block,
  blockList,
  MAX_BLOCKS,
  removeBlock,
  uuidOf,
  wireIdOf,
} from '@banyan/domain'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import { readCursor, writeCursor } from '../platform/http/cursor.ts'
import { type Route, route } from '../platform/http/route.ts'
import { newUuid } from '../platform/ids.ts'
import type { Module, Platform } from '../platform/module.ts'
import { refuse } from '../platform/refused.ts'
import {
  type BlockRow,
  blockedAmong,
  blockPage,
  countBlocks,
  deleteBlock,
  deleteList,
  findBlock,
  insertBlock,
  lockList,
} from './store.ts'

export interface Blocks {
  module: Module
  /**
   * By member, those among the others who have a block with them: neither takes the other's orders.
   * Members without any are left out.
   */
  blockedAmong(
    reader: Database | Tx,
    memberIds: readonly string[],
    others: readonly string[],
  ): Promise<Map<string, Set<string>>>
  /** Deletes the list of a closed member. */
  forget(tx: Tx, memberId: string): Promise<void>
}

/** How a caller names a member: only by what the caller may see. */
export interface BlockDeps {
  nicknames(reader: Database | Tx, memberIds: readonly string[]): Promise<Map<string, string>>
  /** The other party of a trade; null when the member is not a party of it. */
  otherParty(reader: Database | Tx, tradeId: string, memberId: string): Promise<string | null>
  /** The owner of this order; null when there is no such order. */
  orderOwner(reader: Database | Tx, orderId: string): Promise<string | null>
}

/** Members who want no trades with each other. A block changes no trade that is open. */
export function openBlocks({ database }: Platform, deps: BlockDeps): Blocks {
  return { module: { routes: blockRoutes(database, deps) }, blockedAmong, forget: deleteList }
}

function blockRoutes(database: Database, deps: BlockDeps): Route[] {
  return [
    route(blockList, async ({ query, caller, locale }) => {
      const after = readCursor(query.cursor, ['instant', 'uuid'], locale)
      const rows = await blockPage(database, caller.memberId, { after, limit: query.limit })
      const shown = rows.slice(0, query.limit)
      const last = rows.length > shown.length ? shown.at(-1) : undefined
      return {
        items: await present(database, deps, shown),
        nextCursor: last ? writeCursor([last.blockedAt.toISOString(), last.id]) : null,
      }
    }),

    route(addBlock, ({ body, caller }) =>
      inTransaction(database, async tx => {
        const blockedId = await memberNamedBy(tx, deps, caller.memberId, body.through)
        const row = await add(tx, caller.memberId, blockedId)
        return (await present(tx, deps, [row]))[0] as Block
      }),
    ),

    route(removeBlock, async ({ params, caller }) => {
      if (!(await deleteBlock(database, caller.memberId, uuidOf(params.id)))) refuse('notFound')
      return { id: params.id }
    }),
  ]
}

async function memberNamedBy(
  tx: Tx,
  deps: BlockDeps,
  memberId: string,
  through: string,
): Promise<string> {
  const named = through.startsWith('trd_')
    ? await deps.otherParty(tx, uuidOf(through), memberId)
    : await deps.orderOwner(tx, uuidOf(through))
  return named ?? refuse('notFound')
}

async function add(tx: Tx, memberId: string, blockedId: string): Promise<BlockRow> {
  if (blockedId === memberId) refuse('blockOneself')
  await lockList(tx, memberId)
  const known = await findBlock(tx, memberId, blockedId)
  if (known) return known
  if ((await countBlocks(tx, memberId)) >= MAX_BLOCKS) refuse('tooManyBlocks', { max: MAX_BLOCKS })
  const row = { id: newUuid(), memberId, blockedId, blockedAt: await systemNow(tx) }
  await insertBlock(tx, row)
  return row
}

async function present(
  reader: Database | Tx,
  { nicknames }: BlockDeps,
  rows: readonly BlockRow[],
): Promise<Block[]> {
  const names = await nicknames(
    reader,
    rows.map(row => row.blockedId),
  )
  return rows.map(row => ({
    id: wireIdOf('blk', row.id),
    nickname: names.get(row.blockedId) ?? '',
    blockedAt: row.blockedAt.toISOString(),
  }))
}
