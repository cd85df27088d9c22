import { growingNumbers } from './growing-column.ts'

/** The separator of two ids in the canonical text of their list. */
const BETWEEN = '","'

/**
 * Ids in their order: a million of them are one text, as it is between the first and the last quote
 * of the list's canonical text, instead of a million strings. An id is cut out on request.
 */
export class IdColumn implements Iterable<string> {
  /** Ids, separated by `","`. */
  readonly text: string
  /** The offset at which each begins in the text. */
  readonly starts: Int32Array

  constructor(text: string, starts: Int32Array) {
    this.text = text
    this.starts = starts
  }

  /** @throws RangeError for text that is not an id: no character of an id may need escaping. */
  static of(ids: readonly string[]): IdColumn {
    const growing = new GrowingIds()
    for (const id of ids) growing.push(id)
    return growing.ids
  }

  get length(): number {
    return this.starts.length
  }

  /** @throws RangeError when the index is out of range. */
  at(place: number): string {
    return this.textOf(place, place + 1)
  }

  /**
   * Returns the text of the ids in a range of at least one. @throws RangeError when the range is
   * out of bounds.
   */
  textOf(from: number, to: number): string {
    if (!(from >= 0 && from < to && to <= this.length))
      throw new RangeError(`there are no ids from ${from} to ${to} of ${this.length}`)
    return this.text.slice(this.starts[from], this.#endOf(to - 1))
  }

  *[Symbol.iterator](): Generator<string> {
    for (let place = 0; place < this.length; place++) yield this.at(place)
  }

  #endOf(place: number): number {
    const next = this.starts[place + 1]
    return next === undefined ? this.text.length : next - BETWEEN.length
  }
}

/** ASCII letters, digits and punctuation without quotes and backslashes: nothing needs escaping. */
const plain = /^[ !#-[\]-~]+$/
const plainList = /^[ !#-[\]-~]+(?:","[ !#-[\]-~]+)*$/

/** A column of ids in construction; ids arrive one by one or many in one text. */
export class GrowingIds {
  #text = ''
  readonly #starts = growingNumbers()

  /** @throws RangeError for what is not an id. */
  push(id: string): void {
    if (!plain.test(id)) throw new RangeError(`${JSON.stringify(id)} is not an id`)
    this.#separate()
    this.#starts.push(this.#text.length)
    this.#text += id
  }

  /** Adds ids separated by `","`, none when the text is empty. @throws RangeError for text that is not ids. */
  add(text: string): void {
    if (text === '') return
    if (!plainList.test(text)) throw new RangeError(`${text.slice(0, 60)} … are not ids`)
    this.#separate()
    const before = this.#text.length
    for (let start = 0; start >= 0; start = behind(text, start)) this.#starts.push(before + start)
    this.#text += text
  }

  get length(): number {
    return this.#starts.entries.length
  }

  /** Returns the ids added so far. */
  get ids(): IdColumn {
    return new IdColumn(this.#text, this.#starts.entries)
  }

  #separate(): void {
    if (this.#text !== '') this.#text += BETWEEN
  }
}

/** The offset at which the next id begins, or a negative number after the last. */
function behind(text: string, start: number): number {
  const end = text.indexOf(BETWEEN, start)
  return end < 0 ? end : end + BETWEEN.length
}

/**
 * Maps each index of a column to the first queried index that has the same id; each index is
 * queried once. A map of a million ids would keep a string for each.
 */
export function firstPlaces(column: IdColumn): (place: number) => number {
  // At least half of the table stays free, so that a lookup is short.
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(column.length * 2 + 1))).fill(-1)
  const sums = new Int32Array(column.length)
  return place => {
    const sum = sumOf(column, place)
    for (let slot = sum & (slots.length - 1); ; slot = (slot + 1) & (slots.length - 1)) {
      const there = slots[slot] as number
      if (there < 0) {
        slots[slot] = place
        sums[place] = sum
        return place
      }
      if (sums[there] === sum && column.at(there) === column.at(place)) return there
    }
  }
}

/** Returns the indices of a column in the order of their ids; the given order when they are sorted already. */
export function inOrderOfIds(column: IdColumn, places: Int32Array): Int32Array {
  let before = ''
  for (const place of places) {
    const id = column.at(place)
    if (id < before) return sorted(column, places)
    before = id
  }
  return places
}

/** Holds a million ids as strings only during the sort. */
function sorted(column: IdColumn, places: Int32Array): Int32Array {
  const named = Array.from(places, place => ({ place, id: column.at(place) }))
  named.sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
  return Int32Array.from(named, ({ place }) => place)
}

/** FNV-1a over the characters of an id. http://www.isthe.com/chongo/tech/comp/fnv/ */
function sumOf({ text, starts }: IdColumn, place: number): number {
  const end = (starts[place + 1] ?? text.length + BETWEEN.length) - BETWEEN.length
  let sum = 0x811c9dc5 | 0
  for (let at = starts[place] as number; at < end; at++)
    sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193)
  return sum
}
