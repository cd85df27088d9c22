import type { Leaf, Price, Usdt } from '@banyan/domain'
import type { Books, Carried } from './settlement-facts.ts'
import type { Fill } from './subscription.ts'

/** Where a shortfall of custody was taken from, in the order of 2.17. The parts and `left` add up to it. */
export interface LossBooking {
  readonly shortfall: Usdt
  readonly risk: Usdt
  readonly ops: Usdt
  readonly poolStatic: Usdt
  readonly reserve: Usdt
  /** What is still not covered: it stays in LOSS and the house stays red. */
  readonly left: Usdt
}

/** One receipt of outside income: amount = toStatic + toReserve. Rule book 2.16 step 2. */
export interface IncomeBooking {
  readonly id: string
  readonly toStatic: Usdt
  readonly toReserve: Usdt
}

/** What step 2 moves from POOL.dynamic to RESERVE. */
export interface Swept {
  readonly surplus: Usdt
  readonly dynamicOff: Usdt
  readonly staffShare: Usdt
}

/** The fee coins of a run: redeemed = the four parts. Rule book 2.5. */
export interface FeeBooking {
  /** Coins out of FEE.coin. */
  readonly burned: Leaf
  /** What they were worth, out of RESERVE. */
  readonly redeemed: Usdt
  readonly toStatic: Usdt
  readonly toDynamic: Usdt
  readonly toOps: Usdt
  readonly toRisk: Usdt
}

/** A split of the coin; R is not touched. Rule book 2.11. */
export interface SplitBooking {
  readonly multiple: number
  /** N before and after. */
  readonly before: Leaf
  readonly after: Leaf
  readonly priceBefore: Price
  readonly priceAfter: Price
}

/** Everything a run does, by its steps. Rule book 2.16. */
export interface SettlementResult {
  /** 2: losses, outside income, what POOL.dynamic gives back. */
  readonly losses: LossBooking
  readonly income: readonly IncomeBooking[]
  readonly swept: Swept
  /** R to RISK because no coin was left: in step 2, and in step 7. */
  readonly ownerless: { readonly atStart: Usdt; readonly afterExchanges: Usdt }
  /** 3: Pexit, at which the steps 4 and 7 deal. */
  readonly exitPrice: Price
  /** 4 */
  readonly fees: FeeBooking
  /** 8: Pbuy, at which the orders deal. */
  readonly entryPrice: Price
  readonly fills: readonly Fill[]
  /** 11: null without a split. */
  readonly split: SplitBooking | null
  /** The books after the run, and what it leaves for the next. */
  readonly books: Books
  readonly carried: Carried
  /** 12: the guide price in force after the run: Pbuy, and Pexit beside it. */
  readonly published: { readonly price: Price; readonly exitPrice: Price }
}
