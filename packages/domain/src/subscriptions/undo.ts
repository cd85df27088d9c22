import { defineMachine } from '../contract/machine.ts'

/** Where the undo of a first fill is. A settling one belongs to a run that nothing can change. */
export const undoStates = ['queued', 'settling', 'done', 'cancelled'] as const
export type UndoState = (typeof undoStates)[number]
export type UndoEvent = 'cancel' | 'cutoff' | 'deal' | 'wait'
export type UndoActor = 'member' | 'settlement'

/** Rule book 2.3 (2). `hold` is what becomes of the coins of the fill. */
export const undoMachine = defineMachine<
  UndoState,
  UndoEvent,
  UndoActor,
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

/** What a member reads: an undo that may still be asked for, or one that was. */
export const undoStatuses = ['offered', 'queued', 'settling', 'done'] as const
