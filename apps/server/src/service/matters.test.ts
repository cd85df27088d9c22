import { MATTERS_SHOWN, type TradeView } from '@banyan/domain'
import { expect, it } from 'vitest'
import { mattersOf } from './matters.ts'

const trade = (over: object): TradeView =>
  ({
    id: 't1',
    matchingId: 'M1',
    side: 'buy',
    stage: 'topay',
    state: 'unpaid',
    deadline: '2026-11-23T10:00:00.000Z',
    dispute: null,
    ...over,
  }) as TradeView
const dispute = (over: object) => ({
  caseNumber: 'C1',
  closedAt: null,
  moves: [],
  reviewDeadline: null,
  replyBy: { buyer: null, seller: null },
  queue: null,
  ...over,
})
const of = (trades: TradeView[]) => mattersOf({ trades, recharges: [], withdrawals: [] })
const awaited = (one: TradeView) => of([one]).map(matter => 'awaited' in matter && matter.awaited)

it('names the side that a trade waits for, from its member’s point of view', () => {
  expect(awaited(trade({}))).toEqual(['me'])
  expect(awaited(trade({ side: 'sell' }))).toEqual(['other'])
  expect(awaited(trade({ state: 'paid' }))).toEqual(['other'])
  expect(awaited(trade({ side: 'sell', state: 'release_timeout' }))).toEqual(['me'])
})

it('names the side that a case waits for, and until when', () => {
  const [soon, later] = ['2026-11-24T10:00:00.000Z', '2026-11-25T10:00:00.000Z']
  const reply = { awaited: 'reply', appointFrom: null }
  const inCase = (over: object) => of([trade({ dispute: dispute(over) })])[0]
  expect(inCase({ queue: reply, replyBy: { buyer: soon, seller: null } })).toMatchObject({
    kind: 'case',
    awaited: 'me',
    deadline: soon,
  })
  expect(inCase({ queue: reply, replyBy: { buyer: null, seller: later } })).toMatchObject({
    awaited: 'other',
    deadline: later,
  })
  expect(inCase({ queue: { awaited: 'draw', appointFrom: later } })).toMatchObject({
    awaited: 'arbitrator',
    deadline: later,
  })
  expect(inCase({ queue: { awaited: 'administrator', appointFrom: soon } })).toMatchObject({
    awaited: 'administrator',
    deadline: null,
  })
  expect(inCase({ moves: ['askReview'], reviewDeadline: soon })).toMatchObject({
    awaited: 'me',
    deadline: soon,
  })
})

it('lists cases before trades, and never more than a few', () => {
  const trades = [1, 2, 3, 4].map(at => trade({ id: `t${at}` }))
  const matters = of([...trades, trade({ id: 't5', dispute: dispute({}) })])
  expect(matters.map(one => one.kind)).toEqual(['case', 'trade', 'trade', 'trade'])
  expect(matters).toHaveLength(MATTERS_SHOWN)
})
