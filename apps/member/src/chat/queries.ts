import { chatMessages, getTrade, unreadChats } from '@banyan/domain'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, paging } from '../shell/index.ts'

const pageSize = 30

/** The chat of a trade, newest first, older pages after. */
export const chatQuery = (tradeId: string) =>
  infiniteQueryOptions({
    queryKey: ['chat', tradeId],
    queryFn: ({ signal, pageParam }) =>
      api.ask(
        chatMessages,
        {
          params: { id: tradeId },
          query: { limit: pageSize, ...(pageParam ? { cursor: pageParam } : {}) },
        },
        { signal },
      ),
    staleTime: 0,
    ...paging,
  })

/** Own trades with unread messages in their chats. */
export const unreadQuery = queryOptions({
  queryKey: ['chat', 'unread'],
  queryFn: ({ signal }) => api.ask(unreadChats, undefined, { signal }),
  staleTime: 0,
})

/** The trade of a chat, under the key that its own pages use. */
export const tradeQuery = (id: string) =>
  queryOptions({
    queryKey: ['otc', 'trade', id],
    queryFn: ({ signal }) => api.ask(getTrade, { params: { id } }, { signal }),
  })
