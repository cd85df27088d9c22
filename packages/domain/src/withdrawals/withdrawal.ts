import { defineMachine } from '../contract/machine.ts'

/** The specification's words for a withdrawal order. */
export const withdrawalStatuses = ['under_review', 'adopted', 'refused'] as const
export type WithdrawalStatus = (typeof withdrawalStatuses)[number]

/** Where a withdrawal really is. Review and payout are the console's and the signer's, later. */
export type WithdrawalState = 'requested' | 'cancelled'
export type WithdrawalEvent = 'cancel'
export type WithdrawalActor = 'member' | 'settlement'

/** security.md 4.8, the part that members act on. */
export const withdrawalMachine = defineMachine<
  WithdrawalState,
  WithdrawalEvent,
  WithdrawalActor,
  { hold: 'kept' | 'voided' }
>({
  // A settlement ends what a shared loss has left too little of. Rule book 2.17.
  requested: { cancel: { by: ['member', 'settlement'], to: 'cancelled', hold: 'voided' } },
  cancelled: {},
})

/** What a member reads for a state. */
export const withdrawalStatusOf: Record<WithdrawalState, WithdrawalStatus> = {
  requested: 'under_review',
  cancelled: 'refused',
}
