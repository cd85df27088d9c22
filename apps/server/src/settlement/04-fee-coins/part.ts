import type { Period } from '@banyan/economy'
import type { Database, Tx } from '../../platform/database/connect.ts'
import type { CutOff } from '../cut-off.ts'

/** The fees of finished trades. */
export interface FeePart {
  /** The cut-off: assigns the fees of trades released before it to its run. */
  closeFees(tx: Tx, cutOff: Pick<CutOff, 'period' | 'cutoff'>): Promise<void>
  /**
   * The fees that a cut-off assigned to a run, by the instant of the release, in the units of an
   * epoch.
   */
  feesOfRun(reader: Database | Tx, period: Period, epoch: number): Promise<CollectedFee[]>
}

/** The fee of a finished trade. */
export interface CollectedFee {
  tradeId: string
  /** The payer of the fee. */
  sellerId: string
  buyerId: string
  /** Fee coins in the units of the requested epoch, micro-LEAF. */
  coins: bigint
}
