import type { Parameters, Period, SettlementInput, SettlementResult } from '@banyan/economy'

/** A run with frozen inputs and an outcome on which two computations agree. */
export interface Run {
  period: Period
  /** The coin's split epoch at the cut-off: the units of all its quantities. */
  epoch: number
  input: SettlementInput
  result: SettlementResult
  hashes: RunHashes
}

/** SHA-256 of the canonical texts of a run's input and of its result. */
export interface RunHashes {
  input: Buffer
  result: Buffer
}

/** A run after its cut-off, before its facts have been read. */
export interface ClosedRun {
  period: Period
  epoch: number
  parameters: Parameters
  /** The numbers of the run before, where they are of another version. */
  parametersBefore: Parameters | null
}
