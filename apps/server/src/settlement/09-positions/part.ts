import type { OpenedPosition, Period, UnlockedPosition } from '@banyan/economy'
import type { Tx } from '../../platform/database/connect.ts'

/** Positions that open and unlock. */
export interface PositionPart {
  /**
   * Step 9: opens or unlocks up to `limit` positions that are not done yet; returns how many there
   * were.
   */
  postTurns(tx: Tx, run: TurnRun, limit: number): Promise<number>
}

/** The effects of step 9 of a run, by position. */
export interface TurnRun {
  period: Period
  opened: ReadonlyMap<string, OpenedPosition>
  unlocked: ReadonlyMap<string, UnlockedPosition>
}
