import { setTimeout as sleep } from 'node:timers/promises'
import { sqlState } from '../../platform/database/transaction.ts'
import type { Companions } from './companions.ts'
import { isLost, type LaneConnection } from './connection.ts'
import { Flights } from './flights.ts'
import type { Item } from './item.ts'
import { runLocked } from './locked.ts'
import { Memory } from './memory.ts'
import { sendOptimistic } from './optimistic.ts'
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

/**
 * Decides and sends batches one after the other; one may be on its way while the next is decided.
 * Whatever happens, every item of a batch is answered. When a batch fails, nothing new is decided
 * before it and all that were sent after it have landed, and it is carried through first.
 */
export class BatchRunner {
  readonly #connection: LaneConnection
  readonly #companions: Companions
  readonly #memory = new Memory()
  readonly #flights = new Flights()
  /** Items whose turn comes after all: they followed one that was refused. */
  readonly #again: Item[] = []

  constructor(connection: LaneConnection, companions: Companions) {
    this.#connection = connection
    this.#companions = companions
  }

  /** Items that have been sent and not answered. */
  get underWay(): number {
    return this.#flights.items
  }

  get isBusy(): boolean {
    return this.#flights.items > 0 || this.isTroubled
  }

  /** A batch has failed, or items wait for their second turn: `settle` comes before the next batch. */
  get isTroubled(): boolean {
    return this.#flights.hasFailed || this.#again.length > 0
  }

  /** Decides a batch and sends it; fulfilled when the next may be decided. */
  async send(items: readonly Item[]): Promise<void> {
    await this.#flights.room()
    if (this.isTroubled) await this.settle()
    const leaders = this.#flights.board(items)
    if (leaders.length === 0) return
    if (leaders.some(item => item.rides.length > 0 || item.lost)) {
      await this.settle()
      await this.#answer(leaders, this.#carry(leaders, 0))
      return
    }
    try {
      const flight = this.#flights.start(
        leaders,
        await sendOptimistic(this.#connection.run, this.#memory, leaders, { suspect: false }),
      )
      void flight.landed.then(again => again.length > 0 && this.#again.push(...again))
    } catch (error) {
      // Nothing was sent: reading failed, or memory was no ground to decide on.
      await this.settle()
      await this.#answer(leaders, this.#afterFailure(leaders, 0, error))
    }
  }

  /** Waits for all that is under way, and carries through what failed. */
  async settle(): Promise<void> {
    do {
      await this.#flights.all()
      await this.#recover()
      const again = this.#again.splice(0)
      if (again.length > 0) {
        const leaders = this.#flights.board(again)
        await this.#answer(leaders, this.#carry(leaders, 0))
      }
    } while (this.#again.length > 0 || this.#flights.items > 0)
  }

  /** The first that lands, if any is under way. */
  landing(): Promise<unknown> {
    return this.#flights.next()
  }

  async #recover(): Promise<void> {
    if (!this.#flights.hasFailed) return
    this.#memory.forget()
    for (const { items, error } of await this.#flights.failed())
      await this.#answer(items, this.#afterFailure(items, 0, error))
  }

  async #answer(
    items: readonly Item[],
    verdicts: Promise<ReadonlyMap<Item, Verdict>>,
  ): Promise<void> {
    this.#again.push(...this.#flights.answer(items, await verdicts))
  }

  /** Tries until every item has a verdict that holds; nothing else is under way meanwhile. */
  async #carry(
    items: readonly Item[],
    attempt: number,
    suspect = items.some(item => item.lost),
    deadline = Date.now() + PATIENCE_MS,
  ): Promise<ReadonlyMap<Item, Verdict>> {
    try {
      if (items.some(item => item.rides.length > 0) || attempt >= OPTIMISTIC_TRIES)
        return await runLocked(this.#connection, this.#memory, this.#companions, items)
      const sent = await sendOptimistic(this.#connection.run, this.#memory, items, { suspect })
      await sent.written
      return sent.verdicts
    } catch (error) {
      return this.#afterFailure(items, attempt, error, suspect, deadline)
    }
  }

  async #afterFailure(
    items: readonly Item[],
    attempt: number,
    error: unknown,
    suspect = false,
    deadline = Date.now() + PATIENCE_MS,
  ): Promise<ReadonlyMap<Item, Verdict>> {
    this.#memory.forget()
    if (isLost(error)) {
      for (const item of items) item.lost = true
      await this.#connection.drop()
      if (Date.now() > deadline) return allFailed(items, error)
      await sleep(20 + Math.random() * 80)
      return this.#carry(items, attempt, true, deadline)
    }
    if (mayWork(error) && attempt < TRIES) {
      if (attempt >= OPTIMISTIC_TRIES) await sleep(2 ** attempt * Math.random())
      const doubled = suspect || sqlState(error) === UNIQUE
      return this.#carry(items, attempt + 1, doubled, deadline)
    }
    return this.#isolate(items, error)
  }

  /** One item makes the batch fail: halves find it, and all others go on. */
  async #isolate(items: readonly Item[], error: unknown): Promise<ReadonlyMap<Item, Verdict>> {
    if (items.length === 1) return allFailed(items, error)
    const middle = Math.ceil(items.length / 2)
    const first = await this.#carry(items.slice(0, middle), 0)
    const second = await this.#carry(items.slice(middle), 0)
    return new Map([...first, ...second])
  }
}

const UNIQUE = '23505'

/** Older balances, a deadlock, or a row that another made first: nothing was done, try again. */
const mayWork = (error: unknown): boolean =>
  ['40001', '40P01', UNIQUE].includes(sqlState(error) ?? '')

const allFailed = (items: readonly Item[], error: unknown): ReadonlyMap<Item, Verdict> =>
  new Map(items.map(item => [item, { error }]))
