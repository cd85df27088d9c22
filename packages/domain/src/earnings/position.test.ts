import { describe, expect, test } from 'vitest'
import {
  positionMachine as machine,
  type PositionActor,
  type PositionEvent,
  type PositionState,
  positionEvents,
  positionStates,
} from './position.ts'

const actors: PositionActor[] = ['member', 'settlement']

/** All steps; everything else is refused. */
const allowed: [PositionState, PositionEvent, PositionActor, PositionState][] = [
  ['asked', 'cancel', 'member', 'cancelled'],
  ['asked', 'cancel', 'settlement', 'cancelled'],
  ['asked', 'cutoff', 'settlement', 'opening'],
  ['opening', 'open', 'settlement', 'open'],
  ['open', 'askUnlock', 'member', 'unlock_asked'],
  ['open', 'eliminate', 'settlement', 'eliminated'],
  ['open', 'windDown', 'settlement', 'unlocked'],
  ['unlock_asked', 'keep', 'member', 'open'],
  ['unlock_asked', 'cutoff', 'settlement', 'unlocking'],
  ['unlock_asked', 'eliminate', 'settlement', 'eliminated'],
  ['unlock_asked', 'windDown', 'settlement', 'unlocked'],
  ['unlocking', 'unlock', 'settlement', 'unlocked'],
  ['unlocking', 'eliminate', 'settlement', 'eliminated'],
]

describe('a position', () => {
  test('makes the steps of the rule book and no other', () => {
    for (const state of positionStates) {
      for (const event of positionEvents) {
        for (const actor of actors) {
          const rule = allowed.find(
            ([from, by, who]) => from === state && by === event && who === actor,
          )
          expect(machine.step(state, event, actor)?.to, `${state} ${event} ${actor}`).toBe(
            rule?.[3],
          )
        }
      }
    }
  })

  test('keeps its coins locked exactly while it has not ended', () => {
    for (const [from, event, actor] of allowed) {
      const step = machine.step(from, event, actor)
      expect(step?.coins === 'locked').toBe(step !== null && !machine.isFinal(step.to))
    }
  })
})
