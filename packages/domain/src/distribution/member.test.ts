import { describe, expect, test } from 'vitest'
import {
  type DistributedActor,
  type DistributedEvent,
  type DistributedState,
  distributedEvents,
  distributedStates,
  distributedMachine as machine,
} from './member.ts'

const actors: DistributedActor[] = ['member', 'settlement', 'operator']

/** All steps; everything else is refused. */
const allowed: [DistributedState, DistributedEvent, DistributedActor, DistributedState][] = [
  ['none', 'apply', 'member', 'applied'],
  ['applied', 'accept', 'settlement', 'active'],
  ['applied', 'leave', 'member', 'none'],
  ['applied', 'revoke', 'operator', 'none'],
  ['active', 'leave', 'member', 'none'],
  ['active', 'suspend', 'operator', 'suspended'],
  ['suspended', 'appeal', 'member', 'suspended'],
  ['suspended', 'reinstate', 'operator', 'active'],
  ['suspended', 'revoke', 'operator', 'none'],
]

describe('a distributed member', () => {
  test('makes the steps of the rule book and no other', () => {
    for (const state of distributedStates)
      for (const event of distributedEvents)
        for (const actor of actors) {
          const rule = allowed.find(
            ([from, by, who]) => from === state && by === event && who === actor,
          )
          expect(machine.step(state, event, actor)?.to, `${state} ${event} ${actor}`).toBe(
            rule?.[3],
          )
        }
  })

  test('can leave after applying, but not to be free of a suspension', () => {
    for (const state of distributedStates)
      expect(machine.moves(state, 'member').includes('leave')).toBe(
        state === 'applied' || state === 'active',
      )
  })
})
