/**
 * Queries of addresses: flat texts. A page's query is described by a few small readers instead of
 * the contract's schema library, because this is part of every visitor's first load.
 */

/** Reads one parameter; `undefined` means that the text is invalid. */
export interface Reader<T> {
  /** Optional in an address; `fallback` is then its value. */
  readonly optional: boolean
  readonly fallback: T | undefined
  read(text: string): T | undefined
}

export type QuerySchema = Readonly<Record<string, Reader<unknown>>>

/** The result of `useQuery`. */
export type QueryOutput<S extends QuerySchema> = {
  readonly [K in keyof S]: S[K] extends Reader<infer T> ? T : never
}
type OptionalNames<S extends QuerySchema> = {
  [K in keyof S]: S[K] extends { readonly optional: true } ? K : never
}[keyof S]
type Input<T> = Exclude<T, null> | undefined
/** The parameters of a link to the page; those with a fallback are optional. */
export type QueryInput<S extends QuerySchema> = {
  readonly [K in Exclude<keyof S, OptionalNames<S>>]: QueryOutput<S>[K]
} & { readonly [K in OptionalNames<S>]?: Input<QueryOutput<S>[K]> }

/** A required text, at most 200 characters, of this format. */
export const text = (shape = /^[^\p{Cc}]{1,200}$/u): Reader<string> & { optional: false } => ({
  optional: false,
  fallback: undefined,
  read: raw => (shape.test(raw) ? raw : undefined),
})

/** An id on the wire: a prefix, and the rest. */
export const id = () => text(/^[a-z]{2,8}_[0-9a-zA-Z]{1,64}$/)

/** One of a few words, with a default. */
export const choice = <const W extends readonly [string, ...string[]]>(
  words: W,
): Reader<W[number]> & { optional: true } => ({
  optional: true,
  fallback: words[0],
  read: raw => (words.includes(raw) ? raw : undefined),
})

/** An optional text: null when missing. */
export const maybe = <T>(reader: Reader<T>): Reader<T | null> & { optional: true } => ({
  optional: true,
  fallback: null,
  read: reader.read,
})

/** Reads a query by its schema; null when a parameter is missing or invalid. */
export function readQuery<S extends QuerySchema>(schema: S, query: string): QueryOutput<S> | null {
  const given = new URLSearchParams(query)
  const values: Record<string, unknown> = {}
  for (const [name, reader] of Object.entries(schema)) {
    const raw = given.get(name)
    const value = raw === null || raw === '' ? missing(reader) : reader.read(raw)
    if (value === undefined) return null
    values[name] = value
  }
  return values as QueryOutput<S>
}

const missing = (reader: Reader<unknown>): unknown =>
  reader.optional ? reader.fallback : undefined

/** Writes a query; fallbacks and missing values are left out, so that an address is short. */
export function writeQuery(schema: QuerySchema, input: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams()
  for (const [name, reader] of Object.entries(schema)) {
    const value = input[name]
    if (value === undefined || value === null || value === reader.fallback) continue
    search.set(name, String(value))
  }
  return search.toString()
}
