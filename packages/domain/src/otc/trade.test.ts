import { describe, expect, it } from 'vitest'
import {
  clockEvent,
  tradeActors,
  tradeDeadlineOf,
  tradeEvents,
  tradeMachine,
  tradeStageOf,
  tradeStates,
  tradeStatusOf,
} from './trade.ts'

/** The table of otc.md, written again by hand: what is not a line here must be refused. */
const allowed = new Set([
  'unpaid pay buyer → paid held',
  'unpaid giveUp buyer → payment_timeout to_seller',
  'unpaid paymentDeadline clock → payment_grace held',
  'payment_grace graceOver clock → payment_timeout to_seller',
  'paid release seller → finished to_buyer',
  'paid releaseDeadline clock → release_timeout held',
  'release_timeout release seller → finished to_buyer',
])

describe('the trade machine', () => {
  it('allows exactly the steps of the table: every event in every state by every actor', () => {
    const found = new Set<string>()
    for (const state of tradeStates) {
      for (const event of tradeEvents) {
        for (const actor of tradeActors) {
          const step = tradeMachine.step(state, event, actor)
          if (step) found.add(`${state} ${event} ${actor} → ${step.to} ${step.escrow}`)
        }
      }
    }
    expect(found).toEqual(allowed)
  })

  it('lets the coin leave escrow exactly when a trade ends', () => {
    for (const steps of Object.values(tradeMachine.table)) {
      for (const step of Object.values(steps)) {
        expect(step.escrow !== 'held').toBe(tradeMachine.isFinal(step.to))
      }
    }
  })

  it('never lets a clock give coin to the buyer: silence moves no money', () => {
    for (const steps of Object.values(tradeMachine.table)) {
      for (const step of Object.values(steps)) {
        if (step.by.includes('clock')) expect(step.escrow).not.toBe('to_buyer')
      }
    }
  })

  it('counts down in a state exactly where the clock has something to do', () => {
    for (const state of tradeStates)
      expect(tradeDeadlineOf[state] !== null).toBe(clockEvent(state) !== null)
  })

  it('shows every state on a page and under a status of the specification', () => {
    expect(
      tradeStates.map(state => `${state}: ${tradeStatusOf[state]} on ${tradeStageOf[state]}`),
    ).toEqual([
      'unpaid: unpaid on topay',
      'payment_grace: payment_timeout on topay',
      'payment_timeout: payment_timeout on closed',
      'paid: paid on payed',
      'release_timeout: release_timeout on payed',
      'finished: finished on closed',
    ])
  })
})
