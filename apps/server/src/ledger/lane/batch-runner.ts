import { setTimeout as sleep } from 'node:timers/promises'
import { sqlState } from '../../platform/database/transaction.ts'
import type { Companions } from './companions.ts'
import type { LaneConnection } from './connection.ts'
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

/** What a try must know of the tries before it. */
export interface Try {
  attempt: number
  /** A deed may be in the books already: ask before deciding. */
  suspect: boolean
  deadline: number
}

type Verdicts = ReadonlyMap<Item, Verdict>

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

  constructor(connection: LaneConnection, companions: Companions) {
    this.#connection = connection
    this.#companions = companions
  }

  /** Items that have been sent and not answered. */
  get underWay(): number {
    return this.#flights.items
  }

  get isBusy(): boolean {
    return this.underWay > 0 || this.isTroubled
  }

  /** `settle` comes before the next batch. */
  get isTroubled(): boolean {
    return this.#flights.isTroubled
  }

  /** Decides a batch and sends it; fulfilled when the next may be decided. */
  async send(arrived: readonly Item[]): Promise<void> {
    await this.#flights.room()
    if (this.isTroubled) await this.settle()
    const items = this.#flights.board(arrived)
    if (items.length === 0) return
    if (items.some(item => item.rides.length > 0)) {
      await this.settle()
      return this.#answer(items, this.#carry(items, firstTry()))
    }
    try {
      const { run } = this.#connection
      this.#flights.start(items, await sendOptimistic(run, this.#memory, items, firstTry()))
    } catch (error) {
      // Nothing was sent: reading failed, or what was read is no ground to decide on.
      await this.settle()
      await this.#answer(items, this.#afterFailure(items, firstTry(), error))
    }
  }

  /** Waits for all that is under way, and carries through what failed. */
  async settle(): Promise<void> {
    await this.#flights.room(1)
    while (this.isTroubled) {
      const { items, errors } = await this.#flights.stranded()
      const lost = errors.find(error => this.#connection.isLost(error))
      const suspect = lost !== undefined || errors.some(error => sqlState(error) === UNIQUE)
      const again = { ...firstTry(), suspect }
      const error = lost ?? errors[0]
      const verdicts =
        error === undefined ? this.#carry(items, again) : this.#afterFailure(items, again, error)
      await this.#answer(items, verdicts)
    }
  }

  /** The first that lands, if any is under way. */
  landing(): Promise<void> {
    return this.#flights.next()
  }

  async #answer(items: readonly Item[], verdicts: Promise<Verdicts>): Promise<void> {
    this.#flights.answer(items, await verdicts)
  }

  /** Tries until every item has a verdict that holds; nothing else is under way meanwhile. */
  async #carry(items: readonly Item[], one: Try): Promise<Verdicts> {
    try {
      if (items.some(item => item.rides.length > 0) || one.attempt >= OPTIMISTIC_TRIES)
        return await runLocked(this.#connection, this.#memory, this.#companions, items)
      const sent = await sendOptimistic(this.#connection.run, this.#memory, items, one)
      await sent.written
      return sent.verdicts
    } catch (error) {
      return this.#afterFailure(items, one, error)
    }
  }

  async #afterFailure(items: readonly Item[], one: Try, error: unknown): Promise<Verdicts> {
    this.#memory.forget()
    if (this.#connection.isLost(error)) {
      for (const item of items) item.lost = true
      await this.#connection.drop()
      if (Date.now() > one.deadline) return allFailed(items, error)
      await sleep(20 + Math.random() * 80)
      return this.#carry(items, { ...one, suspect: true })
    }
    if (mayWork(error) && one.attempt < TRIES) {
      if (one.attempt >= OPTIMISTIC_TRIES) await sleep(2 ** one.attempt * Math.random())
      const suspect = one.suspect || sqlState(error) === UNIQUE
      return this.#carry(items, { ...one, attempt: one.attempt + 1, suspect })
    }
    return this.#isolate(items, error)
  }

  /** One item makes the batch fail: halves find it, and all others go on. */
  async #isolate(items: readonly Item[], error: unknown): Promise<Verdicts> {
    if (items.length === 1) return allFailed(items, error)
    const middle = Math.ceil(items.length / 2)
    const first = await this.#carry(items.slice(0, middle), firstTry())
    const second = await this.#carry(items.slice(middle), firstTry())
    return new Map([...first, ...second])
  }
}

const firstTry = (): Try => ({ attempt: 0, suspect: false, deadline: Date.now() + PATIENCE_MS })

const UNIQUE = '23505'

/** Older balances, a deadlock, or a row that another made first: nothing was done, try again. */
const mayWork = (error: unknown): boolean =>
  ['40001', '40P01', UNIQUE].includes(sqlState(error) ?? '')

const allFailed = (items: readonly Item[], error: unknown): Verdicts =>
  new Map(items.map(item => [item, { error }]))
