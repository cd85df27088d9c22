import { formatAmount, type redemption, redemptionMachine } from '@banyan/domain'
import { isTakenBackFree, type Parameters, redeem, redeemsAt, undoFill } from '@banyan/economy'
import type { z } from 'zod'
import type { Database, Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import type { RedemptionDeps } from './deps.ts'
import { redemptionId } from './names.ts'
import type { RedemptionRow } from './store.ts'

export type WireRedemption = z.output<typeof redemption>

/** The data for showing redemptions: the last exit price, the rules in force, the time. */
interface Shown {
  exitPrice: bigint
  p: Parameters
  now: Date
}

/** Reads the data for showing redemptions now; returns a function that shows one. */
export async function presenter(
  { pricing, parameters }: Pick<RedemptionDeps, 'pricing' | 'parameters'>,
  reader: Database | Tx,
): Promise<(row: RedemptionRow) => WireRedemption> {
  const { exitPrice } = await pricing.guide(reader)
  const shown = { exitPrice, p: await parameters(reader), now: await systemNow(reader) }
  return row => present(row, shown)
}

const present = (row: RedemptionRow, { exitPrice, p, now }: Shown): WireRedemption => ({
  id: redemptionId(row),
  kind: row.kind,
  orderNumber: row.orderNumber,
  quantity: formatAmount(row.shownQuantity),
  status: row.state,
  estimate: redemptionMachine.isFinal(row.state)
    ? null
    : formatAmount(estimateOf(row.shownQuantity, row.fill, exitPrice, p)),
  exitPrice: row.exitPrice === null ? null : formatAmount(row.exitPrice, 6),
  gross: row.gross === null ? null : formatAmount(row.gross),
  fee: row.fee === null ? null : formatAmount(row.fee),
  net: row.pay === null ? null : formatAmount(row.pay),
  dealsAt: redeemsAt(row).toISOString(),
  cancellable: isTakenBackFree(row, now),
  ruleVersion: row.ruleVersion,
  dealVersion: row.dealVersion,
  askedAt: row.askedAt.toISOString(),
})

/**
 * The value of coins at an exit price: for an undo at most its fill, for an exchange less its fee.
 */
export const estimateOf = (
  quantity: bigint,
  fill: bigint | null,
  exitPrice: bigint,
  p: Parameters,
): bigint =>
  fill === null ? redeem(quantity, exitPrice, p).pay : undoFill(quantity, fill, exitPrice)
