import type pg from 'pg'
import { newUuid } from '../../platform/ids.ts'
import { Refused } from '../../platform/refused.ts'
import { draftGroup, draftHold } from '../draft.ts'
import type { Answer, HoldOrder, TransferOrder } from '../ledger.ts'
import { BatchRunner } from './batch-runner.ts'
import type { Companion, Companions, Ride } from './companions.ts'
import { LaneConnection } from './connection.ts'
import { type Command, deedsOf, type Item, namesOf } from './item.ts'

/** What the lane answers when the item is durable, or has been decided against. */
export type LaneAnswer = { outcome: Answer; id: string } | { outcome: 'refused'; refused: Refused }

/**
 * The coalescing lane: what arrives while a batch is being committed is the next batch. Same
 * meaning as the joined path, in the order of arrival; an answer is given when it is on disk.
 * A promise rejects with a LedgerBug for what no right program asks, and with the fault when the
 * database did not come back in time: then the same deed may be asked again, and is done once.
 */
export interface Lane {
  post(group: readonly TransferOrder[], rides?: readonly Ride[]): Promise<LaneAnswer>
  hold(order: HoldOrder, rides?: readonly Ride[]): Promise<LaneAnswer>
  postHold(
    holdId: string,
    group: readonly TransferOrder[],
    rides?: readonly Ride[],
  ): Promise<LaneAnswer>
  voidHold(holdId: string, rides?: readonly Ride[]): Promise<LaneAnswer>
  /** Only a room's rows, in their turn among the others. */
  ride(rides: readonly Ride[]): Promise<LaneAnswer>
  /** Takes nothing more, answers what waits, lets the connection go. */
  close(): Promise<void>
}

export interface LaneOptions {
  companions?: readonly Companion<never, unknown>[]
  /** Callers that may wait; who comes then is refused `notReady`. */
  maxWaiting?: number
  /** Items of one batch: what one commit can carry within a caller's patience. */
  maxBatch?: number
}

const MAX_WAITING = 20_000
const MAX_BATCH = 1_024
/** Fewer than these share one commit: to wait twice for the disk costs more than it wins. */
const WORTH_HALVING = 32
/**
 * How long the lane looks for the answer to so many without going to sleep: it comes within
 * milliseconds, and being woken on a busy machine takes a good part of that.
 */
const LOOKING_MS = 10

/** Opens a lane beside a pool; it has a connection of its own, made at its first use. */
export function openLane(pool: pg.Pool, options: LaneOptions = {}): Lane {
  const { maxWaiting = MAX_WAITING, maxBatch = MAX_BATCH } = options
  const connection = new LaneConnection(pool)
  const runner = new BatchRunner(connection, companionsOf(options.companions ?? []))
  let waiting: Item[] = []
  let running: Promise<void> | undefined
  let arrived = () => {}
  let closed = false
  let arrivals = 0
  let sentAt = 0

  const nextArrival = (): Promise<void> =>
    new Promise(resolve => {
      arrived = resolve
    })

  /** One half at a time, where there are many: the other half is decided while it is written. */
  const takeBatch = (): Item[] => {
    const all = waiting.length + runner.underWay
    const size = Math.min(maxBatch, all < WORTH_HALVING ? all : Math.ceil(all / 2))
    const batch = waiting.slice(0, size)
    waiting = waiting.slice(size)
    return batch
  }

  const isLooking = (): boolean =>
    runner.underWay >= WORTH_HALVING && performance.now() < sentAt + LOOKING_MS

  const run = async (): Promise<void> => {
    while (waiting.length > 0 || runner.isBusy) {
      // Whoever was answered by the last batch and asks again in the same turn is in the next one.
      await new Promise(setImmediate)
      if (runner.isTroubled) await runner.settle()
      else if (waiting.length > 0) {
        await runner.send(takeBatch())
        sentAt = performance.now()
      } else if (!isLooking()) await Promise.race([runner.landing(), nextArrival()])
    }
    running = undefined
  }

  const submit = (command: Command, rides: readonly Ride[]): Promise<LaneAnswer> =>
    new Promise((settle, fail) => {
      if (closed || waiting.length >= maxWaiting) {
        settle({ outcome: 'refused', refused: new Refused('notReady') })
        return
      }
      waiting.push({
        arrival: arrivals++,
        command,
        rides,
        names: namesOf(command),
        deeds: deedsOf(command),
        followers: [],
        lost: false,
        settle,
        fail,
      })
      arrived()
      running ??= run()
    })

  return {
    post: async (group, rides = []) => submit({ type: 'post', group: draftGroup(group) }, rides),
    hold: async (order, rides = []) =>
      submit({ type: 'hold', hold: draftHold(order), name: order.account }, rides),
    postHold: async (holdId, orders, rides = []) => {
      const group = draftGroup(orders, holdId)
      const end = { outcome: 'posted', request: group.id, group } as const
      return submit({ type: 'end', holdId, end }, rides)
    },
    voidHold: async (holdId, rides = []) => {
      const end = { outcome: 'voided', request: newUuid(), group: null } as const
      return submit({ type: 'end', holdId, end }, rides)
    },
    ride: async rides => submit({ type: 'ride' }, rides),
    close: async () => {
      closed = true
      await running
      await connection.drop()
    },
  }
}

const companionsOf = (companions: readonly Companion<never, unknown>[]): Companions =>
  new Map(companions.map(one => [one.kind, one as unknown as Companion<unknown, unknown>]))
