import { tradeMachine, tradeStageOf, tradeStages, tradeStates } from '@banyan/domain'
import { describe, expect, test } from 'vitest'
import { rightPlace, type Side, tradeStyles } from './stages.ts'

const sides: readonly Side[] = ['buy', 'sell']

describe('the page of a trade', () => {
  test.each(tradeStates.flatMap(state => sides.map(side => [state, side] as const)))(
    'of a trade that is %s is one and the same for the %s side, from every address',
    (state, side) => {
      const trade = { side, stage: tradeStageOf[state] }
      const answers = sides.flatMap(here =>
        tradeStages.map(stage => rightPlace({ side: here, stage }, trade)),
      )
      expect(answers.filter(answer => answer === null)).toHaveLength(1)
      for (const answer of answers) if (answer) expect(answer).toEqual(trade)
      expect(rightPlace(trade, trade)).toBeNull()
    },
  )

  test('follows every step of the machine to its result', () => {
    for (const from of tradeStates) {
      for (const step of Object.values(tradeMachine.table[from])) {
        const here = { side: 'buy' as const, stage: tradeStageOf[from] }
        const there = { side: 'buy' as const, stage: tradeStageOf[step.to] }
        const moved = rightPlace(here, there)
        expect(moved).toEqual(tradeStageOf[from] === tradeStageOf[step.to] ? null : there)
      }
    }
  })
})

describe('the style of a trade', () => {
  test('never goes a step back, except for a payment that never came or was disproved, and a withdrawn appeal', () => {
    const stepsBack = ['confirmCancel', 'withdrawAppeal', 'paymentUnproven']
    for (const from of tradeStates) {
      for (const [event, step] of Object.entries(tradeMachine.table[from])) {
        if (stepsBack.includes(event)) continue
        expect(tradeStyles[step.to].step).toBeGreaterThanOrEqual(tradeStyles[from].step)
      }
    }
  })
  test('is done only when the coin has reached the buyer', () => {
    const done = tradeStates.filter(state => tradeStyles[state].step === 3)
    expect(done).toEqual(['finished', 'arbitration_release'])
  })
  test('is never a danger: red is for price movement and for errors', () => {
    for (const state of tradeStates) expect(tradeStyles[state].tone).not.toBe('danger')
  })
})
