import { describe, expect, it } from 'vitest'
import type { OperatorStanding } from '../platform/http/route.ts'
import { missingProof } from './standing.ts'

const now = new Date('2026-03-02T10:00:00Z')
const minutesAgo = (minutes: number): Date => new Date(now.getTime() - minutes * 60_000)
const standing = (some: Partial<OperatorStanding> = {}): OperatorStanding => ({
  isLocked: false,
  factors: ['totp'],
  provenAt: minutesAgo(1),
  now,
  ...some,
})
const missing = (...asked: Parameters<typeof missingProof>) =>
  missingProof(...asked)?.refusal ?? null

describe('a session', () => {
  it('that is locked does nothing but what unlocks or ends it', () => {
    const locked = standing({ isLocked: true })
    expect(missing(locked, 'opened', false)).toBeNull()
    for (const proof of ['password', 'factor', 'recentFactor'] as const)
      expect(missing(locked, proof, true)).toBe('operatorSessionLocked')
  })

  it('of an account with a second factor does nothing before one is proven', () => {
    const half = standing({ provenAt: null })
    expect(missing(half, 'password', false)).toBeNull()
    for (const proof of ['factor', 'recentFactor'] as const)
      for (const isOptional of [false, true])
        expect(missing(half, proof, isOptional)).toBe('operatorFactorAsked')
  })

  it('moves money for five minutes after a factor was proven', () => {
    expect(missing(standing({ provenAt: minutesAgo(5) }), 'recentFactor', false)).toBeNull()
    const later = standing({ provenAt: new Date(minutesAgo(5).getTime() - 1) })
    expect(missing(later, 'recentFactor', false)).toBe('operatorFactorStale')
    expect(missing(later, 'recentFactor', true)).toBe('operatorFactorStale')
    expect(missing(later, 'factor', false)).toBeNull()
  })

  it('of an account without one moves no money, but on a demonstration', () => {
    const bare = standing({ factors: [], provenAt: null })
    expect(missing(bare, 'factor', false)).toBeNull()
    expect(missing(bare, 'recentFactor', false)).toBe('operatorFactorMissing')
    expect(missing(bare, 'recentFactor', true)).toBeNull()
  })
})
