import { type OwnOrderView, staleOrder } from '@banyan/domain'
import type { InfiniteData } from '@tanstack/react-query'
import { queryClient, type Refused, toast } from '../shell/index.ts'
import { codes } from './codes.ts'

type OrderPages = InfiniteData<{ items: OwnOrderView[]; nextCursor: string | null }>

/**
 * Puts the response's order into the lists, so that the next act, before the lists are reloaded, is
 * about this version.
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
 * Handles a refusal because the order changed: the lists show the response's order, and `text`
 * reports it. Returns false for other refusals.
 */
export function showFreshOrder(refusal: Refused, text: string): boolean {
  if (refusal.code !== codes.stale) return false
  const fresh = staleOrder.safeParse(refusal.response.data)
  if (!fresh.success) return false
  showOrder(fresh.data.order)
  toast(text)
  return true
}
