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
  /** Fulfilled in any case, after its items have been answered. */
  landed: Promise<void>
}

/** The batches under way, in the order in which they were sent, and the deeds that they carry. */
export class Flights {
  readonly #flights: Flight[] = []
  readonly #deeds = new Map<string, Item>()
  #failed: Flight[] = []
  /** Items that waited for another's deed, and whose turn has come. */
  #turned: Item[] = []

  /** Items that have been sent and not answered. */
  get items(): number {
    return this.#flights.reduce((sum, { items }) => sum + items.length, 0)
  }

  /** Something has failed or waits for its turn; that comes before anything new. */
  get isTroubled(): boolean {
    return this.#failed.length > 0 || this.#turned.length > 0
  }

  /** Waits until fewer than `depth` batches are under way. */
  async room(depth = DEPTH): Promise<void> {
    while (this.#flights.length >= depth) await this.next()
  }

  /** The next to land; at once when nothing is under way. */
  async next(): Promise<void> {
    await this.#flights[0]?.landed
  }

  /** Items whose deeds nobody is carrying; the others follow those who do, and get their answer. */
  board(items: readonly Item[]): Item[] {
    return items.filter(item => {
      const leader = item.deeds.map(deed => this.#deeds.get(deed)).find(one => one !== undefined)
      leader?.followers.push(item)
      return leader === undefined
    })
  }

  start(items: readonly Item[], { verdicts, written }: Sent): void {
    const flight: Flight = { items, error: null, landed: Promise.resolve() }
    this.#flights.push(flight)
    for (const item of items)
      if ('accepted' in (verdicts.get(item) ?? {}))
        for (const deed of item.deeds) this.#deeds.set(deed, item)
    flight.landed = written.then(
      () => {
        this.#leave(flight)
        this.answer(items, verdicts)
      },
      (error: unknown) => {
        this.#leave(flight)
        flight.error = error
        this.#failed.push(flight)
      },
    )
  }

  /**
   * What has failed and what has waited, in the order of arrival, once all that is under way has
   * landed: batches that were decided on a failed one have failed too, or have nothing to do with it.
   */
  async stranded(): Promise<{ items: Item[]; errors: unknown[] }> {
    await this.room(1)
    const failed = this.#failed
    const items = [
      ...failed.flatMap(flight => flight.items),
      ...failed.flatMap(flight => flight.items.flatMap(item => item.followers.splice(0))),
      ...this.#turned,
    ]
    this.#failed = []
    this.#turned = []
    return {
      items: items.sort((a, b) => a.arrival - b.arrival),
      errors: failed.map(({ error }) => error),
    }
  }

  /** Answers items and those who follow them with the same request; the others get their turn. */
  answer(items: readonly Item[], verdicts: ReadonlyMap<Item, Verdict>): void {
    for (const item of items) this.#turned.push(...answerOne(item, verdicts.get(item)))
  }

  #leave(flight: Flight): void {
    this.#flights.splice(this.#flights.indexOf(flight), 1)
    for (const item of flight.items)
      for (const deed of item.deeds) if (this.#deeds.get(deed) === item) this.#deeds.delete(deed)
  }
}

/** Returns the followers whose turn comes now. */
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
