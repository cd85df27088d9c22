import { defineMachine } from '../contract/machine.ts'
import type { subscriptionStatuses } from './endpoints.ts'

/** The stored state of a subscription. A settling one belongs to a run that nothing can change. */
export const subscriptionStates = [
  'pending',
  'settling',
  'issued',
  'part_issued',
  'cancelled',
  'refunded',
] as const
export type SubscriptionState = (typeof subscriptionStates)[number]
export type SubscriptionEvent = 'cancel' | 'cutoff' | 'issue' | 'issuePart' | 'refund'
export type SubscriptionActor = 'member' | 'settlement'

/** Rule book 2.3. `hold` is what happens to the held money. */
export const subscriptionMachine = defineMachine<
  SubscriptionState,
  SubscriptionEvent,
  SubscriptionActor,
  { hold: 'kept' | 'posted' | 'voided' }
>({
  pending: {
    // A settlement ends an order of which a shared loss has left nothing. Rule book 2.17.
    cancel: { by: ['member', 'settlement'], to: 'cancelled', hold: 'voided' },
    cutoff: { by: ['settlement'], to: 'settling', hold: 'kept' },
  },
  settling: {
    issue: { by: ['settlement'], to: 'issued', hold: 'posted' },
    issuePart: { by: ['settlement'], to: 'part_issued', hold: 'posted' },
    refund: { by: ['settlement'], to: 'refunded', hold: 'voided' },
  },
  issued: {},
  part_issued: {},
  cancelled: {},
  refunded: {},
})

/** The state that a member reads: a settling order is shown as pending. */
export const subscriptionStatusOf: Record<
  SubscriptionState,
  (typeof subscriptionStatuses)[number]
> = {
  pending: 'pending',
  settling: 'pending',
  issued: 'issued',
  part_issued: 'part_issued',
  cancelled: 'cancelled',
  refunded: 'refunded',
}
