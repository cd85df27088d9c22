import type { ClientBase } from 'pg'

/** A row as the database writes it: texts, nothing parsed, nothing trusted. */
export type Row = readonly (string | null)[]

/** Rows that travel together. */
const PAGE = 10_000

const raw = { getTypeParser: () => (text: unknown) => text }

/** One query, its rows in memory: for what is known to be small. */
export async function ask(books: ClientBase, text: string, values: unknown[] = []): Promise<Row[]> {
  const { rows } = await books.query({ text, values, rowMode: 'array', types: raw as never })
  return rows
}

/**
 * The rows of a query, page by page through a cursor of the snapshot: memory does not grow with the
 * books, and the next page is on its way while this one is looked at.
 */
export async function* stream(books: ClientBase, query: string): AsyncGenerator<Row[]> {
  const cursor = `walk_${++cursors}`
  await books.query(`declare ${cursor} no scroll cursor for ${query}`)
  let next = ask(books, `fetch ${PAGE} from ${cursor}`)
  for (;;) {
    const page = await next
    if (page.length === PAGE) {
      next = ask(books, `fetch ${PAGE} from ${cursor}`)
      // Who stops early never awaits the page that is on its way.
      next.catch(() => {})
    }
    if (page.length > 0) yield page
    if (page.length < PAGE) break
  }
  await books.query(`close ${cursor}`)
}
let cursors = 0

/** Goes through an ordered stream beside another one: hands over what belongs to each key in turn. */
export class Beside {
  readonly #pages: AsyncGenerator<Row[]>
  #page: Row[] = []
  #at = 0

  constructor(pages: AsyncGenerator<Row[]>) {
    this.#pages = pages
  }

  /** The next row, which stays the next until `take`; null at the end. */
  async peek(): Promise<Row | null> {
    while (this.#at >= this.#page.length) {
      const { value, done } = await this.#pages.next()
      if (done) return null
      this.#page = value
      this.#at = 0
    }
    return this.#page[this.#at] ?? null
  }

  take(): void {
    this.#at++
  }

  /** Takes every next row that passes; the first that does not stays the next. */
  async takeWhile(passes: (row: Row) => boolean): Promise<Row[]> {
    const taken: Row[] = []
    while ((await this.peek()) !== null) {
      const begin = this.#at
      for (let row = this.#page[this.#at]; row && passes(row); row = this.#page[this.#at])
        this.#at++
      for (let at = begin; at < this.#at; at++) taken.push(this.#page[at] as Row)
      if (this.#at < this.#page.length) break
    }
    return taken
  }
}

/**
 * Reads everything at one instant. No limit of time, and whole results are what the planner is to be
 * quick with, because every stream is read to its end.
 */
export async function inOneInstant<T>(books: ClientBase, read: () => Promise<T>): Promise<T> {
  await books.query(`begin isolation level repeatable read read only;
    set local timezone = 'UTC'; set local datestyle = 'ISO'; set local bytea_output = 'hex';
    set local statement_timeout = 0; set local cursor_tuple_fraction = 1; set local jit = off;
    set local work_mem = '64MB'`)
  try {
    return await read()
  } finally {
    await books.query('rollback')
  }
}
