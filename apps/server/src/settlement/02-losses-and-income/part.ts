import type { Period, Sharing, SharingFacts } from '@banyan/economy'
import type { Database, Tx } from '../../platform/database/connect.ts'
import type { CutOff } from '../cut-off.ts'

/** The part of a loss beyond the house accounts: the dynamic pool and all members bear it. */
export interface LossPart {
  /**
   * The cut-off: uses up the open approval; freezes all balances when a loss is left over. Waits
   * while payouts from before a restore are looked for.
   */
  closeRound(tx: Tx, cutOff: Pick<CutOff, 'period' | 'cutoff' | 'leftOver'>): Promise<void>
  /** What a run may share; undefined in every other run. */
  factsOfRun(reader: Database, period: Period): Promise<SharingFacts | undefined>
  /**
   * Debits everybody by what a run has decided; stopped anywhere, it continues when called again.
   */
  postShares(run: SharedRun): Promise<void>
}

/** The effect of a run's step 2 on members. */
export interface SharedRun {
  period: Period
  facts: SharingFacts
  /** Null when there was no balance to share among. */
  sharing: Sharing | null
  /** Members with holds in one transaction. */
  chunk: number
}
