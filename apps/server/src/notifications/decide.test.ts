import { describe, expect, it } from 'vitest'
import { ofTradeStep } from './decide.ts'

const step = (event: string, actor: string) => ({
  tradeId: '0192f0c1-2345-7abc-8def-0123456789ab',
  version: '3',
  event,
  actor,
  at: new Date(0),
  matchingId: 'M1',
  buyerId: 'b',
  sellerId: 's',
})
const notified = (event: string, actor: string) =>
  ofTradeStep(step(event, actor)).map(one => [one.memberId, one.kind])

describe('a step of a trade', () => {
  it('notifies the other party, not the one who made it', () => {
    expect(notified('pay', 'buyer')).toEqual([['s', 'trade.pay']])
    expect(notified('release', 'seller')).toEqual([['b', 'trade.release']])
  })

  it('notifies both parties when neither made it', () => {
    for (const actor of ['clock', 'chain', 'arbitrators'])
      expect(notified('graceOver', actor).map(([member]) => member)).toEqual(['b', 's'])
  })

  it('has a name of its own for each party, and none when there is no text for it', () => {
    expect(ofTradeStep(step('graceOver', 'clock')).map(one => one.source)).toEqual([
      'trade:0192f0c1-2345-7abc-8def-0123456789ab:3',
      'trade:0192f0c1-2345-7abc-8def-0123456789ab:3',
    ])
    expect(notified('noticed', 'clock')).toEqual([])
  })
})
