import { createContext, type ReactNode, use, useEffect, useEffectEvent } from 'react'
import type { Page } from '../navigation/engine.ts'
import { nav } from '../navigation/nav.ts'
import { type QueryOutput, type QuerySchema, readQuery } from '../navigation/query.ts'
import type { Route } from '../routes.ts'

export interface PageFacts {
  page: Page
  /** On top and not moving. */
  shown: boolean
  setTitle: (title: ReactNode) => void
  actions: HTMLElement | null
}

export const PageContext = createContext<PageFacts | null>(null)

export function usePageFacts(): PageFacts {
  const facts = use(PageContext)
  if (!facts) throw new Error('only a page knows its address')
  return facts
}

/** The surrounding open page: its path and url. */
export const usePage = (): Page => usePageFacts().page

/** True while the surrounding page is on top. */
export const useShown = (): boolean => usePageFacts().shown

/**
 * The page's query, read by its schema: `const { id } = usePageQuery(pages.otc.buy.topay)`. A page
 * never gets a query that its schema rejects: the shell shows "not found" instead.
 */
export function usePageQuery<S extends QuerySchema>(route: Route<S>): QueryOutput<S> {
  const query = readQuery(route.query, usePage().query)
  if (!query)
    throw new Error(`the query of ${route.path} was not checked before the page was drawn`)
  return query
}

/** Calls back when the member taps the tab that is already open. */
export function useTabTap(act: () => void): void {
  const { path } = usePage()
  const onTap = useEffectEvent(act)
  useEffect(() => {
    const listen = (event: Event) => {
      if ((event as CustomEvent<{ path: string }>).detail.path === path) onTap()
    }
    nav.engine.addEventListener('tabTap', listen)
    return () => nav.engine.removeEventListener('tabTap', listen)
  }, [path])
}

/** Sets the title in the head while the page is mounted. */
export function usePageTitle(title: string): void {
  const { setTitle } = usePageFacts()
  useEffect(() => {
    setTitle(title)
    return () => setTitle(null)
  }, [setTitle, title])
}
