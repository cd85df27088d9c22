/**
 * A column that grows while its entries arrive: a million amounts are one block of memory, not a
 * million objects.
 */
export class GrowingColumn<Entries extends BigInt64Array | Int32Array> {
  #entries: Entries
  readonly #larger: (size: number) => Entries
  #length = 0

  constructor(larger: (size: number) => Entries) {
    this.#larger = larger
    this.#entries = larger(1_024)
  }

  /** @throws RangeError for a number that the column cannot hold without changing it. */
  push(entry: Entries[number]): void {
    if (this.#length === this.#entries.length) this.#grow()
    this.#entries[this.#length] = entry
    if (this.#entries[this.#length] !== entry)
      throw new RangeError(`${entry} does not fit into its column`)
    this.#length++
  }

  /** Returns the entries added so far. */
  get entries(): Entries {
    return this.#entries.subarray(0, this.#length) as Entries
  }

  #grow(): void {
    const before = this.#entries
    this.#entries = this.#larger(before.length * 2)
    this.#entries.set(before as never)
  }
}

export const growingAmounts = (): GrowingColumn<BigInt64Array> =>
  new GrowingColumn(size => new BigInt64Array(size))

export const growingNumbers = (): GrowingColumn<Int32Array> =>
  new GrowingColumn(size => new Int32Array(size))
