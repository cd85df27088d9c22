import { LedgerBug } from '../bug.ts'
import { hashOf, type Item } from './item.ts'
import type { LaneAnswer } from './lane.ts'
import type { Sent } from './optimistic.ts'
import type { Verdict } from './verdicts.ts'

/** Batches that may be on their way at once: one is being written while the next is decided. */
const DEPTH = 2

/** A batch on its way. */
export interface Flight {
  items: readonly Item[]
  error: unknown
  /** Fulfilled in any case: with the followers whose turn comes now. */
  landed: Promise<Item[]>
}

/** The batches under way, in the order in which they were sent, and the deeds that they carry. */
export class Flights {
  readonly #flights: Flight[] = []
  readonly #deeds = new Map<string, Item>()
  #failed: Flight[] = []
  items = 0

  get hasFailed(): boolean {
    return this.#failed.length > 0
  }

  /** Waits until fewer than `depth` batches are under way. */
  async room(depth = DEPTH): Promise<void> {
    while (this.#flights.length >= depth) await this.#flights[0]?.landed
  }

  /** The next to land; at once when nothing is under way. */
  async next(): Promise<void> {
    await this.#flights[0]?.landed
  }

  all(): Promise<void> {
    return this.room(1)
  }

  /**
   * Takes deeds that nobody else is carrying. An item with the same deed as another follows it: it
   * gets its answer when the other is done, and its own turn when the other is refused.
   */
  board(items: readonly Item[]): Item[] {
    return items.filter(item => {
      const leader = item.deeds.map(deed => this.#deeds.get(deed)).find(one => one !== undefined)
      if (leader) {
        leader.followers.push(item)
        return false
      }
      for (const deed of item.deeds) this.#deeds.set(deed, item)
      this.items += 1
      return true
    })
  }

  start(items: readonly Item[], { verdicts, written }: Sent): Flight {
    const flight: Flight = { items, error: null, landed: Promise.resolve([]) }
    this.#flights.push(flight)
    flight.landed = written.then(
      () => {
        this.#flights.splice(this.#flights.indexOf(flight), 1)
        return this.answer(items, verdicts)
      },
      (error: unknown) => {
        this.#flights.splice(this.#flights.indexOf(flight), 1)
        flight.error = error
        this.#failed.push(flight)
        return []
      },
    )
    return flight
  }

  /** The batches that failed, in order, once all that were sent after them have landed. */
  async failed(): Promise<Flight[]> {
    await this.all()
    const failed = this.#failed
    this.#failed = []
    return failed
  }

  /** Answers items and those who follow them; returns the followers whose turn comes now. */
  answer(items: readonly Item[], verdicts: ReadonlyMap<Item, Verdict>): Item[] {
    this.items -= items.length
    return items.flatMap(item => {
      for (const deed of item.deeds) this.#deeds.delete(deed)
      return answerOne(item, verdicts.get(item))
    })
  }
}

function answerOne(item: Item, verdict: Verdict | undefined): Item[] {
  const followers = item.followers.splice(0)
  const answer = answerIn(verdict)
  if (!answer) {
    const forgotten = new LedgerBug('an item has no verdict')
    item.fail(verdict && 'error' in verdict ? verdict.error : forgotten)
    return followers
  }
  item.settle(answer)
  if (answer.outcome === 'refused') return followers
  return followers.filter(follower => !replay(item, follower, answer.id))
}

function answerIn(verdict: Verdict | undefined): LaneAnswer | undefined {
  if (!verdict) return undefined
  if ('accepted' in verdict) return verdict.accepted
  return 'answer' in verdict ? verdict.answer : undefined
}

/** The same request again gets the first one's answer at once. */
function replay(item: Item, follower: Item, id: string): boolean {
  const hash = hashOf(item.command)
  if (!hash || !hashOf(follower.command)?.equals(hash)) return false
  follower.settle({ outcome: 'replayed', id })
  return true
}
