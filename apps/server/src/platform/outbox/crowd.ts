import { setImmediate as nextTurn } from 'node:timers/promises'

/** So many are told in one go: a few milliseconds. */
const AT_ONCE = 250

/**
 * Tells many listeners the same, a part of them at a time: what else the process has to do comes in
 * between, also news for one of them, who is told first what all were told before.
 */
export class Crowd<T> {
  /** How many of all that was ever told each listener has been told. */
  readonly #delivered = new Map<(one: T) => void, number>()
  /** What some have not been told yet; the number of the first of it. */
  #waiting: T[] = []
  #first = 0
  #isTelling = false

  /** Adds a listener, who is told what comes from now on; the returned function removes it. */
  add(listener: (one: T) => void): () => void {
    this.#delivered.set(listener, this.#end)
    return () => void this.#delivered.delete(listener)
  }

  /** Begins to tell everybody this, after all that was told before. */
  tell(one: T): void {
    if (this.#delivered.size === 0) return
    this.#waiting.push(one)
    if (!this.#isTelling) void this.#tellAll()
  }

  /** Tells a listener at once what still waits for it. */
  catchUp(listener: (one: T) => void): void {
    const from = this.#delivered.get(listener)
    if (from === undefined || from === this.#end) return
    this.#delivered.set(listener, this.#end)
    for (const one of this.#waiting.slice(from - this.#first)) listener(one)
  }

  get #end(): number {
    return this.#first + this.#waiting.length
  }

  async #tellAll(): Promise<void> {
    this.#isTelling = true
    // What is told at once is told together.
    await nextTurn()
    while (this.#waiting.length > 0) {
      const end = this.#end
      let count = 0
      for (const listener of this.#delivered.keys()) {
        this.catchUp(listener)
        if (++count % AT_ONCE === 0) await nextTurn()
      }
      this.#waiting = this.#waiting.slice(end - this.#first)
      this.#first = end
    }
    this.#isTelling = false
  }
}
