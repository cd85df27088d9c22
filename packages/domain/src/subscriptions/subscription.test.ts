import { describe, expect, test } from 'vitest'
import {
  subscriptionMachine as machine,
  type SubscriptionActor,
  type SubscriptionEvent,
  type SubscriptionState,
  subscriptionStates,
} from './subscription.ts'

const events: SubscriptionEvent[] = ['cancel', 'cutoff', 'issue', 'issuePart', 'refund']
const actors: SubscriptionActor[] = ['member', 'settlement']

/** All steps; everything else is refused. */
const allowed: [SubscriptionState, SubscriptionEvent, SubscriptionActor, SubscriptionState][] = [
  ['pending', 'cancel', 'member', 'cancelled'],
  ['pending', 'cancel', 'settlement', 'cancelled'],
  ['pending', 'cutoff', 'settlement', 'settling'],
  ['settling', 'issue', 'settlement', 'issued'],
  ['settling', 'issuePart', 'settlement', 'part_issued'],
  ['settling', 'refund', 'settlement', 'refunded'],
]

describe('a subscription', () => {
  test('makes the steps of the rule book and no other', () => {
    for (const state of subscriptionStates) {
      for (const event of events) {
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

  test('keeps its hold exactly while it is open', () => {
    for (const [from, event, actor] of allowed) {
      const step = machine.step(from, event, actor)
      expect(step?.hold === 'kept').toBe(step !== null && !machine.isFinal(step.to))
    }
  })
})
