/**
 * One text for one fact: keys sorted, no spaces, amounts (bigint) as decimal strings, numbers whole,
 * columns (typed arrays) as the lists of what is in them. What is hashed is this text, so anyone can
 * hash it again with any tool.
 * @throws RangeError for what has no such text: fractions, undefined, functions.
 */
export function canonicalJson(fact: unknown): string {
  const parts: string[] = []
  writeCanonical(fact, part => parts.push(part))
  return parts.join('')
}

/** Pieces of about this many characters: large enough for a hash, small enough to be forgotten. */
const PIECE = 65_536

/**
 * The same text piece by piece: the facts of a million members are never one string.
 * @throws RangeError as `canonicalJson`.
 */
export function writeCanonical(fact: unknown, write: (piece: string) => void): void {
  const writer = new CanonicalWriter(write)
  writer.add(fact)
  writer.end()
}

type Column = Int32Array | Uint8Array | BigInt64Array

class CanonicalWriter {
  readonly #write: (piece: string) => void
  #piece = ''
  /** The names of the last object as they stood and as they are written: rows of a list share them. */
  #names: string[] = []
  #order: { name: string; label: string }[] = []

  constructor(write: (piece: string) => void) {
    this.#write = write
  }

  add(fact: unknown): void {
    if (typeof fact === 'object' && fact !== null) this.#addComposed(fact)
    else this.#put(scalar(fact))
  }

  end(): void {
    if (this.#piece !== '') this.#write(this.#piece)
    this.#piece = ''
  }

  #put(text: string): void {
    this.#piece += text
    if (this.#piece.length >= PIECE) this.end()
  }

  #addComposed(fact: object): void {
    if (Array.isArray(fact)) this.#addList(fact)
    else if (isColumn(fact)) this.#addColumn(fact)
    else this.#addObject(fact as Record<string, unknown>)
  }

  #addList(list: readonly unknown[]): void {
    this.#put('[')
    for (let i = 0; i < list.length; i++) {
      if (i > 0) this.#put(',')
      this.add(list[i])
    }
    this.#put(']')
  }

  #addColumn(column: Column): void {
    const [open, between, close] =
      column instanceof BigInt64Array ? ['["', '","', '"]'] : ['[', ',', ']']
    this.#put(column.length === 0 ? '[' : open)
    for (let i = 0; i < column.length; i++)
      this.#put(i === 0 ? `${column[i]}` : `${between}${column[i]}`)
    this.#put(column.length === 0 ? ']' : close)
  }

  #addObject(fact: Record<string, unknown>): void {
    const order = this.#orderOf(fact)
    // Rows of a list are flat: their text is put together here, without a call for each field.
    let text = '{'
    for (let i = 0; i < order.length; i++) {
      const { name, label } = order[i] as (typeof order)[number]
      const value = fact[name]
      text += label
      if (typeof value === 'bigint') text += `"${value}"`
      else if (typeof value === 'object' && value !== null) {
        this.#put(text)
        text = ''
        this.#addComposed(value)
      } else text += scalar(value)
    }
    this.#put(`${text}}`)
  }

  #orderOf(fact: object): { name: string; label: string }[] {
    const names = Object.keys(fact)
    const known = this.#names
    if (names.length === known.length && names.every((name, i) => name === known[i])) {
      return this.#order
    }
    this.#names = names
    this.#order = names
      .toSorted()
      .map((name, i) => ({ name, label: `${i === 0 ? '' : ','}${JSON.stringify(name)}:` }))
    return this.#order
  }
}

const isColumn = (fact: object): fact is Column =>
  fact instanceof Int32Array || fact instanceof Uint8Array || fact instanceof BigInt64Array

/** Ids and words: nothing in them is escaped. */
const plain = /^[\w.:-]*$/

function scalar(fact: unknown): string {
  if (typeof fact === 'bigint') return `"${fact}"`
  if (typeof fact === 'string' && plain.test(fact)) return `"${fact}"`
  if (typeof fact === 'string' || typeof fact === 'boolean' || fact === null) {
    return JSON.stringify(fact)
  }
  if (typeof fact === 'number' && Number.isSafeInteger(fact)) return `${fact}`
  throw new RangeError(`no canonical text for ${typeof fact} ${String(fact)}`)
}
