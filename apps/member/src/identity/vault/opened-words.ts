import type { KeptWords } from './seal.ts'

/** Holds opened words in memory while their pages are open; closing wipes them. */
export class OpenedWords {
  readonly #watch: (left: () => void) => () => void
  #words: KeptWords | null = null
  #unwatch: () => void = () => {}
  readonly #listeners = new Set<() => void>()

  /** `watch` calls back when the words must be wiped; the returned function unsubscribes. */
  constructor(watch: (left: () => void) => () => void) {
    this.#watch = watch
  }

  readonly words = (): KeptWords | null => this.#words
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  show(words: KeptWords): void {
    this.close()
    this.#unwatch = this.#watch(() => this.close())
    this.#become(words)
  }

  /** Shows the same words in the other list. */
  tellIn(list: KeptWords['list']): void {
    if (this.#words) this.#become({ ...this.#words, list })
  }

  close(): void {
    if (!this.#words) return
    this.#unwatch()
    this.#words.entropy.fill(0)
    this.#become(null)
  }

  #become(words: KeptWords | null): void {
    this.#words = words
    for (const listener of this.#listeners) listener()
  }
}
