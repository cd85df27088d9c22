import { type costTransfer, formatAmount } from '@banyan/domain'
import type { z } from 'zod'
import type { TransfersOfCustody } from '../deposits/index.ts'
import { houseAccount, type Ledger, type TransferOrder } from '../ledger/index.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import { announce } from '../platform/outbox/announce.ts'
import { refuse } from '../platform/refused.ts'
import * as store from './cost-store.ts'
import { lastConfirmed } from './shortfall-store.ts'
import { isRunUnderWay, lockFounding } from './store.ts'

export type WireCostTransfer = z.output<typeof costTransfer>

/** What booking costs needs. */
export interface CostContext {
  ledger: Ledger
  /** Transfers out of custody as the chain shows them. */
  transfers: TransfersOfCustody
  /** What the chain lacks beyond all confirmed shortfalls, micro-USDT. */
  unbookedMissing(reader: Database | Tx): Promise<bigint>
  /** Whether the books have been frozen for good by a wind-down. */
  isFrozen(reader: Tx): Promise<boolean>
}

/** What one treasurer says of a payment: everything but its amount, addresses and time. */
export interface GivenCost {
  transferId: string
  payee: string
  reference: string
  evidence: string
  /** SHA-256 of the receipt's file, in hex. */
  document: string
  operatorId: string
}

/**
 * Proposes to book a payment as a cost; returns the proposal's id. Nothing moves. Refuses what
 * `lockPayable` refuses, and `costEntered` beside an open proposal or a booking.
 */
export async function proposeCost(
  context: CostContext,
  tx: Tx,
  { operatorId, document, ...given }: GivenCost,
): Promise<string> {
  await lockPayable(context, tx, given.transferId)
  const id = newUuid()
  const proposed = { proposedBy: operatorId, proposedAt: await systemNow(tx) }
  const row = { id, ...given, document: Buffer.from(document, 'hex'), ...proposed }
  if (!(await store.insertCost(tx, row))) refuse('costEntered')
  return id
}

/**
 * The second person's approval books the cost, once for ever: OPS bears what left custody. Refuses
 * `notFound`, `stale`, `secondPersonNeeded`, and what `lockPayable` refuses.
 */
export async function approveCost(
  context: CostContext,
  tx: Tx,
  { id, operatorId }: { id: string; operatorId: string },
): Promise<void> {
  const cost = await store.lockCost(tx, id)
  if (!cost) return refuse('notFound')
  if (cost.bookedAt !== null || cost.droppedAt !== null) refuse('stale')
  if (cost.proposedBy === operatorId) refuse('secondPersonNeeded')
  const { amount } = await lockPayable(context, tx, cost.transferId)
  await store.endCost(tx, id, { approvedBy: operatorId, bookedAt: await systemNow(tx), amount })
  await context.ledger.post(tx, [costOf(id, amount)])
  await announce(tx, [{ memberId: null, topic: 'custody', subject: null }])
}

/** Ends a proposal on which two people do not agree. Another can be made. */
export async function dropCost(tx: Tx, id: string): Promise<void> {
  const cost = await store.lockCost(tx, id)
  if (!cost) return refuse('notFound')
  if (cost.bookedAt !== null || cost.droppedAt !== null) refuse('stale')
  await store.endCost(tx, id, { droppedAt: await systemNow(tx) })
}

/** A cost leaves OPS for the outside, where the money has already gone. */
export const costOf = (id: string, amount: bigint): TransferOrder => ({
  from: houseAccount('USDT', 'OPS'),
  to: houseAccount('USDT', 'EXT'),
  amount,
  kind: 'cost',
  reference: id,
})

/**
 * Which payments are in the books as a loss: a shortfall was confirmed after them, and what the chain
 * lacks beside it is less than their amount.
 */
export async function lostPayments(
  { unbookedMissing }: Pick<CostContext, 'unbookedMissing'>,
  reader: Database | Tx,
): Promise<(payment: { amount: bigint; blockAt: Date }) => boolean> {
  const confirmed = await lastConfirmed(reader)
  if (confirmed === null) return () => false
  const missing = await unbookedMissing(reader)
  return ({ amount, blockAt }) => blockAt <= confirmed && amount > missing
}

/** What OPS holds, micro-USDT. */
export const opsHeld = async (ledger: Ledger, reader: Database | Tx): Promise<bigint> =>
  (await ledger.balance(reader, houseAccount('USDT', 'OPS'))).posted

/**
 * A final payment that OPS can bear, locked. The cut-off and a wind-down freeze what OPS holds under
 * the same lock, so a cost comes before them, or after the run. Refuses `notFound`,
 * `transferNotFinal`, `costNotPayment`, `costLost`, `costAfterFreeze`, `settlementUnderWay` and
 * `costBeyondOps`.
 */
async function lockPayable(
  context: CostContext,
  tx: Tx,
  transferId: string,
): Promise<store.Payment> {
  const { ledger, transfers, isFrozen } = context
  await lockFounding(tx)
  if (await isFrozen(tx)) refuse('costAfterFreeze')
  if (await isRunUnderWay(tx)) refuse('settlementUnderWay')
  const shown = await transfers.lock(tx, transferId)
  if (!shown) return refuse('notFound')
  const payment = (await store.paymentsAmong(tx, [transferId])).get(transferId)
  if (!payment) return refuse('costNotPayment')
  const { state, confirmations, needed } = shown.wire
  if (state !== 'final') refuse('transferNotFinal', { confirmations, needed })
  const isLost = await lostPayments(context, tx)
  if (isLost({ amount: payment.amount, blockAt: shown.row.blockAt })) refuse('costLost')
  const ops = await opsHeld(ledger, tx)
  if (payment.amount > ops)
    refuse('costBeyondOps', { ops: formatAmount(ops), amount: formatAmount(payment.amount) })
  return payment
}

/** Payments as the chain shows them, by transfer. */
export async function showPayments(
  transfers: TransfersOfCustody,
  reader: Database | Tx,
  payments: ReadonlyMap<string, store.Payment>,
): Promise<Map<string, WireCostTransfer>> {
  const shown = await transfers.byId(reader, [...payments.keys()])
  return new Map(
    [...payments.values()].flatMap(({ transferId, use, amount }) => {
      const cost = shown.get(transferId)
      if (!cost) return []
      const { of: _, ...wire } = cost.wire
      return [[transferId, { ...wire, use, amount: formatAmount(amount) }] as const]
    }),
  )
}

/** A cost with its payment on the chain. */
export interface ShownCost {
  row: store.CostRow
  transfer: WireCostTransfer
}

/** These costs, each with its payment. */
export async function shownCosts(
  transfers: TransfersOfCustody,
  reader: Database | Tx,
  rows: readonly store.CostRow[],
): Promise<ShownCost[]> {
  const payments = await store.paymentsAmong(
    reader,
    rows.map(one => one.transferId),
  )
  const shown = await showPayments(transfers, reader, payments)
  return rows.map(row => {
    const transfer = shown.get(row.transferId)
    if (!transfer) throw new Error(`cost ${row.id} is of no payment`)
    // What was booked stays what was booked.
    return {
      row,
      transfer: row.amount === null ? transfer : { ...transfer, amount: formatAmount(row.amount) },
    }
  })
}
