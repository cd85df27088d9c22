import { formatAmount, type TransferCause } from '@banyan/domain'
import {
  ChainTrouble,
  type OutgoingRow,
  type ShownTransfer,
  type TransfersOfCustody,
} from '../deposits/index.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import { announce } from '../platform/outbox/announce.ts'
import { refuse } from '../platform/refused.ts'
import * as store from './store.ts'

/** What explaining transfers needs. */
export interface ExplanationContext {
  transfers: TransfersOfCustody
  /** The transfers out of the hot wallet that pay no withdrawal; one or all. */
  unknownPayouts(reader: Tx, only?: string): Promise<{ id: string }[]>
  /**
   * After a restore: the withdrawal that a transfer names, and whether it is waiting to be booked
   * as paid by it.
   */
  namedBy(
    reader: Database | Tx,
    transfer: OutgoingRow,
  ): Promise<{ id: string; isAwaited: boolean } | null>
  /** The transfers out of recharge addresses that belong to no collection; one or all. */
  strayTransfers(reader: Tx, only?: string): Promise<{ id: string }[]>
  /** What is missing in the newest reading of the chain; null before the first. */
  missing(reader: Tx): Promise<{ block: number; isStale: boolean } | null>
  /** What is missing on the chain beyond all confirmed losses, micro-USDT. */
  unbookedMissing(reader: Tx): Promise<bigint>
  reportShortfall(
    tx: Tx,
    report: { amount: bigint; evidence: string; operatorId: string },
  ): Promise<string>
  decideShortfall(
    tx: Tx,
    decision: { shortfallId: string; operatorId: string; confirm: boolean },
  ): Promise<void>
}

/** An operator's explanation of a stray transfer, without its amount and addresses. */
interface GivenExplanation {
  transferId: string
  cause: TransferCause
  /** What was examined, and where it can be found. */
  evidence: string
  operatorId: string
}

/**
 * Stores an explanation of a stray transfer and returns the id of the proposal. Nothing changes
 * before another person approves it. Throws `notFound`, `transferNotFinal`, `transferNotStray`,
 * `transferPaysWithdrawal`, `transferCallUnread` and `transferProposed`.
 */
export async function explain(
  context: ExplanationContext,
  tx: Tx,
  { operatorId, ...explanation }: GivenExplanation,
): Promise<string> {
  await lockStray(context, tx, explanation.transferId)
  const id = newUuid()
  const proposed = { proposedBy: operatorId, proposedAt: await systemNow(tx) }
  if (!(await store.insertExplanation(tx, { id, ...explanation, ...proposed })))
    refuse('transferProposed')
  return id
}

/**
 * Approves an explanation by a second person: the transfer no longer pauses payouts. For a theft or
 * a mistake, the part of its amount that is missing on the chain becomes a confirmed loss in the
 * same transaction. Throws `notFound`, `stale`, `secondPersonNeeded`, `transferNotFinal`,
 * `transferNotStray`, `transferPaysWithdrawal`, `transferCallUnread`, `chainNotRead`,
 * `custodyReadBefore` and `ownMoveMissing`.
 */
export async function approveExplanation(
  context: ExplanationContext,
  tx: Tx,
  { id, operatorId }: { id: string; operatorId: string },
): Promise<void> {
  const explanation = await store.lockExplanation(tx, id)
  if (!explanation) return refuse('notFound')
  if (explanation.approvedAt !== null || explanation.droppedAt !== null) refuse('stale')
  if (explanation.proposedBy === operatorId) refuse('secondPersonNeeded')
  const transfer = await lockStray(context, tx, explanation.transferId)
  await refuseUnread(context, tx, transfer)
  const missing = await context.unbookedMissing(tx)
  const loss = lossOf(explanation.cause, transfer.amount, missing)
  if (loss > 0n) {
    const evidence = `Transfer ${transfer.row.transactionHash}: ${explanation.evidence}`.slice(
      0,
      2_000,
    )
    const report = { amount: loss, evidence, operatorId: explanation.proposedBy }
    const shortfallId = await context.reportShortfall(tx, report)
    await context.decideShortfall(tx, { shortfallId, operatorId, confirm: true })
  }
  const approvedAt = await systemNow(tx)
  await store.endExplanation(tx, id, { approvedBy: operatorId, approvedAt, loss })
  await context.transfers.markExplained(tx, explanation.transferId, approvedAt)
  await announce(tx, [{ memberId: null, topic: 'custody', subject: null }])
}

/** Ends an explanation that two people do not agree on. Another one can be proposed. */
export async function dropExplanation(tx: Tx, id: string): Promise<void> {
  const explanation = await store.lockExplanation(tx, id)
  if (!explanation) return refuse('notFound')
  if (explanation.approvedAt !== null || explanation.droppedAt !== null) refuse('stale')
  await store.endExplanation(tx, id, { droppedAt: await systemNow(tx) })
}

/**
 * The loss of a transfer: at most its amount, and at most what is missing on the chain, because an
 * earlier report may have been confirmed. A move of the platform's own money is no loss, so nothing
 * may be missing.
 */
function lossOf(cause: TransferCause, amount: bigint, missing: bigint): bigint {
  if (cause !== 'ownMove') return amount < missing ? amount : missing
  if (missing > 0n) refuse('ownMoveMissing', { missing: formatAmount(missing) })
  return 0n
}

/** A final transfer without an explanation, locked. */
async function lockStray(context: ExplanationContext, tx: Tx, id: string): Promise<ShownTransfer> {
  const shown = await context.transfers.lock(tx, id)
  if (!shown) return refuse('notFound')
  const { state, confirmations, needed } = shown.wire
  if (state !== 'final') refuse('transferNotFinal', { confirmations, needed })
  const unknown = await context.unknownPayouts(tx, id)
  const stray = [...unknown, ...(await context.strayTransfers(tx, id))]
  if (stray.length === 0) refuse('transferNotStray')
  if (unknown.length > 0) await refusePayout(context, tx, shown)
  return shown
}

/**
 * A payout that a restored database does not know is booked as a payout: as a loss, all members
 * would bear it.
 */
async function refusePayout(
  { namedBy }: ExplanationContext,
  tx: Tx,
  { row }: ShownTransfer,
): Promise<void> {
  const named = await namedBy(tx, row).catch(error => {
    if (error instanceof ChainTrouble) return refuse('transferCallUnread')
    throw error
  })
  if (named?.isAwaited) refuse('transferPaysWithdrawal', { withdrawal: named.id })
}

/** An older reading does not include the transfer yet. */
async function refuseUnread(
  { missing }: ExplanationContext,
  tx: Tx,
  { row }: ShownTransfer,
): Promise<void> {
  const shown = await missing(tx)
  if (shown === null || shown.isStale) return refuse('chainNotRead')
  if (shown.block < row.blockNumber)
    refuse('custodyReadBefore', { read: shown.block, block: row.blockNumber })
}
