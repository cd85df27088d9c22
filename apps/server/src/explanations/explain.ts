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

/** What transfers are explained with. */
export interface ExplanationContext {
  transfers: TransfersOfCustody
  /** Of one transfer, or of all: those out of the hot wallet that pay no withdrawal. */
  unknownPayouts(reader: Tx, only?: string): Promise<{ id: string }[]>
  /** After a restore: the withdrawal that a transfer names, and whether it waits and is going to be booked as paid by it. */
  namedBy(
    reader: Database | Tx,
    transfer: OutgoingRow,
  ): Promise<{ id: string; isAwaited: boolean } | null>
  /** Of one transfer, or of all: those out of recharge addresses that no collection makes. */
  strayTransfers(reader: Tx, only?: string): Promise<{ id: string }[]>
  /** What the newest reading of the chain shows as missing; null before the first. */
  missing(reader: Tx): Promise<{ block: number; isStale: boolean } | null>
  /** What the chain lacks beside all losses that were confirmed, micro-USDT. */
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

/** What one operator says of a stray transfer: everything but its amount and its addresses. */
interface SaidOfTransfer {
  transferId: string
  cause: TransferCause
  /** What was looked at, and where that can be looked up. */
  evidence: string
  operatorId: string
}

/**
 * Says what a stray transfer was; answers the id of what is proposed. Nothing changes before another
 * person approves it. Refuses `notFound`, `transferNotFinal`, `transferNotStray`,
 * `transferPaysWithdrawal`, `transferCallUnread` and `transferProposed`.
 */
export async function explain(
  context: ExplanationContext,
  tx: Tx,
  { operatorId, ...said }: SaidOfTransfer,
): Promise<string> {
  await lockStray(context, tx, said.transferId)
  const id = newUuid()
  const proposed = { proposedBy: operatorId, proposedAt: await systemNow(tx) }
  if (!(await store.insertExplanation(tx, { id, ...said, ...proposed }))) refuse('transferProposed')
  return id
}

/**
 * The second person's agreement: this transfer no longer pauses payouts. Of a theft or a mistake, what the
 * chain lacks of its amount becomes a confirmed loss in the same transaction. Refuses `notFound`, `stale`,
 * `secondPersonNeeded`, `transferNotFinal`, `transferNotStray`, `transferPaysWithdrawal`, `transferCallUnread`,
 * `chainNotRead`, `custodyReadBefore` and `ownMoveMissing`.
 */
export async function approveExplanation(
  context: ExplanationContext,
  tx: Tx,
  { id, operatorId }: { id: string; operatorId: string },
): Promise<void> {
  const said = await store.lockExplanation(tx, id)
  if (!said) return refuse('notFound')
  if (said.approvedAt !== null || said.droppedAt !== null) refuse('stale')
  if (said.proposedBy === operatorId) refuse('secondPersonNeeded')
  const transfer = await lockStray(context, tx, said.transferId)
  await refuseUnread(context, tx, transfer)
  const missing = await context.unbookedMissing(tx)
  const loss = lossOf(said.cause, transfer.amount, missing)
  if (loss > 0n) {
    const evidence = `Transfer ${transfer.row.transactionHash}: ${said.evidence}`.slice(0, 2_000)
    const report = { amount: loss, evidence, operatorId: said.proposedBy }
    const shortfallId = await context.reportShortfall(tx, report)
    await context.decideShortfall(tx, { shortfallId, operatorId, confirm: true })
  }
  const approvedAt = await systemNow(tx)
  await store.endExplanation(tx, id, { approvedBy: operatorId, approvedAt, loss })
  await context.transfers.markExplained(tx, said.transferId, approvedAt)
  await announce(tx, [{ memberId: null, topic: 'custody', subject: null }])
}

/** What two people do not agree on; another explanation can be proposed. */
export async function dropExplanation(tx: Tx, id: string): Promise<void> {
  const said = await store.lockExplanation(tx, id)
  if (!said) return refuse('notFound')
  if (said.approvedAt !== null || said.droppedAt !== null) refuse('stale')
  await store.endExplanation(tx, id, { droppedAt: await systemNow(tx) })
}

/**
 * What is lost with a transfer: no more than it was, and no more than the chain lacks, of which a report
 * may have been confirmed before. Money of the platform that only moved is not lost, so nothing may be missing.
 */
function lossOf(cause: TransferCause, amount: bigint, missing: bigint): bigint {
  if (cause !== 'ownMove') return amount < missing ? amount : missing
  if (missing > 0n) refuse('ownMoveMissing', { missing: formatAmount(missing) })
  return 0n
}

/** A final transfer that nothing explains, locked. */
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

/** A payout that a restored database does not know is booked as one: as a loss it would be paid by everybody. */
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

/** An older reading does not show yet what the transfer has taken. */
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
