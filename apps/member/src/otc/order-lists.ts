import { type OwnOrderView, staleOrder } from '@banyan/domain'
import type { InfiniteData } from '@tanstack/react-query'
import { queryClient, type Refused, toast } from '../shell/index.ts'
import { codes } from './codes.ts'

type OrderPages = InfiniteData<{ items: OwnOrderView[]; nextCursor: string | null }>

/**
 * The lists show an order as the server's answer has it: the next act, before the lists are loaded
 * again, is about this version.
 */
export function showOrder(order: OwnOrderView): void {
  queryClient.setQueriesData<OrderPages>({ queryKey: ['otc', 'orders'] }, data => {
    if (!data) return data
    const pages = data.pages.map(page => ({
      ...page,
      items: page.items.map(one => (one.id === order.id ? order : one)),
    }))
    return { ...data, pages }
  })
}

/**
 * The owner acted on an order as it was: the lists show it as the answer has it now, and `text` says
 * so. False when the refusal is about something else.
 */
export function showFreshOrder(refusal: Refused, text: string): boolean {
  if (refusal.code !== codes.stale) return false
  const fresh = staleOrder.safeParse(refusal.response.data)
  if (!fresh.success) return false
  showOrder(fresh.data.order)
  toast(text)
  return true
}
