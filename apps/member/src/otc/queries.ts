import {
  about,
  getEvidence,
  getReceivingAccount,
  getTrade,
  type OrderSide,
  ownOrders,
  security,
  type TradeStatus,
  type TradeView,
  tradeList,
} from '@banyan/domain'
import { queryOptions } from '@tanstack/react-query'
import { api, askQuery, pagesQuery, queryClient } from '../shell/index.ts'
import { refetchDelay } from './due.ts'
import type { Side } from './stages.ts'

const pageSize = 20

/** Own orders of one side: open or ended ones. */
export const ordersQuery = (side: OrderSide, open: boolean) =>
  pagesQuery(['otc', 'orders', side, open], ownOrders, {
    query: { limit: pageSize, side, open: open ? ('true' as const) : ('false' as const) },
  })

/** Own trades of one side, of one status or of all (null). */
export const dealsQuery = (side: Side, status: TradeStatus | null) =>
  pagesQuery(['otc', 'trades', side, status], tradeList, {
    query: { limit: pageSize, side, ...(status === null ? {} : { status }) },
  })

/** The newest own trade of one side, or none. */
export const newestTradeQuery = (side: Side) => ({
  ...askQuery(['otc', 'trades', 'newest', side], tradeList, { query: { limit: 1, side } }),
  staleTime: 0,
})

/** One trade. It is refetched on every return, and at its deadline until the server has moved it. */
export const tradeQuery = (id: string) =>
  queryOptions({
    ...askQuery(['otc', 'trade', id], getTrade, { params: { id } }),
    staleTime: 0,
    refetchInterval: ({ state }) => refetchDelay(state.data ? [state.data] : [], api.clock.now()),
  })

/** Stores a command's response where the pages read it, and refetches the lists. */
export function tradeChanged(trade: TradeView): void {
  queryClient.setQueryData(tradeQuery(trade.id).queryKey, trade)
  void queryClient.invalidateQueries({ queryKey: ['otc', 'trades'] })
}

/** The chain's finding about a trade's payment, under the key that its own part uses. */
export const evidenceQuery = (tradeId: string) => ({
  ...askQuery(['evidence', tradeId], getEvidence, { params: { id: tradeId } }),
  staleTime: 0,
})

/** Own receiving addresses, to show where buyers will pay. */
export const receivingQuery = askQuery(['identity', 'receiving-account'], getReceivingAccount)

/** What is frozen after a change of security settings. */
export const securityQuery = askQuery(['sessions', 'security'], security)

/** Whether this platform uses a test chain, and the address of its wallet. */
export const aboutQuery = {
  ...askQuery(['house', 'about'], about),
  staleTime: Number.POSITIVE_INFINITY,
}
