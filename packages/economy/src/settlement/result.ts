import type { Price, Usdt } from '@banyan/domain'
import type { IncomeBooking } from '../earlier/income.ts'
import type { IncomeRelease, Returned } from './02-losses-and-income/income.ts'
import type { LossBooking } from './02-losses-and-income/losses.ts'
import type { Sharing } from './02-losses-and-income/sharing.ts'
import type { FeeBooking } from './04-fee-coins/fees.ts'
import type { StaticOutcome } from './05-static-pay/static-columns.ts'
import type { DynamicOutcome } from './06-dynamic-pay/dynamic-outcome.ts'
import type { RedeemOutcome } from './07-redemptions/redemption.ts'
import type { Reopening } from './08-rounds-reopened/reopening.ts'
import type { Fill } from './08-subscriptions/subscription.ts'
import type { StaticTurn } from './09-positions/turn.ts'
import type { Placed } from './10-placements/placement.ts'
import type { SplitBooking } from './11-split/split.ts'
import type { Books, Carried } from './facts.ts'

/** R that went to RISK because no coin was left, micro-USDT. Rule book 2.16 steps 2 and 7. */
export interface Ownerless {
  readonly before: Usdt
  readonly afterRedemptions: Usdt
}

/** All effects of a run, by its steps. Rule book 2.16. */
export interface SettlementResult {
  /** 2: what custody lacked, and which accounts covered it. */
  readonly losses: LossBooking
  /** 2: what POOL.dynamic and members bore of it; absent in a run that shares nothing. */
  readonly sharing?: Sharing
  /** 2: what was released of the waiting income; absent before edition 3. */
  readonly release?: IncomeRelease
  /** 2, before edition 3: in the order of the receipts. */
  readonly income?: readonly IncomeBooking[]
  /** 2: from POOL.dynamic to RESERVE. */
  readonly returned: Returned
  readonly ownerless: Ownerless
  /** 3: Pexit, the price of fee coins, exchanges and undos. */
  readonly exitPrice: Price
  /** 4 */
  readonly fees: FeeBooking
  /** 5 */
  readonly statics: StaticOutcome
  /** 6 */
  readonly dynamics: DynamicOutcome
  /** 7 */
  readonly redemptions: Pick<RedeemOutcome, 'exchanges' | 'undos'>
  /** 8: Pbuy, the price of subscriptions and of opening positions. */
  readonly entryPrice: Price
  /** 8: an order without a fill stays pending for the next run. */
  readonly fills: readonly Fill[]
  /**
   * 8: rounds that a re-investment reopened, in the order of the orders; absent where the rules
   * allow none. Rule book 2.7.
   */
  readonly reopened?: readonly Reopening[]
  /** 9 */
  readonly turns: StaticTurn
  /** 10 */
  readonly placements: readonly Placed[]
  /** 11: null without a split. */
  readonly split: SplitBooking | null
  /** The books after all steps, and what they leave for the next run. */
  readonly books: Books
  readonly carried: Carried
  /** 12: the guide price in force from now on: Pbuy, and Pexit beside it. */
  readonly published: { readonly price: Price; readonly exitPrice: Price }
}
