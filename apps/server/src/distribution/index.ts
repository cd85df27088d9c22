import type { DistributedState, InsiderRole, PayStop } from '@banyan/domain'
import type { Period } from '@banyan/economy'
import type { Tx } from '../platform/database/connect.ts'
import type { Module, Platform } from '../platform/module.ts'
import type { StandingPart } from '../settlement/index.ts'
import { type StatusDecisions, statusDecisions } from './decisions.ts'
import { effectiveAmong, recordEffective } from './effective.ts'
import { listInsider } from './insiders.ts'
import {
  type AskedListing,
  carryOutListing,
  type Listing,
  listings,
  writeListing,
} from './listings.ts'
import { payStopOf } from './pay-stop.ts'
import { closeRound, reaches, standingsOfRun } from './round.ts'
import { type DistributionContext, distributionRoutes } from './routes.ts'
import { type StatusView, statusView, type WaitingAppeal, waitingAppeals } from './status-view.ts'
import { distributedOf, memberFacts, type Reader } from './store.ts'

export { checkDistribution } from './check.ts'

export type { ModuleReach } from './round.ts'

/** Which members the network may pay; they are called distributed members. */
export interface Distribution extends StandingPart {
  module: Module
  /** Bits of `standing` for each node, the same at every call. */
  standingsOfRun(reader: Reader, period: Period): Promise<Uint8Array>
  /** Records who was effective in a run. */
  recordEffective(tx: Tx, period: Period, memberIds: readonly string[]): Promise<void>
  /** The members among these whom the last settlement counted as effective. */
  effectiveAmong(reader: Reader, memberIds: readonly string[]): Promise<Set<string>>
  /** A member's progress towards being a distributed member. */
  stateOf(reader: Reader, memberId: string): Promise<DistributedState>
  /** Whether network pay is switched on for this member's country. */
  isModuleOn(reader: Reader, memberId: string): Promise<boolean>
  /** Why network pay would pay a member nothing now; null when it may pay them. */
  payStopFor(reader: Reader, memberId: string): Promise<PayStop | null>
  /** What two operators decide about a member's status. */
  statusDecisions: StatusDecisions
  /** A member's status with its newest acts, as operators read it. */
  statusView(reader: Reader, memberId: string): Promise<StatusView>
  /** Appeals against suspensions that wait, the oldest first; one more than a page is long. */
  waitingAppeals(
    reader: Reader,
    page: { after: readonly string[] | null; limit: number },
  ): Promise<WaitingAppeal[]>
  /**
   * Puts an account of the platform on the public list, for good; returns whether it was new there.
   */
  listInsider(tx: Tx, memberId: string, role: InsiderRole): Promise<boolean>
  /**
   * Stores one operator's proposal to list an account; returns its id. Refuses `insiderUnknown`,
   * `insiderListed`.
   */
  writeListing(tx: Tx, asked: AskedListing): Promise<string>
  /** Lists an account after another operator has approved. Refuses `insiderListed`. */
  carryOutListing(tx: Tx, listingId: string): Promise<void>
  /** The proposals with these ids. */
  listings(reader: Reader, ids: readonly string[]): Promise<Listing[]>
}

/** The dependencies of the module. */
export type DistributionDeps = Pick<DistributionContext, 'reach' | 'parameters' | 'networkPayOf'>

/** Opens the module. */
export function openDistribution(platform: Platform, deps: DistributionDeps): Distribution {
  const { database, secrets } = platform
  const { reach } = deps
  return {
    module: { routes: distributionRoutes({ ...deps, database, keys: secrets.pepper }) },
    closeRound: (tx, cutOff) => closeRound(reach, tx, cutOff),
    standingsOfRun,
    recordEffective,
    effectiveAmong,
    stateOf: async (reader, memberId) => (await distributedOf(reader, memberId))?.state ?? 'none',
    isModuleOn: async (reader, memberId) =>
      reaches(reach, (await memberFacts(reader, memberId)).country),
    payStopFor: (reader, memberId) => payStopOf(reader, reach, memberId),
    statusDecisions,
    statusView,
    waitingAppeals,
    listInsider,
    writeListing,
    carryOutListing,
    listings,
  }
}
