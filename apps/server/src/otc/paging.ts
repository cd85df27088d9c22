/** The start of a page of a list, and its maximum length. */
export interface Page {
  cursor: string[] | null
  limit: number
}

/** The rows of a page, and the key of the last one when more may follow. */
export interface Paged<T> {
  rows: T[]
  next: string[] | null
}

/** Makes a page of rows that were read with one row more than the page is long. */
export function paged<T>(rows: T[], limit: number, keyOf: (row: T) => string[]): Paged<T> {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, next: rows.length > limit && last !== undefined ? keyOf(last) : null }
}
