import { defineMachine } from '../contract/machine.ts'

/** Coins that their owner exchanges, or those of a first fill that its owner undoes. */
export const redemptionKinds = ['exchange', 'undo'] as const
export type RedemptionKind = (typeof redemptionKinds)[number]

/**
 * The stored state of coins that their owner wants back as USDT. A settling redemption belongs to a
 * run that nothing can change.
 */
export const redemptionStates = ['queued', 'settling', 'done', 'cancelled'] as const
export type RedemptionState = (typeof redemptionStates)[number]
export type RedemptionEvent = 'cancel' | 'cutoff' | 'deal' | 'wait'
export type RedemptionActor = 'member' | 'settlement'

/**
 * The states of an exchange and of the undo of a first fill. Rule book 2.3, 2.12. `hold` is what
 * happens to the held coins. A run at an exit price of zero executes nothing: the request waits in
 * the queue for the next one.
 */
export const redemptionMachine = defineMachine<
  RedemptionState,
  RedemptionEvent,
  RedemptionActor,
  { hold: 'kept' | 'posted' | 'voided' }
>({
  queued: {
    // A wind-down gives back what waits: all coins are paid without a fee then.
    cancel: { by: ['member', 'settlement'], to: 'cancelled', hold: 'voided' },
    cutoff: { by: ['settlement'], to: 'settling', hold: 'kept' },
  },
  settling: {
    deal: { by: ['settlement'], to: 'done', hold: 'posted' },
    wait: { by: ['settlement'], to: 'queued', hold: 'kept' },
  },
  done: {},
  cancelled: {},
})
