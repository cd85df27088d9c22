/** Where a page of a list begins, and how long it may be. */
export interface Page {
  cursor: string[] | null
  limit: number
}

/** Rows of a page and the key of the last one, when more may follow. */
export interface Paged<T> {
  rows: T[]
  next: string[] | null
}

/** The page of rows that were read one further than the page is long. */
export function paged<T>(rows: T[], limit: number, keyOf: (row: T) => string[]): Paged<T> {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, next: rows.length > limit && last !== undefined ? keyOf(last) : null }
}
