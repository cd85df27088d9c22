import { queryOptions } from '@tanstack/react-query'
import { api, askQuery, staleAfterFirstView } from '../shell/index.ts'
import { refetchDelay } from './due.ts'
import { openTradesCall } from './open-trades-call.ts'

/** Own trades of both sides that are not over: they wait for somebody. */
export const openTradesQuery = queryOptions({
  ...askQuery(['otc', 'trades', 'open'], openTradesCall, { query: { limit: 50, open: 'true' } }),
  staleTime: staleAfterFirstView,
  refetchInterval: ({ state }) => refetchDelay(state.data?.items ?? [], api.clock.now()),
})
