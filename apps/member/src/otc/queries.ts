import {
  about,
  getEvidence,
  getReceivingAccount,
  getTrade,
  market,
  marketDepth,
  type Network,
  type OrderSide,
  ownOrders,
  publishTerms,
  security,
  solvency,
  type TradeStatus,
  type TradeView,
  tradeList,
  walletSummary,
} from '@banyan/domain'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, queryClient } from '../shell/index.ts'
import { nextLook } from './due.ts'
import type { Side } from './stages.ts'

export { openTradesQuery } from './open-trades.ts'

const pageSize = 20
const firstPage = null as string | null
const after = (cursor: string | null) => (cursor === null ? {} : { cursor })
const given = <K extends string, V>(name: K, value: V | null) =>
  (value === null ? {} : { [name]: value }) as { [key in K]?: V }

/**
 * The newest figures of solvency, under the key that its own pages use; with the time since when
 * the market is stopped.
 */
export const redQuery = queryOptions({
  queryKey: ['solvency', 'newest'],
  queryFn: ({ signal }) => api.ask(solvency, {}, { signal }),
})

/** Own balances, under the key that their own pages use. */
export const summaryQuery = queryOptions({
  queryKey: ['wallets', 'summary'],
  queryFn: ({ signal }) => api.ask(walletSummary, {}, { signal }),
})

/** The filter of the offers of one side; null filters nothing. */
export interface OfferFilter {
  network: Network | null
  /** The amount to be paid or received, USDT. */
  payment: string | null
}

/** Open orders of one side, best price first. */
export const marketQuery = (side: OrderSide, { network, payment }: OfferFilter) =>
  infiniteQueryOptions({
    queryKey: ['otc', 'market', side, network, payment],
    queryFn: ({ signal, pageParam }) =>
      api.ask(
        market,
        {
          query: {
            limit: pageSize,
            side,
            ...after(pageParam),
            ...given('network', network),
            ...given('payment', payment),
          },
        },
        { signal },
      ),
    initialPageParam: firstPage,
    getNextPageParam: last => last.nextCursor,
  })

/** The available quantities at each price, of both sides. */
export const depthQuery = queryOptions({
  queryKey: ['otc', 'market', 'depth'],
  queryFn: ({ signal }) => api.ask(marketDepth, undefined, { signal }),
})

/** The current limits of publishing for this member. */
export const termsQuery = queryOptions({
  queryKey: ['otc', 'terms'],
  queryFn: ({ signal }) => api.ask(publishTerms, undefined, { signal }),
})

/** Own orders of one side: open or ended ones. */
export const ordersQuery = (side: OrderSide, open: boolean) =>
  infiniteQueryOptions({
    queryKey: ['otc', 'orders', side, open],
    queryFn: ({ signal, pageParam }) =>
      api.ask(
        ownOrders,
        {
          query: {
            limit: pageSize,
            side,
            open: open ? ('true' as const) : ('false' as const),
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

/** The newest own trade of one side, or none. */
export const newestTradeQuery = (side: Side) =>
  queryOptions({
    queryKey: ['otc', 'trades', 'newest', side],
    queryFn: ({ signal }) => api.ask(tradeList, { query: { limit: 1, side } }, { signal }),
    staleTime: 0,
  })

/** One trade. It is refetched on every return, and at its deadline until the server has moved it. */
export const tradeQuery = (id: string) =>
  queryOptions({
    queryKey: ['otc', 'trade', id],
    queryFn: ({ signal }) => api.ask(getTrade, { params: { id } }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => nextLook(state.data ? [state.data] : [], api.clock.now()),
  })

/** Stores a command's response where the pages read it, and refetches the lists. */
export function tradeChanged(trade: TradeView): void {
  queryClient.setQueryData(tradeQuery(trade.id).queryKey, trade)
  void queryClient.invalidateQueries({ queryKey: ['otc', 'trades'] })
}

/** The chain's finding about a trade's payment, under the key that its own part uses. */
export const evidenceQuery = (tradeId: string) =>
  queryOptions({
    queryKey: ['evidence', tradeId],
    queryFn: ({ signal }) => api.ask(getEvidence, { params: { id: tradeId } }, { signal }),
    staleTime: 0,
  })

/** Own receiving addresses, to show where buyers will pay. */
export const receivingQuery = queryOptions({
  queryKey: ['identity', 'receiving-account'],
  queryFn: ({ signal }) => api.ask(getReceivingAccount, undefined, { signal }),
})

/** What is frozen after a change of security settings. */
export const securityQuery = queryOptions({
  queryKey: ['sessions', 'security'],
  queryFn: ({ signal }) => api.ask(security, undefined, { signal }),
})

/** Whether this platform uses a test chain, and the address of its wallet. */
export const aboutQuery = queryOptions({
  queryKey: ['house', 'about'],
  queryFn: ({ signal }) => api.ask(about, undefined, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
