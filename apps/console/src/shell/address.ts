/** Where the console is: a page, the thing that is open on it, and filters, sort and tab. */
export interface Address {
  readonly page: string
  readonly id: string | null
  readonly query: Readonly<Record<string, string>>
}

/** A change of the query; null and the empty text remove a name. */
export type QueryChange = Readonly<Record<string, string | null>>

/** Reads the hash of an address: `#/withdrawals/wdr_1?state=requested`. */
export function readAddress(hash: string): Address {
  const [path = '', search = ''] = hash.replace(/^#?\/?/, '').split('?')
  const [page = '', id] = path.split('/')
  const query = Object.fromEntries(
    [...new URLSearchParams(search)].filter(([, value]) => value !== ''),
  )
  return { page: page || 'overview', id: id ? plain(id) : null, query }
}

/** The hash of an address; the names of the query in alphabetical order, so that one view has one address. */
export function writeAddress({ page, id, query }: Address): string {
  const names = Object.keys(query).sort()
  const search = new URLSearchParams(names.map(name => [name, query[name] ?? ''])).toString()
  const path = id === null ? page : `${page}/${encodeURIComponent(id)}`
  return `#/${path}${search && `?${search}`}`
}

/** The query after a change. */
export function changedQuery(query: Address['query'], change: QueryChange): Address['query'] {
  const all = Object.entries({ ...query, ...change })
  return Object.fromEntries(all.filter((one): one is [string, string] => Boolean(one[1])))
}

/** A hash can be typed by hand: a broken escape stays as it is. */
function plain(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
