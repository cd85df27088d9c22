import type { Period, Placed, PlacementFacts } from '@banyan/economy'
import type { Database, Tx } from '../../platform/database/connect.ts'
import type { CutOff } from '../cut-off.ts'

/** The placement tree. */
export interface PlacementPart {
  /** The cut-off: freezes the members whom its run places, and all inputs of the placing. */
  closeRound(tx: Tx, cutOff: Pick<CutOff, 'period' | 'cutoff'>): Promise<void>
  /** The facts of step 10, the same at every call. */
  factsOfRun(reader: Database | Tx, period: Period): Promise<PlacementFacts>
  /** Makes up to `limit` placements final; returns how many, 0 when all are. */
  postPlacements(tx: Tx, outcome: PlacementOutcome, limit: number): Promise<number>
}

/** The decisions of step 10 of a run. */
export interface PlacementOutcome {
  period: Period
  /** In index order, as `placeAll` returns them. */
  placed: readonly Placed[]
  /** From the run's rule book: how long invitees of members who become final may wait. */
  placementDays: number
}
