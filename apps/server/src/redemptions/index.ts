import type { Database, Tx } from '../platform/database/connect.ts'
import type { Module, Platform } from '../platform/module.ts'
import type { RedemptionPart } from '../settlement/index.ts'
import type { RedemptionDeps } from './deps.ts'
import { giveBackQueued } from './request.ts'
import { redemptionRoutes } from './routes.ts'
import { closeRound, postDeals } from './run.ts'
import { factsOfRun, feesOfMembers, hasOpenRedemptions } from './store.ts'

export { checkRedemptions } from './check.ts'

export interface Redemptions extends RedemptionPart {
  module: Module
  /**
   * Gives back up to `limit` requests that no run has taken, in a wind-down; returns how many there
   * were.
   */
  giveBackQueued(tx: Tx, limit: number): Promise<number>
  /** Whether any request is queued, or in a run. */
  hasOpenRedemptions(reader: Database | Tx): Promise<boolean>
  /** The fees of what the runs from a period on and before another have dealt, by member. */
  feesOfMembers: typeof feesOfMembers
}

/** Coins that go back to the reserve at the next exit price, and the records of all sales. */
export function openRedemptions(platform: Platform, deps: RedemptionDeps): Redemptions {
  const { ledger } = deps
  return {
    module: { routes: redemptionRoutes(platform.database, deps) },
    closeRound,
    factsOfRun,
    postDeals: (tx, outcome, limit) => postDeals(ledger, tx, outcome, limit),
    giveBackQueued: (tx, limit) => giveBackQueued(deps, tx, limit),
    hasOpenRedemptions,
    feesOfMembers,
  }
}

export type { RedemptionDeps } from './deps.ts'
