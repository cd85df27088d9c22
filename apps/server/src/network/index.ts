import type { Tx } from '../platform/database/connect.ts'
import type { Module, Platform } from '../platform/module.ts'
import type { PlacementPart, VolumePart } from '../settlement/index.ts'
import { deadlineJob, type Remind } from './deadlines.ts'
import { openTreeEngine } from './engine/engine.ts'
import { areNear } from './invitations.ts'
import { inOneInviterLine } from './inviter-line.ts'
import { placeRoot, welcome } from './members.ts'
import type { NetworkContext } from './overview.ts'
import { type Place, placeOf } from './place.ts'
import { closeRound, factsOfRun, postPlacements } from './round.ts'
import { networkRoutes } from './routes.ts'
import { invitedBy, placedAmong, type Reader } from './store.ts'
import { recordVolumes } from './volumes.ts'

export { checkNetwork } from './check.ts'
export { runTreeThread } from './engine/thread.ts'

/** The sponsor tree and the placement tree: two trees that are never mixed. */
export interface Network extends PlacementPart, VolumePart {
  module: Module
  /** Puts the root member at the top of the tree, once. */
  placeRoot(tx: Tx, rootId: string): Promise<void>
  /**
   * Puts a newly registered member on the inviter's list; the transaction must hold the inviter's
   * row.
   */
  welcome(tx: Tx, joined: { memberId: string; inviterId: string }): Promise<void>
  /** The members among these who were placed since a time, with their inviters. */
  placedAmong(
    reader: Reader,
    memberIds: readonly string[],
    since: Date,
  ): Promise<{ memberId: string; inviterId: string; finalAt: Date }[]>
  /** How many a member has invited. */
  invitedBy(reader: Reader, memberId: string): Promise<number>
  /** Where a member is in the placement tree; null before a settlement has placed them. */
  placeOf(reader: Reader, memberId: string): Promise<Place | null>
  /** Whether a path of at most this many invitations connects the two. */
  areNear(reader: Reader, a: string, b: string, hops: number): Promise<boolean>
  /** Whether one of the two is above the other in the sponsor tree. Rule book 2.9. */
  inOneInviterLine(reader: Reader, a: string, b: string): Promise<boolean>
  /** Starts to sum the tree for display. */
  warm(): void
  close(): Promise<void>
}

/**
 * The dependencies of the module: names, effective members, the rule book in force, and e-mails to
 * inviters.
 */
export interface NetworkDeps
  extends Pick<NetworkContext, 'nicknames' | 'effectiveAmong' | 'parameters'> {
  remind: Remind
}

/** Opens the network module. `everyMs`: how often the display checks for changes. */
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
    placeRoot: async (tx, rootId) => placeRoot(tx, rootId, (await parameters(tx)).placementDays),
    welcome: async (tx, joined) => welcome(tx, joined, (await parameters(tx)).placementDays),
    closeRound,
    factsOfRun,
    postPlacements,
    recordVolumes,
    placedAmong,
    invitedBy,
    placeOf: (reader, memberId) => placeOf(reader, engine, memberId),
    areNear,
    inOneInviterLine,
    warm: engine.warm,
    close: engine.close,
  }
}
