import { describe, expect, it } from 'vitest'
import { byUrgency, waitingCount, waitOf } from './waits.ts'

type Facts = Parameters<typeof waitOf>[0]
const trade = (facts: Partial<Facts>): Facts => ({
  side: 'buy',
  state: 'unpaid',
  moves: [],
  cancel: null,
  dispute: null,
  ...facts,
})
const caseOf = (more: Partial<NonNullable<Facts['dispute']>> = {}) => ({
  question: null,
  replyBy: { buyer: null, seller: '2026-11-24T00:00:00Z' },
  missedReply: { buyer: false, seller: false },
  moves: ['state' as const],
  ...more,
})

describe('a trade waits for', () => {
  it.each([
    ['buy', 'unpaid', 'pay'],
    ['buy', 'payment_grace', 'pay'],
    ['sell', 'unpaid', null],
    ['sell', 'paid', 'release'],
    ['sell', 'release_timeout', 'release'],
    ['buy', 'paid', null],
  ] as const)('the %ser of one in %s: %s', (side, state, wait) => {
    expect(waitOf(trade({ side, state }))).toBe(wait)
  })

  it('the side that a case asks, until it has answered or missed its time', () => {
    const state = 'arbitration_from_paid'
    expect(waitOf(trade({ side: 'sell', state, dispute: caseOf() }))).toBe('reply')
    expect(waitOf(trade({ side: 'buy', state, dispute: caseOf() }))).toBeNull()
    const missed = caseOf({ missedReply: { buyer: false, seller: true } })
    expect(waitOf(trade({ side: 'sell', state, dispute: missed }))).toBeNull()
    const asked = caseOf({ question: { to: 'buyer', text: '?', at: '2026-11-23T00:00:00Z' } })
    expect(waitOf(trade({ side: 'buy', state, dispute: asked }))).toBe('reply')
    expect(waitOf(trade({ side: 'sell', state, dispute: caseOf({ moves: [] }) }))).toBeNull()
  })

  it('the side that did not propose to cancel', () => {
    const cancel = { proposedBy: 'seller', agreed: false } as const
    expect(waitOf(trade({ state: 'paid', cancel, moves: ['acceptCancel'] }))).toBe('cancel')
    expect(waitOf(trade({ side: 'sell', state: 'unpaid', cancel, moves: [] }))).toBeNull()
  })
})

it('counts those that wait and puts them first, the nearest deadline first', () => {
  const at = (minute: number) => `2026-11-23T12:${minute}:00Z`
  const trades = [
    { ...trade({ state: 'paid' }), deadline: at(10) },
    { ...trade({}), deadline: at(40) },
    { ...trade({ side: 'sell', state: 'paid' }), deadline: at(20) },
    { ...trade({ side: 'sell', state: 'release_timeout' }), deadline: null },
  ]
  expect(waitingCount(trades)).toBe(3)
  expect(byUrgency(trades).map(one => one.deadline)).toEqual([at(20), at(40), null, at(10)])
})
