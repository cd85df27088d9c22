import { setTimeout as sleep } from 'node:timers/promises'
import { sqlState } from '../../platform/database/transaction.ts'
import { LedgerBug } from '../bug.ts'
import type { Companions } from './companions.ts'
import { isLost, type LaneConnection } from './connection.ts'
import { hashOf, type Item } from './item.ts'
import type { LaneAnswer } from './lane.ts'
import { runLocked } from './locked.ts'
import { Memory } from './memory.ts'
import { runOptimistic } from './optimistic.ts'
import type { Verdict } from './verdicts.ts'

/** How long a caller waits for a database that has gone away before the fault is theirs. */
const PATIENCE_MS = 20_000
/** Tries without locks; then with them, so that a busy account cannot starve a batch. */
const OPTIMISTIC_TRIES = 2
const TRIES = 8

/** What a run must know of the tries before it. */
export interface Try {
  /** A deed may be in the books already: ask before deciding. */
  suspect: boolean
}

/** Runs batches one after the other; whatever happens, every item of a batch is answered. */
export class BatchRunner {
  readonly #connection: LaneConnection
  readonly #companions: Companions
  readonly #memory = new Memory()

  constructor(connection: LaneConnection, companions: Companions) {
    this.#connection = connection
    this.#companions = companions
  }

  async run(items: readonly Item[]): Promise<void> {
    let batch = items
    while (batch.length > 0) {
      const leaders = leadersOf(batch)
      const verdicts = await this.#carry(leaders)
      batch = leaders.flatMap(leader => answer(leader, verdicts.get(leader)))
    }
  }

  /** Tries until every item has a verdict. */
  async #carry(items: readonly Item[]): Promise<Map<Item, Verdict>> {
    const rides = items.some(item => item.rides.length > 0)
    const deadline = Date.now() + PATIENCE_MS
    let suspect = items.some(item => item.lost)
    for (let attempt = 0; ; attempt++) {
      try {
        return rides || attempt >= OPTIMISTIC_TRIES
          ? await runLocked(this.#connection, this.#memory, this.#companions, items)
          : await runOptimistic(this.#connection.run, this.#memory, items, { suspect })
      } catch (error) {
        this.#memory.forget()
        if (isLost(error)) {
          for (const item of items) item.lost = true
          suspect = true
          await this.#connection.drop()
          if (Date.now() > deadline) return allFailed(items, error)
          await sleep(20 + Math.random() * 80)
          attempt -= 1
        } else if (mayWork(error) && attempt < TRIES) {
          suspect ||= sqlState(error) === UNIQUE
          if (attempt >= OPTIMISTIC_TRIES) await sleep(2 ** attempt * Math.random())
        } else {
          return this.#isolate(items, error)
        }
      }
    }
  }

  /** One item makes the batch fail: halves find it, and all others go on. */
  async #isolate(items: readonly Item[], error: unknown): Promise<Map<Item, Verdict>> {
    if (items.length === 1) return allFailed(items, error)
    const middle = Math.ceil(items.length / 2)
    const first = await this.#carry(items.slice(0, middle))
    const second = await this.#carry(items.slice(middle))
    return new Map([...first, ...second])
  }
}

const UNIQUE = '23505'

/** Older balances, a deadlock, or a row that another made first: nothing was done, try again. */
const mayWork = (error: unknown): boolean =>
  ['40001', '40P01', UNIQUE].includes(sqlState(error) ?? '')

const allFailed = (items: readonly Item[], error: unknown): Map<Item, Verdict> =>
  new Map(items.map(item => [item, { error }]))

/** Items whose deeds are new in the batch; the others follow the first with the same deed. */
function leadersOf(items: readonly Item[]): Item[] {
  const leaders = new Map<string, Item>()
  return items.filter(item => {
    const leader = item.deeds.map(deed => leaders.get(deed)).find(one => one !== undefined)
    if (leader) {
      leader.followers.push(item)
      return false
    }
    for (const deed of item.deeds) leaders.set(deed, item)
    return true
  })
}

/** Answers an item and those who follow it; returns the followers whose turn comes now. */
function answer(item: Item, verdict: Verdict | undefined): Item[] {
  const followers = item.followers.splice(0)
  const given = verdict && ('answer' in verdict ? verdict.answer : undefined)
  if (!given) {
    item.fail(verdict && 'error' in verdict ? verdict.error : new LedgerBug('an item was forgotten'))
    return followers
  }
  item.settle(given)
  if (given.outcome === 'refused') return followers
  return followers.filter(follower => !replay(item, follower, given))
}

/** The same request again gets the first one's answer at once. */
function replay(item: Item, follower: Item, given: LaneAnswer & { id: string }): boolean {
  const hash = hashOf(item.command)
  if (!hash || !hashOf(follower.command)?.equals(hash)) return false
  follower.settle({ outcome: 'replayed', id: given.id })
  return true
}
