import { describe, expect, test } from 'vitest'
import {
  placementMachine as machine,
  type PlacementActor,
  type PlacementEvent,
  type PlacementState,
  placementStates,
} from './placement.ts'

const events: PlacementEvent[] = ['place', 'move', 'withdraw', 'cutoff', 'overdue', 'settle']
const actors: PlacementActor[] = ['inviter', 'settlement']

/** All steps; everything else is refused. */
const allowed: [PlacementState, PlacementEvent, PlacementActor, PlacementState][] = [
  ['pending', 'place', 'inviter', 'requested'],
  ['pending', 'overdue', 'settlement', 'settling'],
  ['requested', 'move', 'inviter', 'requested'],
  ['requested', 'withdraw', 'inviter', 'pending'],
  ['requested', 'cutoff', 'settlement', 'settling'],
  ['settling', 'settle', 'settlement', 'placed'],
]

describe('a placement', () => {
  test('makes the steps of the rule book and no other', () => {
    for (const state of placementStates)
      for (const event of events)
        for (const actor of actors) {
          const rule = allowed.find(
            ([from, by, who]) => from === state && by === event && who === actor,
          )
          expect(machine.step(state, event, actor)?.to, `${state} ${event} ${actor}`).toBe(
            rule?.[3],
          )
        }
  })

  test('is final only in the tree, and the inviter has no move from the cut-off on', () => {
    expect(placementStates.filter(machine.isFinal)).toEqual(['placed'])
    expect(machine.moves('settling', 'inviter')).toEqual([])
    expect(machine.moves('placed', 'inviter')).toEqual([])
  })
})
