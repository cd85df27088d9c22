import { constants } from '../constants.ts'
import { type Route, routeOf } from '../routes.ts'
import { browserHistory } from './browser-history.ts'
import { Engine } from './engine.ts'
import { type QueryInput, type QuerySchema, writeQuery } from './query.ts'
import type { NavResult } from './result.ts'

/** The query may be omitted when all of it is optional. */
export type QueryArgs<S extends QuerySchema> =
  Record<never, never> extends QueryInput<S> ? [query?: QueryInput<S>] : [query: QueryInput<S>]

/** The address of a page: `/pages/otc/buy/topay?id=trd_…`. */
function to<S extends QuerySchema>(page: Route<S>, ...[query]: QueryArgs<S>): string {
  const text = writeQuery(page.query, query ?? {})
  return text ? `${page.path}?${text}` : page.path
}

/** The same for a plain link: `#/pages/…`. */
export const href = <S extends QuerySchema>(page: Route<S>, ...query: QueryArgs<S>): string =>
  `#${to(page, ...query)}`

export const lessMotion = matchMedia('(prefers-reduced-motion: reduce)')
// Ids survive a reload in history.state, so each load uses other ids than the last one.
const load = Date.now().toString(36)
let opened = 0

const engine = new Engine({
  history: browserHistory(),
  route: path => {
    const route = routeOf(path)
    return route && { tab: route.tab === true }
  },
  newId: () => `${load}.${opened++}`,
  later: (ms, act) => {
    const timer = setTimeout(act, ms)
    return () => clearTimeout(timer)
  },
  transitionMs: () => (lessMotion.matches ? 0 : constants.pageTransitionMs),
  lockMs: constants.pageTransitionMs,
  stackMax: constants.pageStackMax,
})

/** Navigation between pages. Every verb returns a value; nothing throws. */
export const nav = {
  engine,
  /** Opens a page: over this one, or as a tab (then without query). */
  to: <S extends QuerySchema>(page: Route<S>, ...query: QueryArgs<S>): NavResult =>
    page.tab ? engine.switchTab(page.path) : engine.navigateTo(to(page, ...query)),
  /** Replaces this page by another one. */
  replace: <S extends QuerySchema>(page: Route<S>, ...query: QueryArgs<S>): NavResult =>
    engine.redirectTo(to(page, ...query)),
  /** Changes the query of this page: a filter, a side. The page stays and its address is updated. */
  retune: <S extends QuerySchema>(page: Route<S>, ...[query]: QueryArgs<S>): void => {
    if (engine.top.path === page.path) engine.changeQuery(writeQuery(page.query, query ?? {}))
  },
  /** Changes the query of this page as a layer over it: going back closes the layer. */
  deepen: <S extends QuerySchema>(page: Route<S>, ...[query]: QueryArgs<S>): void => {
    if (engine.top.path === page.path) engine.deepen(writeQuery(page.query, query ?? {}))
  },
  /** Closes such a layer; `query` is that of the page without it. */
  rise: <S extends QuerySchema>(page: Route<S>, ...[query]: QueryArgs<S>): void => {
    if (engine.top.path === page.path) engine.rise(writeQuery(page.query, query ?? {}))
  },
  /** Closes everything and opens this page alone; a tab page keeps its query. */
  relaunch: <S extends QuerySchema>(page: Route<S>, ...query: QueryArgs<S>): NavResult =>
    engine.reLaunch(to(page, ...query)),
  /** Goes back; from the only page to the root. */
  back: (pages = 1): void => engine.navigateBack(pages),
}

/** A link in a sheet closes it first: its entry is removed before the page's is added. */
document.addEventListener('click', event => {
  if (!engine.isCovered || event.defaultPrevented) return
  // Such a click opens the page in another tab or window.
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
  const url = (event.target as Element).closest('a[href^="#/"]')?.getAttribute('href')?.slice(1)
  if (!url) return
  event.preventDefault()
  if (!engine.navigateTo(url).ok) engine.switchTab(url)
})
