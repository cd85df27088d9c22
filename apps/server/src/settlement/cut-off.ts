import type { Parameters, Period } from '@banyan/economy'

/** The cut-off of a period's run. Each part takes the fields that it needs. */
export interface CutOff {
  period: Period
  /** Requests made before it belong to the run. */
  cutoff: Date
  parameters: Parameters
  /** The part of a loss that the house accounts leave, micro-USDT. */
  leftOver: bigint
  /** False: the run has no price for any deal, and exchanges and undos wait for the next one. */
  deals: boolean
  /** False: the run fills no subscription and opens no position; they wait for the next one. */
  invests: boolean
  /** Whether a wind-down has stopped volume, and with it network pay. */
  isVolumeStopped: boolean
}
