import { floorDiv, type Leaf, type Usdt, WHOLE_BPS } from '@banyan/domain'
import { least } from '../../amounts.ts'
import type { AddedNumbers, Parameters } from '../../parameters.ts'
import { dynamicSurplus } from '../06-dynamic-pay/dynamic-reserve.ts'

/** The facts by which a run releases income. */
export interface WaitingIncome {
  /** INCOME: received, approved and not yet released, micro-USDT. */
  readonly income: Usdt
  readonly reserve: Usdt
  readonly activated: Leaf
  readonly outstanding: Leaf
}

/** What a run releases of it: released = toStatic + toReserve. */
export interface IncomeRelease {
  readonly released: Usdt
  readonly toStatic: Usdt
  readonly toReserve: Usdt
}

/**
 * Releases waiting income: min(floor6(INCOME / 30), floor6(RESERVE × 0.07 %)), and the last units
 * together once a thirtieth of them would be zero, so that a receipt cannot make the price jump. Of
 * it floor6(I × 50 % × W/N) goes to the static pool, because the activated coins W among all coins
 * N earn it; the rest goes to the reserve. Releases nothing while nobody holds a coin. Rule book
 * 2.16 step 2.
 */
export function releaseIncome(
  { income, reserve, activated, outstanding }: WaitingIncome,
  p: AddedNumbers & Pick<Parameters, 'incomeToStaticBps'>,
): IncomeRelease {
  if (outstanding === 0n) return { released: 0n, toStatic: 0n, toReserve: 0n }
  const part = floorDiv(income, p.incomeReleaseDivisor)
  const most = floorDiv(reserve * BigInt(p.incomeReleaseBps), WHOLE_BPS)
  const released = least(part > 0n ? part : income, most)
  const share = released * BigInt(p.incomeToStaticBps) * activated
  const toStatic = floorDiv(share, WHOLE_BPS * outstanding)
  return { released, toStatic, toReserve: released - toStatic }
}

/** What step 2 moves from POOL.dynamic to RESERVE. */
export interface Returned {
  /** What the pool holds above all open claims, once a month. */
  readonly surplus: Usdt
  /** The last run's dynamic share of fees, when the module was off in that run. */
  readonly dynamicOff: Usdt
  /** The last run's matches of nodes that are never paid. */
  readonly staffShare: Usdt
}

/**
 * What POOL.dynamic gives back: the two shares that the previous run left for it, and at the end of
 * a month also what it holds above Reserved. Rule book 2.5, 2.7, 2.16 step 2.
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
