import { defineMachine } from '../contract/machine.ts'

/** The stored state of a position. `opening` and `unlocking` belong to a run that nothing can change. */
export const positionStates = [
  'asked',
  'opening',
  'open',
  'unlock_asked',
  'unlocking',
  'unlocked',
  'eliminated',
  'cancelled',
] as const
export type PositionState = (typeof positionStates)[number]

export const positionEvents = [
  'cancel',
  'cutoff',
  'open',
  'askUnlock',
  'keep',
  'unlock',
  'eliminate',
  'windDown',
] as const
export type PositionEvent = (typeof positionEvents)[number]
export type PositionActor = 'member' | 'settlement'

/** Rule book 2.6. `coins` is where the position's coins are after the step. */
export const positionMachine = defineMachine<
  PositionState,
  PositionEvent,
  PositionActor,
  { coins: 'locked' | 'available' }
>({
  asked: {
    // A wind-down gives back what no run has taken. Rule book 2.17.
    cancel: { by: ['member', 'settlement'], to: 'cancelled', coins: 'available' },
    cutoff: { by: ['settlement'], to: 'opening', coins: 'locked' },
  },
  opening: {
    open: { by: ['settlement'], to: 'open', coins: 'locked' },
  },
  open: {
    askUnlock: { by: ['member'], to: 'unlock_asked', coins: 'locked' },
    eliminate: { by: ['settlement'], to: 'eliminated', coins: 'available' },
    windDown: { by: ['settlement'], to: 'unlocked', coins: 'available' },
  },
  unlock_asked: {
    keep: { by: ['member'], to: 'open', coins: 'locked' },
    cutoff: { by: ['settlement'], to: 'unlocking', coins: 'locked' },
    eliminate: { by: ['settlement'], to: 'eliminated', coins: 'available' },
    windDown: { by: ['settlement'], to: 'unlocked', coins: 'available' },
  },
  unlocking: {
    unlock: { by: ['settlement'], to: 'unlocked', coins: 'available' },
    eliminate: { by: ['settlement'], to: 'eliminated', coins: 'available' },
  },
  unlocked: {},
  eliminated: {},
  cancelled: {},
})

/** The state that a member reads. */
export const positionStatuses = [
  'waiting',
  'open',
  'unlocking',
  'unlocked',
  'eliminated',
  'cancelled',
] as const
export type PositionStatus = (typeof positionStatuses)[number]

export const positionStatusOf: Record<PositionState, PositionStatus> = {
  asked: 'waiting',
  opening: 'waiting',
  open: 'open',
  unlock_asked: 'unlocking',
  unlocking: 'unlocking',
  unlocked: 'unlocked',
  eliminated: 'eliminated',
  cancelled: 'cancelled',
}
