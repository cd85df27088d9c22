import { floorDiv, type Usdt } from '@banyan/domain'
import { least } from '../../amounts.ts'

/** What can cover a shortfall before any member's balance, micro-USDT. Without `income` before edition 3. */
export interface Cover {
  readonly risk: Usdt
  readonly ops: Usdt
  /** INCOME: nobody has a claim on it yet. */
  readonly income?: Usdt
  readonly poolStatic: Usdt
  readonly reserve: Usdt
}

/** Which accounts covered a shortfall of custody: the shortfall is the sum of all other parts. */
export interface LossBooking extends Cover {
  readonly shortfall: Usdt
  /**
   * What is still not covered. It is shared when two people allowed it, otherwise it stays in LOSS
   * and the platform stays red.
   */
  readonly left: Usdt
}

/**
 * Books a shortfall against RISK, OPS, INCOME, POOL.static, RESERVE in this order, each as far as
 * it covers it. Rule book 2.17.
 */
export function bookLoss(shortfall: Usdt, cover: Cover): LossBooking {
  let left = shortfall
  const take = (from: Usdt): Usdt => {
    const taken = least(from, left)
    left -= taken
    return taken
  }
  const risk = take(cover.risk)
  const ops = take(cover.ops)
  const income = cover.income === undefined ? {} : { income: take(cover.income) }
  const poolStatic = take(cover.poolStatic)
  const reserve = take(cover.reserve)
  return { shortfall, risk, ops, ...income, poolStatic, reserve, left }
}

/** What stops new money. Rule book 2.17. */
export interface Alarm {
  /** What custody was found to lack and no run has booked yet, micro-USDT. */
  readonly shortfall: Usdt
  /** Invariants of the books that are broken. */
  readonly broken: number
}

/** Whether the platform is red. Red stops subscriptions and activations until a run has booked the loss. */
export const isRed = ({ shortfall, broken }: Alarm): boolean => shortfall > 0n || broken > 0

/**
 * Whether balances may be withdrawn in full although custody lacks something: true while the
 * platform's own accounts cover it. Otherwise requests queue and are paid at one common rate. Rule
 * book 2.17.
 */
export function paysInFull(shortfall: Usdt, cover: Cover & { poolDynamic: Usdt }): boolean {
  const { risk, ops, income = 0n, poolStatic, poolDynamic, reserve } = cover
  return risk + ops + income + poolStatic + poolDynamic + reserve >= shortfall
}

/**
 * What each member keeps when the platform's own accounts were not enough: each balance times the
 * part that is left, floor6, so that nobody is paid in full by being first. `kept` is in the order
 * given; `dust` is what rounding took beyond the loss, and goes to RISK. Rule book 2.17.
 * @throws RangeError when the loss is greater than the balances.
 */
export function shareLoss(left: Usdt, balances: readonly Usdt[]): { kept: Usdt[]; dust: Usdt } {
  const total = balances.reduce((sum, balance) => sum + balance, 0n)
  if (left > total) throw new RangeError('the loss is greater than everything owed')
  if (total === 0n) return { kept: balances.map(() => 0n), dust: 0n }
  const kept = balances.map(balance => floorDiv(balance * (total - left), total))
  return { kept, dust: total - left - kept.reduce((sum, part) => sum + part, 0n) }
}
