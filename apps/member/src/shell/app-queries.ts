import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'

/**
 * The library's query cache, with one addition. The library answers an event that arrives during a
 * first request with the request in progress, whose response may have been read before the event.
 * Here a further request follows that response.
 */
export class AppQueries extends QueryClient {
  override async invalidateQueries<K extends QueryKey = QueryKey>(
    filters: InvalidateQueryFilters<K> = {},
    options?: InvalidateOptions,
  ): Promise<void> {
    const first = this.getQueryCache()
      .findAll(filters)
      .filter(({ state }) => state.fetchStatus === 'fetching' && state.data === undefined)
    const asked = super.invalidateQueries(filters, options)
    if (first.length === 0) return asked
    // This joins the request in progress.
    await Promise.all([asked, ...first.map(query => query.fetch().catch(() => {}))])
    await super.invalidateQueries(
      {
        ...filters,
        predicate: ({ queryHash, state }) =>
          state.data !== undefined && first.some(one => one.queryHash === queryHash),
      },
      { ...options, cancelRefetch: false },
    )
  }
}
