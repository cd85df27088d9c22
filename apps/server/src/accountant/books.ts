import type { ClientBase } from 'pg'

/** A row as the database writes it: text, unparsed and untrusted. */
export type Row = readonly (string | null)[]

/** Rows per fetch. */
const PAGE = 10_000

const raw = { getTypeParser: () => (text: unknown) => text }

/** Reads all rows of one query into memory: for results known to be small. */
export async function ask(books: ClientBase, text: string, values: unknown[] = []): Promise<Row[]> {
  const { rows } = await books.query({ text, values, rowMode: 'array', types: raw as never })
  return rows
}

/**
 * The rows of a query, page by page through a cursor of the snapshot: memory does not grow with the
 * books, and the next page is fetched while this one is used.
 */
export async function* stream(books: ClientBase, query: string): AsyncGenerator<Row[]> {
  const cursor = `walk_${++cursors}`
  await books.query(`declare ${cursor} no scroll cursor for ${query}`)
  let next = ask(books, `fetch ${PAGE} from ${cursor}`)
  for (;;) {
    const page = await next
    if (page.length === PAGE) {
      next = ask(books, `fetch ${PAGE} from ${cursor}`)
      // A caller that stops early never awaits the page that is being fetched.
      next.catch(() => {})
    }
    if (page.length > 0) yield page
    if (page.length < PAGE) break
  }
  await books.query(`close ${cursor}`)
}
let cursors = 0

/** Joins an ordered stream to another one: returns the rows of each key in order. */
export class KeyedStream {
  readonly #pages: AsyncGenerator<Row[]>
  #page: Row[] = []
  #at = 0

  constructor(pages: AsyncGenerator<Row[]>) {
    this.#pages = pages
  }

  /** The next row, unchanged until `take`; null at the end. */
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

  /** Takes next rows while they pass; the first that does not remains the next row. */
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
 * Reads everything at one instant. There is no time limit, and the planner optimises for the whole
 * result, because every stream is read to its end.
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
