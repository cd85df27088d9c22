import { disputeStates, openDisputeStates } from '@banyan/domain'
import { describe, expect, test } from 'vitest'
import { caseLooks, wordingOf } from './cases.ts'

describe('what can be handed in', () => {
  test('is an appeal while the trade allows one, and a counter-claim in the case of the other', () => {
    expect(wordingOf({ moves: ['appeal', 'release'], dispute: null }, null)).toBe('appeal')
    const case_ = { moves: ['state', 'counterClaim'] }
    expect(wordingOf({ moves: ['counterClaim'], dispute: case_ }, null)).toBe('appeal')
  })
  test('is an answer in a case, or its review once it is ruled', () => {
    expect(wordingOf({ moves: [], dispute: { moves: ['state'] } }, null)).toBe('answer')
    const ruled = { moves: ['accept', 'askReview'] }
    expect(wordingOf({ moves: [], dispute: ruled }, null)).toBe('review')
  })
  test('is what the address asks for, or nothing: never something else', () => {
    const both = { moves: ['counterClaim'], dispute: { moves: ['state'] } }
    expect(wordingOf(both, 'answer')).toBe('answer')
    expect(wordingOf(both, 'review')).toBeNull()
  })
  test('is nothing where the house allows nothing', () => {
    expect(wordingOf({ moves: ['release'], dispute: null }, null)).toBeNull()
  })
})

describe('the look of a case', () => {
  test('asks for attention for as long as it is open', () => {
    for (const state of disputeStates) {
      const attention = ['warn', 'accent'].includes(caseLooks[state].tone)
      expect(attention, state).toBe(openDisputeStates.includes(state))
    }
  })
})
