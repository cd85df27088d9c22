import type { Query, QueryClient } from '@tanstack/react-query'

/**
 * Remembers what has been asked for so far. Returns whether a query still shows an answer to that:
 * events that came before the stream opened are not in it, and nothing reports them later.
 */
export function askedBefore(client: QueryClient): (query: Query) => boolean {
  // An answer that is under way may have been read before too.
  const answersBefore = new Map(
    client
      .getQueryCache()
      .getAll()
      .map(({ queryHash, state: { dataUpdateCount, fetchStatus } }) => [
        queryHash,
        dataUpdateCount + (fetchStatus === 'fetching' ? 1 : 0),
      ]),
  )
  return ({ queryHash, state }) =>
    state.data !== undefined && state.dataUpdateCount <= (answersBefore.get(queryHash) ?? 0)
}
