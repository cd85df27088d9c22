import type { FetchQueryOptions, Query, QueryClient, QueryKey } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { LoadState, PageLoad } from './page-load.ts'

/** A query whose answer the first view shows. */
interface FirstQuery {
  queryKey: QueryKey
  /** A list that goes on page by page has one. */
  initialPageParam?: unknown
}

/** The code of a page, or of a part of one. */
export interface PageModule<P = object> {
  default: ComponentType<P>
  /** What its first view asks; drawn at once when a visit begins with it. */
  firstQueries?: readonly FirstQuery[]
}

/** The code's load, as far as the first view is concerned. */
interface Load extends Pick<PageLoad<unknown>, 'settled'> {
  state: () => LoadState<Pick<PageModule, 'firstQueries'>>
}

const parts = new Map<string, Load[]>()

/** Makes a part one of those that are drawn together with a page, where a visit begins with it. */
export const drawnWith = (path: string, part: Load): void =>
  void parts.set(path, [...(parts.get(path) ?? []), part])

/** The first view does not wait longer for its answers: then it shows where they will stand. */
const MOST_MS = 3_000

/**
 * Settles when a page can be drawn whole: its code, its parts, and the answers that its first view
 * shows are there. One drawing instead of one for each answer is half of a phone's work, and
 * nothing of it moves afterwards. What fails is asked for again by the page itself.
 */
export async function wholePage(path: string, page: Load, client: QueryClient): Promise<void> {
  await page.settled()
  const pieces = [page, ...(parts.get(path) ?? [])]
  await Promise.race([
    Promise.all(pieces.map(piece => inItsTask(() => readyPiece(piece, client)))),
    new Promise(go => setTimeout(go, MOST_MS)),
  ])
  drawnAt = Date.now()
}

/**
 * Whether the page shows all that it shows first, as far as the app knows as it is now: its code, its
 * parts and their answers are there, and none of these is asked for again or could not be.
 */
export const isWhole = (path: string, page: Load, client: QueryClient): boolean =>
  [page, ...(parts.get(path) ?? [])].every(piece => {
    const state = piece.state()
    if (state.phase !== 'ready') return false
    const asked = state.module.firstQueries ?? []
    return asked.every(({ queryKey }) => isCurrent(client.getQueryCache().find({ queryKey })))
  })

function isCurrent(query: Query | undefined): boolean {
  if (query?.state.data === undefined) return false
  const { status, fetchStatus, isInvalidated } = query.state
  // What the page does not show now is not asked for again.
  if (!query.isActive()) return true
  return status === 'success' && fetchStatus === 'idle' && !isInvalidated
}

/** So long after it was drawn the first view is still being mounted. */
const MOUNTING_MS = 2_000
let drawnAt = Number.NEGATIVE_INFINITY

/** Whether an answer of this age was fetched for the first view, which is being mounted now. */
export const isOfFirstView = (fetchedAt: number, now = Date.now()): boolean =>
  fetchedAt <= drawnAt && now - drawnAt < MOUNTING_MS

/** The `staleTime` of what each mount asks for again: not at once what the first view has just asked for. */
export const staleAfterFirstView = ({ state }: Pick<Query, 'state'>): number =>
  isOfFirstView(state.dataUpdatedAt) ? MOUNTING_MS : 0

/** Taps are heard between two pieces. */
const inItsTask = (act: () => Promise<void>): Promise<void> =>
  new Promise(done => setTimeout(() => void act().then(done)))

async function readyPiece(piece: Load, client: QueryClient): Promise<void> {
  await piece.settled()
  const state = piece.state()
  if (state.phase !== 'ready') return
  await Promise.all((state.module.firstQueries ?? []).map(query => answered(query, client)))
}

/** Settles with the first answer, or failure: without a network the page shows at once that there is none. */
function answered(query: FirstQuery, client: QueryClient): Promise<unknown> {
  const once = { ...query, retry: false }
  return 'initialPageParam' in query
    ? client.prefetchInfiniteQuery(once as Parameters<QueryClient['prefetchInfiniteQuery']>[0])
    : client.prefetchQuery(once as FetchQueryOptions)
}
