import {
  about,
  getReceivingAccount,
  getTrade,
  market,
  type Network,
  ownOrders,
  publishTerms,
  type TradeStatus,
  type TradeView,
  tradeList,
} from '@banyan/domain'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, queryClient } from '../shell/index.ts'
import type { Side } from './stages.ts'

const pageSize = 20
const firstPage = null as string | null
const after = (cursor: string | null) => (cursor === null ? {} : { cursor })
const given = <K extends string, V>(name: K, value: V | null) =>
  (value === null ? {} : { [name]: value }) as { [key in K]?: V }

/** Open sell orders, best price first; of one network, or of all (null). */
export const marketQuery = (network: Network | null) =>
  infiniteQueryOptions({
    queryKey: ['otc', 'market', network],
    queryFn: ({ signal, pageParam }) =>
      api.ask(
        market,
        { query: { limit: pageSize, ...after(pageParam), ...given('network', network) } },
        { signal },
      ),
    initialPageParam: firstPage,
    getNextPageParam: last => last.nextCursor,
  })

/** What publishing is held to, for this member, now. */
export const termsQuery = queryOptions({
  queryKey: ['otc', 'terms'],
  queryFn: ({ signal }) => api.ask(publishTerms, undefined, { signal }),
})

/** Own sell orders: those that live, or those that have ended. */
export const ordersQuery = (open: boolean) =>
  infiniteQueryOptions({
    queryKey: ['otc', 'orders', open],
    queryFn: ({ signal, pageParam }) =>
      api.ask(
        ownOrders,
        {
          query: {
            ...{ limit: pageSize, side: 'sell', open: open ? 'true' : 'false' },
            ...after(pageParam),
          },
        },
        { signal },
      ),
    initialPageParam: firstPage,
    getNextPageParam: last => last.nextCursor,
  })

/** Own trades of one side, of one status or of all (null). */
export const dealsQuery = (side: Side, status: TradeStatus | null) =>
  infiniteQueryOptions({
    queryKey: ['otc', 'trades', side, status],
    queryFn: ({ signal, pageParam }) =>
      api.ask(
        tradeList,
        { query: { limit: pageSize, side, ...after(pageParam), ...given('status', status) } },
        { signal },
      ),
    initialPageParam: firstPage,
    getNextPageParam: last => last.nextCursor,
  })

/** Own trades of both sides that are not over: they wait for somebody. */
export const openTradesQuery = queryOptions({
  queryKey: ['otc', 'trades', 'open'],
  queryFn: ({ signal }) => api.ask(tradeList, { query: { limit: 50, open: 'true' } }, { signal }),
  staleTime: 0,
  refetchInterval: ({ state }) => nextLook(state.data?.items ?? []),
})

/** One trade. It is asked again on every return, and at its deadline until the house has moved it. */
export const tradeQuery = (id: string) =>
  queryOptions({
    queryKey: ['otc', 'trade', id],
    queryFn: ({ signal }) => api.ask(getTrade, { params: { id } }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => nextLook(state.data ? [state.data] : []),
  })

/** Milliseconds until the next deadline is worth a look, every two seconds once it has passed. */
function nextLook(trades: readonly TradeView[]): number | false {
  const deadlines = trades.flatMap(({ deadline }) => (deadline ? [Date.parse(deadline)] : []))
  if (deadlines.length === 0) return false
  const left = Math.min(...deadlines) - api.clock.now()
  return left > 0 ? left + 300 : 2000
}

/** Puts the answer of a command where the pages look, and lets the lists ask again. */
export function tradeChanged(trade: TradeView): void {
  queryClient.setQueryData(tradeQuery(trade.id).queryKey, trade)
  void queryClient.invalidateQueries({ queryKey: ['otc', 'trades'] })
}

/** Own receiving addresses, to show where buyers will pay. */
export const receivingQuery = queryOptions({
  queryKey: ['identity', 'receiving-account'],
  queryFn: ({ signal }) => api.ask(getReceivingAccount, undefined, { signal }),
})

/** Whether this house stands on a test chain, and where its wallet is. */
export const aboutQuery = queryOptions({
  queryKey: ['house', 'about'],
  queryFn: ({ signal }) => api.ask(about, undefined, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
