import { ownWindDown, type windDownStates, windDowns } from '@banyan/domain'
import { type WindDownReason, windDownProposed } from '@banyan/economy'
import type { Database, Tx } from '../platform/database/connect.ts'
import { houseNow } from '../platform/database/transaction.ts'
import { type Route, route } from '../platform/http/route.ts'
import type { Platform, Room } from '../platform/room.ts'
import type { WindDownStops } from '../treasury/index.ts'
import { advance } from './advance.ts'
import {
  announceWindDown,
  cancelWindDown,
  dropWindDown,
  type ProposedWindDown,
  proposeCancellation,
  proposeWindDown,
} from './notice.ts'
import { passportOf, viewOf } from './present.ts'
import { recountElsewhere, type SecondComputation } from './second.ts'
import { enterCall, investingStops, isFrozen, refuseStopped, volumeStops } from './stops.ts'
import * as store from './store.ts'
import { waitsOf } from './waits.ts'
import type { WindDownNeighbours, WindDownWorld } from './world.ts'

export { checkWindDown } from './check.ts'
export type { FromSecond } from './second.ts'
export type { WindDownNeighbours } from './world.ts'

/** What every page shows of a wind-down that is announced and not cancelled. */
export interface WindDownNotice {
  state: (typeof windDownStates)[number]
  dueAt: string
}

export interface WindDown {
  room: Room
  /** Proposes a wind-down; answers its id. Refuses `windDownStands`. */
  propose(tx: Tx, proposed: ProposedWindDown): Promise<string>
  /** The second person's agreement: its notice begins. */
  announce(tx: Tx, approval: { id: string; operatorId: string }): Promise<void>
  drop(tx: Tx, id: string): Promise<void>
  windDowns(reader: Database | Tx, ids: readonly string[]): Promise<store.WindDownRow[]>
  /** Proposes to cancel it while its notice runs; answers the proposal's id. Refuses `windDownNotRunning`. */
  proposeCancellation: typeof proposeCancellation
  cancel(tx: Tx, approval: { id: string; operatorId: string }): Promise<void>
  cancellations(reader: Database | Tx, ids: readonly string[]): Promise<store.CancellationRow[]>
  /** What settlements ask. */
  stops: WindDownStops
  /** Refuses a member's call that it has stopped. */
  refuseStopped: typeof refuseStopped
  /** The same in the call's own transaction. */
  enterCall: typeof enterCall
  /** Is the platform closed to everything but leaving and reading? */
  isFrozen(reader: Database | Tx): Promise<boolean>
  /** What every page shows; null where no wind-down is announced. */
  notice(reader: Database | Tx): Promise<WindDownNotice | null>
  /** Brings it as far as it can go now. Any number of nodes may call it. */
  advance(options?: { retry?: boolean }): Promise<void>
}

const CHUNK = 1_000
const JOB_MS = 2_000

/** The end of the platform, by two operators and with a notice. Rule book 2.17. */
export function openWindDown(
  { database, logger }: Platform,
  neighbours: WindDownNeighbours,
  {
    chunk = CHUNK,
    recount = recountElsewhere,
  }: { chunk?: number; recount?: SecondComputation } = {},
): WindDown {
  const world: WindDownWorld = { ...neighbours, database, logger, recount, chunk }
  return {
    room: {
      routes: windDownRoutes(world),
      sweeps: [{ name: 'wind-down', door: 'worker', everyMs: JOB_MS, turn: () => advance(world) }],
    },
    propose: proposeWindDown,
    announce: (tx, approval) => announceWindDown(tx, neighbours.parameters, approval),
    drop: dropWindDown,
    windDowns: store.findWindDowns,
    proposeCancellation,
    cancel: cancelWindDown,
    cancellations: store.findCancellations,
    stops: { investingStops, volumeStops, isFrozen },
    ...{ refuseStopped, enterCall, isFrozen },
    notice: async reader => {
      const live = await store.liveWindDown(reader)
      return live ? { state: live.state, dueAt: live.dueAt.toISOString() } : null
    },
    advance: options => advance(world, options),
  }
}

const windDownRoutes = (world: WindDownWorld): Route[] => [
  route(windDowns, async () => {
    const { database } = world
    const cancellations = await store.cancellationsOf(database)
    const items = []
    for (const row of await store.announcedOnes(database)) {
      const waitsFor = row.state === 'closing' ? (await waitsOf(world, database, row)).waits : []
      const cancellation = cancellations.get(row.id)
      items.push(await viewOf(database, row, { waitsFor, cancellation }))
    }
    return { items, proposedBecause: await proposedBecause(world) }
  }),
  route(ownWindDown, async ({ caller }) => {
    const live = await store.liveWindDown(world.database)
    return { passport: live ? await passportOf(world.database, live, caller.memberId) : null }
  }),
]

/** Why the rule book proposes a wind-down now; null where it does not, or where one is announced. */
async function proposedBecause(world: WindDownWorld): Promise<WindDownReason | null> {
  const { database } = world
  if (await store.liveWindDown(database)) return null
  const p = await world.parameters(database)
  const facts = await store.liveliness(database, p.windDownWindowDays)
  if (!facts) return null
  return windDownProposed({ ...facts, now: await houseNow(database) }, p)
}
