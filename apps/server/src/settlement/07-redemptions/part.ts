import type { Period, RedeemFacts, RedemptionDeal } from '@banyan/economy'
import type { Database, Tx } from '../../platform/database/connect.ts'
import type { CutOff } from '../cut-off.ts'

/** Exchanges and undos of first fills: one kind of request. */
export interface RedemptionPart {
  /**
   * The cut-off: assigns what was queued before it to its run. With `deals: false` the run settles
   * nothing and everything waits for the next (rule book 2.17).
   */
  closeRound(tx: Tx, cutOff: Pick<CutOff, 'period' | 'cutoff' | 'deals'>): Promise<void>
  /**
   * The exchanges and undos that a cut-off assigned to a run, each oldest first, in the units of
   * that instant.
   */
  factsOfRun(reader: Database | Tx, period: Period): Promise<RedeemFacts>
  /** Settles up to `limit` unsettled redemptions of a run; returns how many there were. */
  postDeals(tx: Tx, outcome: RedemptionOutcome, limit: number): Promise<number>
}

/** The effects of step 7 of a run on the redemptions of its cut-off. */
export interface RedemptionOutcome {
  period: Period
  /** The version of the rule book of the run. */
  ruleVersion: number
  /** Pexit of the run, micro-USDT per LEAF. */
  exitPrice: bigint
  /** By id. A redemption that is missing here had no price and waits for the next run. */
  deals: ReadonlyMap<string, RedemptionDeal>
}
