import { setImmediate as nextTurn } from 'node:timers/promises'

/** So many receive it in one go: a few milliseconds. */
const AT_ONCE = 250

/**
 * Sends the same to many listeners, a part of them at a time: what else the process has to do comes in
 * between, also news for one of them, who first receives what everybody was sent before.
 */
export class Crowd<T> {
  /** How many of all items ever sent each listener has received. */
  readonly #delivered = new Map<(one: T) => void, number>()
  /** What some have not received yet; the number of the first of it. */
  #waiting: T[] = []
  #first = 0
  #isSending = false

  /** Adds a listener, who receives what comes from now on; the returned function removes it. */
  add(listener: (one: T) => void): () => void {
    this.#delivered.set(listener, this.#end)
    return () => void this.#delivered.delete(listener)
  }

  /** Begins to send this to everybody, after all that was sent before. */
  send(one: T): void {
    if (this.#delivered.size === 0) return
    this.#waiting.push(one)
    if (!this.#isSending) void this.#sendAll()
  }

  /** Sends a listener at once what still waits for it. */
  catchUp(listener: (one: T) => void): void {
    const from = this.#delivered.get(listener)
    if (from === undefined || from === this.#end) return
    this.#delivered.set(listener, this.#end)
    for (const one of this.#waiting.slice(from - this.#first)) listener(one)
  }

  get #end(): number {
    return this.#first + this.#waiting.length
  }

  async #sendAll(): Promise<void> {
    this.#isSending = true
    // What comes at once is sent together.
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
    this.#isSending = false
  }
}
