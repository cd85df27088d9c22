import type { Fill, Period, SubscriptionOrder } from '@banyan/economy'
import type { Database, Tx } from '../../platform/database/connect.ts'
import type { CutOff } from '../cut-off.ts'

/** Orders to buy coin from the reserve. */
export interface SubscriptionPart {
  /**
   * The cut-off: assigns the ripe orders to its run. With `invests: false` the run fills nobody and
   * the orders stay pending (rule book 2.3 (5), 2.17).
   */
  closeRound(tx: Tx, cutOff: Pick<CutOff, 'period' | 'cutoff' | 'invests'>): Promise<void>
  /** The orders that a cut-off assigned to a run, oldest first. */
  ordersOfRun(reader: Database | Tx, period: Period): Promise<SubscriptionOrder[]>
  /** Settles up to `limit` unsettled orders of a run; returns how many there were. */
  postFills(tx: Tx, outcome: FillOutcome, limit: number): Promise<number>
}

/** The effects of step 8 of a run on the orders of its cut-off. */
export interface FillOutcome {
  period: Period
  /** The version of the rule book of the run. */
  ruleVersion: number
  /** Pbuy of the run, micro-USDT per LEAF. */
  price: bigint
  fills: ReadonlyMap<string, Fill>
}
