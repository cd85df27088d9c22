import { describe, expect, it } from 'vitest'
import { notificationKinds } from '../notifications/kinds.ts'
import { pushKindOf, pushKinds } from './kinds.ts'

describe('the choice that a notification belongs to', () => {
  it('exists for every kind of push, and every choice is of some use', () => {
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

  it('is none for what comes with every settlement or concerns everybody', () => {
    for (const kind of ['earnings.settled', 'loss.announced', 'windDown.announced'] as const)
      expect(pushKindOf(kind, null)).toBeNull()
  })
})
