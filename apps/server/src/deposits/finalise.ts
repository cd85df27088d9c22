import type { Logger } from 'pino'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import { type Block, claimTip } from './chain-store.ts'
import { creditableBlock, creditableNow, isLarge } from './decide.ts'
import { type Quorum, surelyFinal } from './quorum.ts'
import type { Pinned } from './sight.ts'

/** What marking transfers as final needs. */
export interface FinaliseContext {
  database: Database
  pinned: Pinned
  quorum: Quorum
  logger: Logger
}

/** Transfers that wait to become final, and how they are marked. */
interface Waiting<R> {
  /** Transfers up to a block that are not final. */
  due(database: Database, chainId: number, upTo: number): Promise<R[]>
  mark(tx: Tx, rows: readonly R[], finalAt: Date): Promise<void>
}

/**
 * Marks transfers as final that are deep enough below this tip and final on the chain, by the terms
 * of recharges.
 */
export async function finalise<R extends { tokenUnits: bigint; blockNumber: number }>(
  { database, pinned, quorum, logger }: FinaliseContext,
  { tip, finalized }: { tip: Block; finalized: number },
  { due, mark }: Waiting<R>,
): Promise<void> {
  const { chainId } = pinned
  const upTo = creditableBlock(tip.number, finalized)
  const rows = await finalAmong(
    { pinned, quorum, logger },
    await due(database, chainId, upTo),
    upTo,
  )
  if (rows.length === 0) return
  await inTransaction(database, async tx => {
    if (await claimTip(tx, chainId, tip)) await mark(tx, rows, await systemNow(tx))
  })
}

/**
 * Of the rows up to a final block, those that stay: a large one only in a block that is surely
 * final.
 */
async function finalAmong<R extends { tokenUnits: bigint; blockNumber: number }>(
  { pinned, quorum, logger }: Omit<FinaliseContext, 'database'>,
  due: readonly R[],
  upTo: number,
): Promise<R[]> {
  const anyLarge = due.some(row => isLarge(row.tokenUnits, pinned.unitsPerMicro))
  const surely = anyLarge ? await surelyFinal(quorum, logger) : upTo
  return creditableNow(due, surely, pinned.unitsPerMicro)
}
