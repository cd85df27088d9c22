import { chatMessages, getTrade, unreadChats } from '@banyan/domain'
import { askQuery, pagesQuery } from '../shell/index.ts'

const pageSize = 30

/** The chat of a trade, newest first, older pages after. */
export const chatQuery = (tradeId: string) => ({
  ...pagesQuery(['chat', tradeId], chatMessages, {
    params: { id: tradeId },
    query: { limit: pageSize },
  }),
  staleTime: 0,
})

/** Own trades with unread messages in their chats. */
export const unreadQuery = { ...askQuery(['chat', 'unread'], unreadChats), staleTime: 0 }

/** The trade of a chat, under the key that its own pages use. */
export const tradeQuery = (id: string) =>
  askQuery(['otc', 'trade', id], getTrade, { params: { id } })
