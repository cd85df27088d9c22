import { type AnswerOf, formatAmount, strayTransferList } from '@banyan/domain'
import { ChainTrouble, type OutgoingRow, type WireTransfer } from '../deposits/index.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { operatorRoute } from '../platform/http/route.ts'
import type { Module, Platform } from '../platform/module.ts'
import { approveExplanation, dropExplanation, type ExplanationContext, explain } from './explain.ts'
import { type ExplanationRow, explainedAndGone, findExplanations, lastApproved } from './store.ts'

/** An explanation with what the chain says of its transfer. */
interface ShownExplanation {
  explanation: ExplanationRow
  transfer: WireTransfer
}

/**
 * Explanations: how two operators explain a transfer out of custody that the platform does not
 * know.
 */
export interface Explanations {
  module: Module
  /**
   * Stores an explanation of a stray transfer and returns the id of the proposal. Another person
   * must approve it.
   */
  explain(tx: Tx, rows: Parameters<typeof explain>[2]): Promise<string>
  /** Approves an explanation by a second person: the transfer no longer pauses payouts. */
  approve(tx: Tx, approval: { id: string; operatorId: string }): Promise<void>
  drop(tx: Tx, id: string): Promise<void>
  explanations(reader: Database | Tx, ids: readonly string[]): Promise<ShownExplanation[]>
  /** When the last explanation was approved; null before the first. */
  lastApproved(reader: Database | Tx): Promise<Date | null>
}

export function openExplanations(
  { database }: Platform,
  context: ExplanationContext,
): Explanations {
  return {
    module: {
      routes: [operatorRoute(strayTransferList, () => listed(database, context))],
    },
    explain: (tx, rows) => explain(context, tx, rows),
    approve: (tx, approval) => approveExplanation(context, tx, approval),
    drop: dropExplanation,
    explanations: (reader, ids) => shown(context, reader, ids),
    lastApproved,
  }
}

async function listed(
  database: Database,
  context: ExplanationContext,
): Promise<AnswerOf<typeof strayTransferList>> {
  const transfers = await inTransaction(database, async tx => {
    const stray = [...(await context.unknownPayouts(tx)), ...(await context.strayTransfers(tx))]
    const ids = stray.map(one => one.id)
    const transfers = await context.transfers.byId(tx, ids)
    return ids.flatMap(id => transfers.get(id) ?? [])
  })
  const items = transfers.map(async ({ row, wire }) => {
    const withdrawalId = wire.of === 'hot' ? await nameOf(database, context, row) : null
    return { ...wire, withdrawalId }
  })
  return { items: await Promise.all(items) }
}

/**
 * The withdrawal that a transfer names. Null also while the chain does not answer, so that the list
 * can be shown.
 */
const nameOf = async (
  database: Database,
  { namedBy }: ExplanationContext,
  transfer: OutgoingRow,
): Promise<string | null> => {
  try {
    return (await namedBy(database, transfer))?.id ?? null
  } catch (error) {
    if (error instanceof ChainTrouble) return null
    throw error
  }
}

async function shown(
  { transfers }: ExplanationContext,
  reader: Database | Tx,
  ids: readonly string[],
): Promise<ShownExplanation[]> {
  const rows = await findExplanations(reader, ids)
  const transfersById = await transfers.byId(
    reader,
    rows.map(one => one.transferId),
  )
  return rows.map(one => {
    const transfer = transfersById.get(one.transferId)
    if (!transfer) throw new Error(`explanation ${one.id} has no transfer`)
    return { explanation: one, transfer: transfer.wire }
  })
}

/**
 * Explained transfers that have left the chain after they were final: the amount that was booked as
 * lost may be there again.
 */
export const explanationNotices = async (database: Database): Promise<string[]> =>
  (await explainedAndGone(database)).map(
    ({ transactionHash, loss, takenBackAt }) =>
      `transfer ${transactionHash} was explained, with ${formatAmount(loss)} USDT as a loss, and left the chain at ${takenBackAt.toISOString()}`,
  )
