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
