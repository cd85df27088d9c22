import type { Entry, HistoryPort } from './engine.ts'

/**
 * A browser's history without a browser, for the tests of the engine: the same entries, the same
 * delayed jumps, the same reports.
 */
export class MemoryHistory implements HistoryPort {
  readonly entries: { url: string; entry: Entry | null }[]
  at: number
  #arrived: (animated: boolean) => void = () => {}
  /** Jumps that have not completed yet. */
  readonly #jumps: (() => void)[] = []

  constructor(url = '', entry: Entry | null = null) {
    this.entries = [{ url, entry }]
    this.at = 0
  }

  read() {
    const here = this.entries[this.at]
    if (!here) throw new Error('outside of the history')
    return here
  }
  push(url: string, entry: Entry) {
    this.entries.splice(++this.at, Number.POSITIVE_INFINITY, { url, entry })
  }
  replace(url: string, entry: Entry) {
    this.entries[this.at] = { url, entry }
  }
  go(delta: number): Promise<void> {
    return new Promise(resolve => {
      this.#jumps.push(() => {
        this.at = Math.max(0, Math.min(this.entries.length - 1, this.at + delta))
        resolve()
      })
    })
  }
  listen(arrived: (animated: boolean) => void) {
    this.#arrived = arrived
    return () => {}
  }

  /** Completes all jumps and the changes that wait for them. */
  async land(): Promise<void> {
    while (this.#jumps.length > 0) {
      this.#jumps.shift()?.()
      for (let turn = 0; turn < 5; turn++) await Promise.resolve()
    }
  }

  /** A person presses back (negative) or forward. */
  press(delta: number, animated = false): void {
    this.at += delta
    this.#arrived(animated)
  }
  /** A person types an address, or follows a plain link. */
  type(url: string): void {
    this.entries.splice(++this.at, Number.POSITIVE_INFINITY, { url, entry: null })
    this.#arrived(false)
  }
  /** Addresses and depths, for comparing. */
  get lines(): string[] {
    return this.entries.map(({ url, entry }) => `${entry?.d ?? '?'} ${url}`)
  }
  /** The address in the bar. */
  get url(): string {
    return this.read().url
  }
}
