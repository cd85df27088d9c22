import type { DistributedState, InsiderRole, PayStop } from '@banyan/domain'
import type { Parameters, Period } from '@banyan/economy'
import type { Tx } from '../platform/database/connect.ts'
import type { Module, Platform } from '../platform/module.ts'
import { effectiveAmong, recordEffective } from './effective.ts'
import { listInsider } from './insiders.ts'
import {
  type AskedListing,
  carryOutListing,
  type Listing,
  listings,
  writeListing,
} from './listings.ts'
import { type Decision, decide } from './members.ts'
import { payStopOf } from './pay-stop.ts'
import { type ClosingRun, closeRound, type ModuleReach, reaches, standingsOfRun } from './round.ts'
import { distributionRoutes } from './routes.ts'
import { distributedOf, memberFacts, type Reader } from './store.ts'

export { checkDistribution } from './check.ts'

export type { ModuleReach } from './round.ts'

/** Who may be paid by the network, and is named a distributed member. */
export interface Distribution {
  module: Module
  /** A settlement's cut-off: accepts applications, and freezes what is known of every node's member. */
  closeRound(tx: Tx, run: ClosingRun): Promise<void>
  /** Bits of `standing` for each node, the same whenever they are asked for. */
  standingsOfRun(reader: Reader, period: Period): Promise<Uint8Array>
  /** Writes down who was effective in a run. */
  recordEffective(tx: Tx, period: Period, memberIds: readonly string[]): Promise<void>
  /** Of these members, those whom the last settlement counted as effective. */
  effectiveAmong(reader: Reader, memberIds: readonly string[]): Promise<Set<string>>
  /** Where a member is on the way to being a distributed member. */
  stateOf(reader: Reader, memberId: string): Promise<DistributedState>
  /** Is network pay switched on for this member's country? */
  isModuleOn(reader: Reader, memberId: string): Promise<boolean>
  /** Why network pay would pay a member nothing as things stand; null where it may pay them. */
  payStopFor(reader: Reader, memberId: string): Promise<PayStop | null>
  /** An operator's decision, with its reason. Refuses `distributedState`. */
  decide(tx: Tx, decision: Decision): Promise<void>
  /** Puts an account of the house on the public list, for good; answers whether it was new there. */
  listInsider(tx: Tx, memberId: string, role: InsiderRole): Promise<boolean>
  /** Keeps that an account be listed, as one operator proposes it; answers its id. Refuses `insiderUnknown`, `insiderListed`. */
  writeListing(tx: Tx, asked: AskedListing): Promise<string>
  /** Lists what another operator has approved. Refuses `insiderListed`. */
  carryOutListing(tx: Tx, listingId: string): Promise<void>
  /** What was proposed under these ids. */
  listings(reader: Reader, ids: readonly string[]): Promise<Listing[]>
}

/** Opens the module. */
export function openDistribution(
  platform: Platform,
  {
    reach,
    parameters,
  }: {
    reach: ModuleReach
    parameters(reader: Reader): Promise<Parameters>
  },
): Distribution {
  const { database, secrets } = platform
  return {
    module: { routes: distributionRoutes({ database, reach, parameters, key: secrets.pepper }) },
    closeRound: (tx, run) => closeRound(reach, tx, run),
    standingsOfRun,
    recordEffective,
    effectiveAmong,
    stateOf: async (reader, memberId) => (await distributedOf(reader, memberId))?.state ?? 'none',
    isModuleOn: async (reader, memberId) =>
      reaches(reach, (await memberFacts(reader, memberId)).country),
    payStopFor: (reader, memberId) => payStopOf(reader, reach, memberId),
    decide,
    listInsider,
    writeListing,
    carryOutListing,
    listings,
  }
}
