import { describe, expect, it } from 'vitest'
import { notificationKinds } from '../notifications/kinds.ts'
import { pushKindOf, pushKinds, pushLine } from './kinds.ts'

describe('the choice that a notification belongs to', () => {
  it('exists for every kind of push, and every choice is used', () => {
    const used = new Set(
      notificationKinds.flatMap(kind => [pushKindOf(kind, 'buyer'), pushKindOf(kind, 'seller')]),
    )
    expect([...used].filter(one => one !== null).sort()).toEqual([...pushKinds].sort())
  })

  it('asks only the seller to release', () => {
    expect(pushKindOf('trade.hashVerified', 'seller')).toBe('release')
    expect(pushKindOf('trade.hashVerified', 'buyer')).toBeNull()
    expect(pushKindOf('trade.releaseDeadline', 'seller')).toBe('release')
    expect(pushKindOf('trade.releaseDeadline', 'buyer')).toBeNull()
    expect(pushKindOf('trade.releaseVerified', 'buyer')).toBe('credited')
    expect(pushKindOf('trade.releaseVerified', 'seller')).toBeNull()
  })

  it('is null for what comes with every settlement or concerns everybody', () => {
    for (const kind of ['earnings.settled', 'loss.announced', 'windDown.announced'] as const)
      expect(pushKindOf(kind, null)).toBeNull()
  })
})

describe('what a locked screen shows', () => {
  it('is a different sentence for each kind, without a digit, a currency, a coin or a role', () => {
    for (const locale of ['zh-CN', 'en'] as const) {
      const lines = pushKinds.map(kind => pushLine(kind, locale))
      expect(new Set(lines).size).toBe(pushKinds.length)
      for (const line of lines)
        expect(line).not.toMatch(/\d|\{|USDT|LEAF|币|买家|卖家|buyer|seller|coin/i)
    }
  })
})
