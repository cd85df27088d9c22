import { IdColumn } from './id-column.ts'

/**
 * Returns the one canonical text of a fact: keys sorted, no spaces, amounts (bigint) as decimal
 * strings, numbers whole, columns (typed arrays, ids in one text) as the lists of their entries.
 * Hashes are made over this text, so anybody can hash it again with any tool.
 * @throws RangeError for fractions, undefined and functions, which have no canonical text.
 */
export const canonicalJson = (fact: unknown): string => [...canonicalPieces(fact)].join('')

/** Approximate characters of a piece: large enough for a hash, small enough for memory. */
const PIECE = 65_536
/** Entries of a list that are written between two checks of the piece's length. */
const ENTRIES = 256

/**
 * Yields the same text piece by piece as the caller asks for it, so the facts of a million members
 * are never one string. The caller can process a piece before the next one is made.
 * @throws RangeError as `canonicalJson`.
 */
export function* canonicalPieces(fact: unknown): Generator<string> {
  const writer = new CanonicalWriter()
  yield* writer.write(fact)
  yield writer.take()
}

type Column = Int32Array | Uint8Array | BigInt64Array | IdColumn

class CanonicalWriter {
  #piece = ''
  /** The keys of the last object, in its order and as they are written: rows of a list share them. */
  #names: string[] = []
  #order: { name: string; label: string }[] = []

  /** The text written since the last piece. */
  take(): string {
    const piece = this.#piece
    this.#piece = ''
    return piece
  }

  /** Writes a fact recursively, its long lists in batches of entries. */
  *write(fact: unknown): Generator<string> {
    if (isList(fact) && fact.length > ENTRIES) {
      this.#piece += '['
      for (let from = 0; from < fact.length; from += ENTRIES) {
        this.#addEntries(fact, from, Math.min(from + ENTRIES, fact.length))
        if (this.#piece.length >= PIECE) yield this.take()
      }
      this.#piece += ']'
    } else if (typeof fact === 'object' && fact !== null && !isList(fact)) {
      this.#piece += '{'
      for (const { name, label } of this.#orderOf(fact)) {
        this.#piece += label
        yield* this.write((fact as Record<string, unknown>)[name])
      }
      this.#piece += '}'
    } else this.#add(fact)
  }

  #add(fact: unknown): void {
    if (isList(fact)) {
      this.#piece += '['
      this.#addEntries(fact, 0, fact.length)
      this.#piece += ']'
    } else if (typeof fact === 'object' && fact !== null) {
      this.#addRow(fact as Record<string, unknown>)
    } else this.#piece += scalar(fact)
  }

  #addEntries(list: readonly unknown[] | Column, from: number, to: number): void {
    if (from === to) return
    if (from > 0) this.#piece += ','
    if (list instanceof BigInt64Array) {
      this.#piece += `"${list.subarray(from, to).join('","')}"`
    } else if (list instanceof IdColumn) {
      this.#piece += `"${list.textOf(from, to)}"`
    } else if (list instanceof Int32Array || list instanceof Uint8Array) {
      this.#piece += list.subarray(from, to).join()
    } else {
      const entries = from === 0 && to === list.length ? list : list.slice(from, to)
      if (entries.every(isPlain)) this.#piece += `"${entries.join('","')}"`
      else this.#addEach(entries)
    }
  }

  #addEach(entries: readonly unknown[]): void {
    for (let i = 0; i < entries.length; i++) {
      if (i > 0) this.#piece += ','
      this.#add(entries[i])
    }
  }

  /** Rows of a list are flat: their text is built here, without a call for each field. */
  #addRow(fact: Record<string, unknown>): void {
    const order = this.#orderOf(fact)
    let text = '{'
    for (let i = 0; i < order.length; i++) {
      const { name, label } = order[i] as (typeof order)[number]
      const value = fact[name]
      text += label
      if (typeof value === 'bigint') text += `"${value}"`
      else if (typeof value === 'object' && value !== null) {
        this.#piece += text
        text = ''
        this.#add(value)
      } else text += scalar(value)
    }
    this.#piece += `${text}}`
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

const isList = (fact: unknown): fact is readonly unknown[] | Column =>
  Array.isArray(fact) ||
  fact instanceof Int32Array ||
  fact instanceof Uint8Array ||
  fact instanceof BigInt64Array ||
  fact instanceof IdColumn

/** Ids and words contain nothing that must be escaped. */
const plain = /^[\w.:-]*$/
const isPlain = (fact: unknown): boolean => typeof fact === 'string' && plain.test(fact)

function scalar(fact: unknown): string {
  if (typeof fact === 'bigint') return `"${fact}"`
  if (isPlain(fact)) return `"${fact}"`
  if (typeof fact === 'string' || typeof fact === 'boolean' || fact === null) {
    return JSON.stringify(fact)
  }
  if (typeof fact === 'number' && Number.isSafeInteger(fact)) return `${fact}`
  throw new RangeError(`no canonical text for ${typeof fact} ${String(fact)}`)
}
