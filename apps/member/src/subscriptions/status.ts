import type { Tone } from '@banyan/ui'
import type { Subscription } from './queries.ts'

/** The style of an allotment's status. */
export const toneOf: Record<Subscription['status'], Tone> = {
  pending: 'warn',
  issued: 'ok',
  part_issued: 'ok',
  cancelled: 'neutral',
  refunded: 'neutral',
}

type Dealt = Pick<Subscription, 'quantity' | 'filled' | 'guidePrice'>

/** Coins were issued for it, at a price; an order that came back in full has no price. */
export const isFilled = (one: Subscription): one is Subscription & { [K in keyof Dealt]: string } =>
  one.filled !== null && one.filled !== '0'
