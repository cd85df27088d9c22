import { describe, expect, test } from 'vitest'
import { redemptionMachine as machine, redemptionStates } from './redemption.ts'

const events = ['cancel', 'cutoff', 'deal', 'wait'] as const
const actors = ['member', 'settlement'] as const

/** All steps; everything else is refused. */
const allowed = [
  ['queued', 'cancel', 'member', 'cancelled', 'voided'],
  ['queued', 'cancel', 'settlement', 'cancelled', 'voided'],
  ['queued', 'cutoff', 'settlement', 'settling', 'kept'],
  ['settling', 'deal', 'settlement', 'done', 'posted'],
  ['settling', 'wait', 'settlement', 'queued', 'kept'],
] as const

describe('a redemption', () => {
  test('makes the steps of the rule book and no other', () => {
    for (const state of redemptionStates) {
      for (const event of events) {
        for (const actor of actors) {
          const rule = allowed.find(
            ([from, by, who]) => from === state && by === event && who === actor,
          )
          const step = machine.step(state, event, actor)
          expect([step?.to, step?.hold], `${state} ${event} ${actor}`).toEqual([
            rule?.[3],
            rule?.[4],
          ])
        }
      }
    }
  })

  test('keeps its hold exactly while it is open', () => {
    for (const steps of Object.values(machine.table))
      for (const step of Object.values(steps))
        expect(step?.hold === 'kept').toBe(step !== undefined && !machine.isFinal(step.to))
  })
})
