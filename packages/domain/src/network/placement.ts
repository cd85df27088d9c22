import { defineMachine } from '../contract/machine.ts'

/** An invitee's state on the way into the placement tree. */
export const placementStates = ['pending', 'requested', 'settling', 'placed'] as const
export type PlacementState = (typeof placementStates)[number]
export type PlacementEvent = 'place' | 'move' | 'withdraw' | 'cutoff' | 'overdue' | 'settle'
export type PlacementActor = 'inviter' | 'settlement'

/**
 * Rule book 2.10. Until its cut-off a placement is a request, drawn dashed, that costs nothing to
 * move or withdraw; from the settlement on it is permanent. `by` names who may make a step: nobody
 * else, staff included.
 */
export const placementMachine = defineMachine<PlacementState, PlacementEvent, PlacementActor>({
  pending: {
    place: { by: ['inviter'], to: 'requested' },
    overdue: { by: ['settlement'], to: 'settling' },
  },
  requested: {
    move: { by: ['inviter'], to: 'requested' },
    withdraw: { by: ['inviter'], to: 'pending' },
    cutoff: { by: ['settlement'], to: 'settling' },
  },
  settling: {
    settle: { by: ['settlement'], to: 'placed' },
  },
  placed: {},
})
