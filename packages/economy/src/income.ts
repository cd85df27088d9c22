import { floorDiv, type Leaf, type Usdt } from '@banyan/domain'
import { dynamicSurplus } from './dynamic-reserve.ts'
import { type Parameters, parametersV1 } from './parameters.ts'

/** Outside income that two approved, its block before the cut-off. */
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

const WHOLE = 10_000n

/**
 * Books outside income: floor6(I × 50 % × W/N) to the static pool, because it is earned by the
 * activated coins W among all coins N; the rest to the reserve. Rule book 2.16 step 2.
 */
export function bookIncome(
  receipts: readonly Receipt[],
  coins: { activated: Leaf; outstanding: Leaf },
  p: Parameters = parametersV1,
): IncomeBooking[] {
  const { activated, outstanding } = coins
  return receipts.map(({ id, amount }) => {
    const share = amount * BigInt(p.incomeToStaticBps) * activated
    const toStatic = outstanding === 0n ? 0n : floorDiv(share, WHOLE * outstanding)
    return { id, toStatic, toReserve: amount - toStatic }
  })
}

/**
 * Does income that still awaits an approval stop this run's filling? Above 0.2 % of R it does: who
 * subscribes before it is booked would get it at the price before it. Rule book 2.3 (5).
 */
export const stopsFilling = (
  largestUnapproved: Usdt,
  reserve: Usdt,
  p: Parameters = parametersV1,
): boolean => largestUnapproved * WHOLE > reserve * BigInt(p.unapprovedReceiptBps)

/** What step 2 moves from POOL.dynamic to RESERVE. */
export interface Returned {
  /** What the pool holds above all that may still be asked of it, once a month. */
  readonly surplus: Usdt
  /** The last run's dynamic share of fees, when the module was off in it. */
  readonly dynamicOff: Usdt
  /** The last run's matches of nodes that are never paid. */
  readonly staffShare: Usdt
}

/**
 * What POOL.dynamic gives back: the two shares that the run before left for it, and at the end of a
 * month what it holds above Reserved beside them. Rule book 2.5, 2.7, 2.16 step 2.
 */
export function returnedOf(
  pool: Usdt,
  carried: { dynamicOff: Usdt; staffShare: Usdt; reserved: Usdt },
  endsMonth: boolean,
): Returned {
  const { dynamicOff, staffShare, reserved } = carried
  const due = dynamicOff + staffShare
  const surplus = endsMonth ? dynamicSurplus({ pool, due, reserved }) : 0n
  return { surplus, dynamicOff, staffShare }
}
