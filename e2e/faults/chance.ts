/** Random choices that a seed repeats; the order in which people reach them is the machine's. */
export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** A number from 0 up to, but not including, 1 (mulberry32). */
  number(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number of both bounds and between. */
  between(least: number, most: number): number {
    return least + Math.floor(this.number() * (most - least + 1))
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.between(0, items.length - 1)]
    if (item === undefined) throw new Error('nothing to choose from')
    return item
  }

  isWithin(share: number): boolean {
    return this.number() < share
  }
}
