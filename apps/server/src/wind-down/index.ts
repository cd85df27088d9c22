import { ownWindDown, stoppedCalls, type windDownStates, windDowns } from '@banyan/domain'
import type { Database, Tx } from '../platform/database/connect.ts'
import { type Route, route } from '../platform/http/route.ts'
import type { Module, Platform } from '../platform/module.ts'
import type { WindDownStops } from '../treasury/index.ts'
import { advance } from './advance.ts'
import type { WindDownContext, WindDownDeps } from './context.ts'
import { type WindDownNews, windDownNews } from './news.ts'
import {
  announceWindDown,
  cancelWindDown,
  dropWindDown,
  type ProposedWindDown,
  proposeCancellation,
  proposeWindDown,
} from './notice.ts'
import { passportOf } from './present.ts'
import { recountInChild, type SecondComputation } from './second.ts'
import {
  enterCall,
  investingStops,
  isFrozen,
  isStopped,
  refuseStopped,
  volumeStops,
} from './stops.ts'
import * as store from './store.ts'
import { keepViews } from './views.ts'

export { checkWindDown } from './check.ts'
export type { WindDownDeps } from './context.ts'

export type { FromSecond } from './second.ts'

/** What every page shows of a wind-down that is announced and not cancelled. */
interface WindDownNotice {
  state: (typeof windDownStates)[number]
  dueAt: string
  /** Ids of the calls that it refuses. */
  stopped: string[]
}

export interface WindDown {
  module: Module
  /** Proposes a wind-down; returns its id. Refuses `windDownStands`. */
  propose(tx: Tx, proposed: ProposedWindDown): Promise<string>
  /** The second person's approval: its notice begins. */
  announce(tx: Tx, approval: { id: string; operatorId: string }): Promise<void>
  drop(tx: Tx, id: string): Promise<void>
  windDowns(reader: Database | Tx, ids: readonly string[]): Promise<store.WindDownRow[]>
  /**
   * Proposes to cancel it while its notice runs; returns the proposal's id. Refuses
   * `windDownNotRunning`.
   */
  proposeCancellation: typeof proposeCancellation
  cancel(tx: Tx, approval: { id: string; operatorId: string }): Promise<void>
  cancellations(reader: Database | Tx, ids: readonly string[]): Promise<store.CancellationRow[]>
  /** The effects on settlements. */
  stops: WindDownStops
  /** Refuses a member's call that the wind-down has stopped. */
  refuseStopped: typeof refuseStopped
  /** The same in the call's own transaction. */
  enterCall: typeof enterCall
  /** Whether a call is refused now. */
  isStopped: typeof isStopped
  /** Whether the platform is closed to everything but leaving and reading. */
  isFrozen(reader: Database | Tx): Promise<boolean>
  /** The news of the newest wind-down for every member, in the order of events. */
  news(reader: Database): Promise<WindDownNews[]>
  /** The status for every page; null when no wind-down is announced. */
  notice(reader: Database | Tx): Promise<WindDownNotice | null>
  /** Advances the wind-down as far as it can go now. Any number of nodes may call it. */
  advance(options?: { retry?: boolean }): Promise<void>
}

const CHUNK = 1_000
const JOB_MS = 2_000

/** The end of the platform, by two operators and with a notice. Rule book 2.17. */
export function openWindDown(
  { database, logger }: Platform,
  deps: WindDownDeps,
  { chunk = CHUNK, recount = recountInChild }: { chunk?: number; recount?: SecondComputation } = {},
): WindDown {
  const context: WindDownContext = { ...deps, database, logger, recount, chunk }
  return {
    module: {
      routes: windDownRoutes(context),
      jobs: [{ name: 'wind-down', runsIn: 'worker', everyMs: JOB_MS, run: () => advance(context) }],
    },
    propose: proposeWindDown,
    announce: (tx, approval) => announceWindDown(tx, deps.parameters, approval),
    drop: dropWindDown,
    windDowns: store.findWindDowns,
    proposeCancellation,
    cancel: cancelWindDown,
    cancellations: store.findCancellations,
    stops: { investingStops, volumeStops, isFrozen },
    refuseStopped,
    enterCall,
    isStopped,
    isFrozen,
    news: windDownNews,
    notice: async reader => {
      const live = await store.liveWindDown(reader)
      if (!live) return null
      const { state, dueAt } = live
      return { state, dueAt: dueAt.toISOString(), stopped: stoppedCalls(state) }
    },
    advance: options => advance(context, options),
  }
}

function windDownRoutes(context: WindDownContext): Route[] {
  const views = keepViews(context)
  return [
    route(windDowns, views),
    route(ownWindDown, async ({ caller }) => {
      const live = await store.liveWindDown(context.database)
      return { passport: live ? await passportOf(context.database, live, caller.memberId) : null }
    }),
  ]
}
