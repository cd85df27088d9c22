import { describe, expect, test } from 'vitest'
import type { MachineTable } from '../contract/machine.ts'
import { type UndoState, undoMachine, undoStates } from '../subscriptions/undo.ts'
import { type ExchangeState, exchangeMachine, exchangeStates } from './exchange.ts'

const events = ['cancel', 'cutoff', 'deal', 'wait'] as const
const actors = ['member', 'settlement'] as const

/** Every step there is; everything else is refused. */
const allowed = [
  ['queued', 'cancel', 'member', 'cancelled', 'voided'],
  ['queued', 'cutoff', 'settlement', 'settling', 'kept'],
  ['settling', 'deal', 'settlement', 'done', 'posted'],
  ['settling', 'wait', 'settlement', 'queued', 'kept'],
] as const

describe.each([
  ['an exchange', exchangeMachine, exchangeStates],
  ['an undo', undoMachine, undoStates],
] as const)('%s', (_, machine, states) => {
  test('makes the steps of the rule book and no other', () => {
    for (const state of states) {
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
    const table: MachineTable<ExchangeState & UndoState, string, string, { hold: string }> =
      machine.table
    for (const steps of Object.values(table))
      for (const step of Object.values(steps))
        expect(step?.hold === 'kept').toBe(step !== undefined && !machine.isFinal(step.to))
  })
})
