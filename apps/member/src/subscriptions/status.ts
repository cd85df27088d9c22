import type { Tone } from '@banyan/ui'
import type { Subscription } from './queries.ts'

/** How a status of an allotment looks. */
export const toneOf: Record<Subscription['status'], Tone> = {
  pending: 'warn',
  issued: 'ok',
  part_issued: 'ok',
  cancelled: 'neutral',
  refunded: 'neutral',
}

type Dealt = Pick<Subscription, 'quantity' | 'filled' | 'guidePrice'>

/** Coins were issued for it, at a price; an order that came back in full dealt at none. */
export const isFilled = (one: Subscription): one is Subscription & { [K in keyof Dealt]: string } =>
  one.filled !== null && one.filled !== '0'
