import { floorDiv, type Leaf, type Usdt, WHOLE_BPS } from '@banyan/domain'
import type { Parameters } from '../parameters.ts'

/*
 * Outside income before edition 3: a run booked a receipt whole, and filled no subscription while a
 * large one awaited its approval. Only runs of such versions use this code.
 */

/** Outside income that two operators approved, its block before the cut-off. */
export interface Receipt {
  readonly id: string
  /** Micro-USDT. */
  readonly amount: Usdt
}

/** One receipt as it is booked: amount = toStatic + toReserve. */
export interface IncomeBooking {
  readonly id: string
  readonly toStatic: Usdt
  readonly toReserve: Usdt
}

/** Of each receipt floor6(I × 50 % × W/N) goes to the static pool, the rest to the reserve. */
export const bookWhole = (
  receipts: readonly Receipt[],
  { activated, outstanding }: { activated: Leaf; outstanding: Leaf },
  p: Parameters,
): IncomeBooking[] =>
  receipts.map(({ id, amount }) => {
    const share = amount * BigInt(p.incomeToStaticBps) * activated
    const toStatic = outstanding === 0n ? 0n : floorDiv(share, WHOLE_BPS * outstanding)
    return { id, toStatic, toReserve: amount - toStatic }
  })

/**
 * Whether a receipt that awaits an approval stops this run's filling: true above 0.2 % of R. From
 * edition 3 on none does.
 */
export const stopsFilling = (largestUnapproved: Usdt, reserve: Usdt, p: Parameters): boolean =>
  p.unapprovedReceiptBps !== undefined &&
  largestUnapproved * WHOLE_BPS > reserve * BigInt(p.unapprovedReceiptBps)
