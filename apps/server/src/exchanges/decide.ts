import { type ExchangeState, exchangeMachine, formatAmount } from '@banyan/domain'
import { cutoffOf, nextCutoff, type Parameters, periodAfter } from '@banyan/economy'
import { refuse } from '../platform/refused.ts'

/**
 * May this quantity (micro-LEAF) be exchanged? Rule book 2.12: at least one coin, or the whole rest.
 * Refuses `exchangeTooSmall`; what is not there the ledger refuses.
 */
export function decidePlacing(
  quantity: bigint,
  available: bigint,
  { exchangeMinimumLeaf: minimum }: Parameters,
): void {
  if (quantity < minimum && quantity !== available)
    refuse('exchangeTooSmall', { min: formatAmount(minimum) })
}

/** What the times of an order follow from. */
export interface QueueTimes {
  state: ExchangeState
  placedAt: Date
  period: string | null
}

/** The cut-off whose run has the order, or the next that will: after a run without a price, the one after it. */
export function dealInstant({ state, placedAt, period }: QueueTimes): Date {
  if (period === null) return nextCutoff(placedAt)
  return cutoffOf(state === 'queued' || state === 'cancelled' ? periodAfter(period) : period)
}

/**
 * Is cancelling still free? From its cut-off on the order belongs to that run, also before the run
 * has come: nobody chooses after the fact.
 */
export const isCancellable = (order: QueueTimes, now: Date): boolean =>
  exchangeMachine.step(order.state, 'cancel', 'member') !== null && now < dealInstant(order)
