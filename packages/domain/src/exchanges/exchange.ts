import { defineMachine } from '../contract/machine.ts'

/** Where an exchange is. A settling one belongs to a run that nothing can change. */
export const exchangeStates = ['queued', 'settling', 'done', 'cancelled'] as const
export type ExchangeState = (typeof exchangeStates)[number]
export type ExchangeEvent = 'cancel' | 'cutoff' | 'deal' | 'wait'
export type ExchangeActor = 'member' | 'settlement'

/**
 * Rule book 2.12. `hold` is what becomes of the coins that were set aside. A run at an exit price of
 * zero deals nothing: the order waits in the queue for the next one.
 */
export const exchangeMachine = defineMachine<
  ExchangeState,
  ExchangeEvent,
  ExchangeActor,
  { hold: 'kept' | 'posted' | 'voided' }
>({
  queued: {
    cancel: { by: ['member'], to: 'cancelled', hold: 'voided' },
    cutoff: { by: ['settlement'], to: 'settling', hold: 'kept' },
  },
  settling: {
    deal: { by: ['settlement'], to: 'done', hold: 'posted' },
    wait: { by: ['settlement'], to: 'queued', hold: 'kept' },
  },
  done: {},
  cancelled: {},
})
