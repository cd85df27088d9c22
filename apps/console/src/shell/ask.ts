import type { CallAnswer, CallArguments, Callable, CallInput } from '@banyan/client'
import { infiniteQueryOptions, type QueryKey, queryOptions } from '@tanstack/react-query'
import { api } from './app.ts'

type Input<E> =
  Record<never, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>]

/** The query of a call under its key. The key begins with the module that the call belongs to. */
export const askQuery = <E extends Callable>(queryKey: QueryKey, call: E, ...[input]: Input<E>) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }) => api.ask(call, ...([input, { signal }] as CallArguments<E>)),
  })

/** Rows of one page of a list. */
const rowsPerPage = 100

/** The query of a call that lists page by page; `input` is all but cursor and limit. */
export const pagesQuery = <E extends Callable>(queryKey: QueryKey, call: E, ...[input]: Input<E>) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ signal, pageParam }): Promise<CallAnswer<E>> => {
      const { query, ...parts } = { ...(input as { query?: object } | undefined) }
      const page = pageParam ? { cursor: pageParam } : {}
      const asked = { ...parts, query: { ...query, limit: rowsPerPage, ...page } }
      return api.ask(call, ...([asked, { signal }] as unknown as CallArguments<E>))
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: last => (last as { nextCursor: string | null }).nextCursor ?? undefined,
  })
