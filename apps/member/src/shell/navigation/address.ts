/** A parsed address inside the app: `/pages/otc/buy/topay?id=1`. */
export interface Address {
  path: string
  /** Without the question mark; normalised, so that equal queries are equal texts. */
  query: string
  /** Path and query as one text. */
  url: string
}

/** The entry page and its second name. */
export const entryPath = '/'
const entryAlias = '/pages/tabbar/home'

/**
 * Parses an address: a leading `#` is dropped, relative ones are resolved against the current page,
 * the alias becomes `/`, and the query is normalised. Case is kept: `OTC` is not `otc`.
 */
export function addressOf(text: string, currentPath = entryPath): Address {
  const bare = text.startsWith('#') ? text.slice(1) : text
  const cut = bare.indexOf('?')
  const rawPath = cut < 0 ? bare : bare.slice(0, cut)
  const rawQuery = cut < 0 ? '' : bare.slice(cut + 1)
  const path = named(resolved(rawPath, currentPath))
  const query = new URLSearchParams(rawQuery).toString()
  return { path, query, url: query ? `${path}?${query}` : path }
}

const named = (path: string): string => (path === entryAlias ? entryPath : path)

/** Resolves `topay`, `./topay` and `../sell/topay` like a browser, without decoding. */
function resolved(path: string, currentPath: string): string {
  if (path === '') return currentPath === entryPath ? entryPath : currentPath
  if (path.startsWith('/')) return path
  const segments = currentPath.split('/').slice(0, -1)
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '.') segments.push(segment)
  }
  const joined = segments.join('/')
  return joined.startsWith('/') ? joined : `/${joined}`
}
