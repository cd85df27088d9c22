import type { Period, PlacementFacts } from '@banyan/economy'
import type { Tx } from '../platform/database/connect.ts'
import type { Module, Platform } from '../platform/module.ts'
import { deadlineJob, type Remind } from './deadlines.ts'
import { openTreeEngine } from './engine/engine.ts'
import { areNear } from './invitations.ts'
import { inOneInviterLine } from './inviter-line.ts'
import { found, welcome } from './members.ts'
import type { NetworkContext } from './overview.ts'
import { closeRound, factsOfRun, type PlacementOutcome, postPlacements } from './round.ts'
import { networkRoutes } from './routes.ts'
import { placedAmong, type Reader } from './store.ts'
import { type CreditedFee, recordVolumes } from './volumes.ts'

export { checkNetwork } from './check.ts'
export { runTreeThread } from './engine/thread.ts'
export type { PlacementOutcome } from './round.ts'
export type { CreditedFee } from './volumes.ts'

/** Who invited whom, and who stands where: two trees that are never mixed. */
export interface Network {
  module: Module
  /** Puts the root member at the top of the tree, once. */
  found(tx: Tx, rootId: string): Promise<void>
  /** Puts a newly registered member on the inviter's list; the transaction holds the inviter's row. */
  welcome(tx: Tx, joined: { memberId: string; inviterId: string }): Promise<void>
  /** A settlement's cut-off: freezes whom its run places, and all that the placing looks at. */
  closeRound(tx: Tx, period: Period, cutoff: Date): Promise<void>
  /** The facts of step 10, the same whenever they are asked for. */
  factsOfRun(reader: Reader, period: Period): Promise<PlacementFacts>
  /** Makes up to `limit` placements final; answers how many, 0 when all are. */
  postPlacements(tx: Tx, outcome: PlacementOutcome, limit: number): Promise<number>
  /** Records the volume that step 6 credits, for display and for the automatic side. */
  recordVolumes(tx: Tx, period: Period, credited: readonly CreditedFee[]): Promise<void>
  /** Of these members, those who were placed since a time, with their inviters. */
  placedAmong(
    reader: Reader,
    memberIds: readonly string[],
    since: Date,
  ): Promise<{ memberId: string; inviterId: string; finalAt: Date }[]>
  /** Is there a way of at most so many invitations between the two? */
  areNear(reader: Reader, a: string, b: string, hops: number): Promise<boolean>
  /** Did one of the two invite the other, or somebody on the way to the other? Rule book 2.9. */
  inOneInviterLine(reader: Reader, a: string, b: string): Promise<boolean>
  /** Begins to count the tree for display. */
  warm(): void
  close(): Promise<void>
}

/** What the room is handed: names, who is effective, the rule book in force, and how inviters are written to. */
export interface NetworkDeps
  extends Pick<NetworkContext, 'nicknames' | 'effectiveAmong' | 'parameters'> {
  remind: Remind
}

/** Opens the network room. `everyMs`: how often the display looks for changes. */
export function openNetwork(
  platform: Platform,
  { nicknames, effectiveAmong, parameters, remind }: NetworkDeps,
  { everyMs }: { everyMs?: number } = {},
): Network {
  const { config, database, logger } = platform
  const engine = openTreeEngine({ databaseUrl: config.databaseUrl, logger }, everyMs)
  return {
    module: {
      routes: networkRoutes({ database, engine, nicknames, effectiveAmong, parameters }),
      jobs: [deadlineJob(database, { remind, parameters })],
    },
    found: async (tx, rootId) => found(tx, rootId, (await parameters(tx)).placementDays),
    welcome: async (tx, joined) => welcome(tx, joined, (await parameters(tx)).placementDays),
    closeRound,
    factsOfRun,
    postPlacements,
    recordVolumes,
    placedAmong,
    areNear,
    inOneInviterLine,
    warm: engine.warm,
    close: engine.close,
  }
}
