import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'

/**
 * The library's cache of answers, with one thing more. News that comes while something is asked for the
 * first time is answered there by the question under way, whose answer may have been read before what
 * the news is of. Here it is asked once more when that answer is there.
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
    // This joins the question that is under way.
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
