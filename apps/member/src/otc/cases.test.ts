import { type DisputeState, disputeStates, openDisputeStates } from '@banyan/domain'
import { describe, expect, test } from 'vitest'
import { caseSteps, wordingOf } from './cases.ts'

describe('the possible submission', () => {
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
  test('is the one in the address, or nothing: never another one', () => {
    const both = { moves: ['counterClaim'], dispute: { moves: ['state'] } }
    expect(wordingOf(both, 'answer')).toBe('answer')
    expect(wordingOf(both, 'review')).toBeNull()
  })
  test('is nothing when the server allows none', () => {
    expect(wordingOf({ moves: ['release'], dispute: null }, null)).toBeNull()
  })
})

describe('the steps of a case', () => {
  const nobody = { buyer: null, seller: null }
  const kept = { buyer: false, seller: false }
  const of = (state: DisputeState, rest: object = {}) => {
    const closedAt = openDisputeStates.includes(state) ? null : '2026-11-24T00:00:00.000Z'
    return caseSteps({ state, closedAt, replyBy: nobody, missedReply: kept, ...rest })
  }
  const buyer = '2026-11-25T00:00:00.000Z'

  test('are in progress while it is open, and static afterwards', () => {
    for (const state of disputeStates) {
      const underWay = of(state).some(step => step === 'now' || step === 'waiting')
      expect(underWay, state).toBe(openDisputeStates.includes(state))
    }
  })
  test('are at the replies while one is awaited in time', () => {
    expect(of('opened', { replyBy: { ...nobody, buyer } })[1]).toBe('waiting')
    expect(of('taken', { replyBy: { ...nobody, buyer } })[1]).toBe('waiting')
  })
  test('continue when the time to reply is over, or the case is', () => {
    const missedReply = { ...kept, buyer: true }
    expect(of('opened', { replyBy: { ...nobody, buyer }, missedReply })[2]).toBe('now')
    expect(of('settled', { replyBy: { ...nobody, buyer } })[1]).toBe('done')
  })
})
