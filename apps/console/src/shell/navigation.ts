import { useSyncExternalStore } from 'react'
import {
  type Address,
  changedQuery,
  type QueryChange,
  readAddress,
  writeAddress,
} from './address.ts'

const subscribe = (changed: () => void): (() => void) => {
  window.addEventListener('hashchange', changed)
  return () => window.removeEventListener('hashchange', changed)
}
const hashNow = () => location.hash

/** Where the console is now. */
const addressNow = (): Address => readAddress(location.hash)
export const useAddress = (): Address =>
  readAddress(useSyncExternalStore(subscribe, hashNow, hashNow))

/** The address of a page, for a link. */
export const hrefOf = (page: string, id: string | null = null, query: Address['query'] = {}) =>
  writeAddress({ page, id, query })

/** Opens a page; with an id, the thing of that id on it. */
export function go(page: string, id: string | null = null, query: Address['query'] = {}): void {
  location.hash = hrefOf(page, id, query)
}

/**
 * Opens a thing of the present page, or closes it, and keeps the filters. From one open thing to the
 * next it makes no entry of the history: going back leads to the list.
 */
export const openHere = (id: string | null): void => {
  const { page, id: before, query } = addressNow()
  if (before !== null && id !== null) replace(hrefOf(page, id, query))
  else go(page, id, query)
}

function replace(hash: string): void {
  if (hash === location.hash) return
  history.replaceState(history.state, '', hash)
  window.dispatchEvent(new HashChangeEvent('hashchange'))
}

/** Changes filters or sort of the present page: going back leaves the page, not the filter. */
export function changeQuery(change: QueryChange): void {
  const now = addressNow()
  replace(writeAddress({ ...now, query: changedQuery(now.query, change) }))
}
