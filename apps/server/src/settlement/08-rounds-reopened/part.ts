import type { Fill, Period, Reinvestment, Reopening } from '@banyan/economy'
import type { Database, Tx } from '../../platform/database/connect.ts'

/** Rounds of network pay that a re-investment reopens. */
export interface ReopeningPart {
  /** The orders of a run that may reopen a round, in their order. */
  reinvestmentsOf(reader: Database | Tx, period: Period): Promise<Reinvestment[]>
  /** After step 8: reopens rounds; a repeat changes nothing. */
  postReopenings(run: ReopenRun): Promise<void>
}

/** The effects of a run on closed rounds. */
export interface ReopenRun {
  period: Period
  fills: ReadonlyMap<string, Fill>
  reopened: readonly Reopening[]
}
