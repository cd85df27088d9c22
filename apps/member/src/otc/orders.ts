import { ONE, type OrderStatus, parseAmount } from '@banyan/domain'
import type { Tone } from '@banyan/ui'

/** The style of an order's status: the tone of its chip and the name of its label. */
export const orderStyles = {
  on_order: { tone: 'accent', label: 'status.on_order' },
  partial_deal: { tone: 'neutral', label: 'status.partial_deal' },
  partial_deal_pending: { tone: 'accent', label: 'status.partial_deal_pending' },
  deal_complete: { tone: 'ok', label: 'status.deal_complete' },
  cancelled: { tone: 'neutral', label: 'status.cancelled' },
} as const satisfies Record<OrderStatus, { tone: Tone; label: `status.${string}` }>

/** Shares of an order for its bar, in percent of the total: what is dealt, and what is in trade. */
export function orderShares(order: { total: string; dealt: string; inTrade: string }) {
  const total = parseAmount(order.total)
  const share = (part: string) =>
    total === 0n ? 0 : Number((parseAmount(part) * 100n * ONE) / total) / Number(ONE)
  return { dealt: share(order.dealt), inTrade: share(order.inTrade) }
}
