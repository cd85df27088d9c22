/**
 * Replayable random numbers: the same seed gives the same numbers on every machine (mulberry32 by
 * T. Ettinger, public domain). Whole numbers only, because amounts are computed from them.
 */
export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** Returns a whole number from 0 up to, not including, `below` (at most 2³²). */
  below(below: number): number {
    return Math.floor((this.#next() / 2 ** 32) * below)
  }

  /** Returns a whole number in a range, both ends included. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1)
  }

  /** Returns true in the given number of ten thousand cases. */
  happens(bps: number): boolean {
    return this.below(10_000) < bps
  }

  /** Picks one of several values. @throws RangeError when there is none. */
  pick<T>(from: readonly T[]): T {
    if (from.length === 0) throw new RangeError('nothing to pick from')
    return from[this.below(from.length)] as T
  }

  /** Returns a random part of an amount, single micro-units included. */
  part(whole: bigint): bigint {
    return (whole * BigInt(this.below(1_001))) / 1_000n
  }

  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
}
