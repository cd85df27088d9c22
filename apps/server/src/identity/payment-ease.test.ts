import { describe, expect, it } from 'vitest'
import { EASE_MS, easeHolds, PaymentEases, type PaymentFacts } from './payment-ease.ts'

const at = new Date('2026-11-21T00:00:00Z')
const later = (ms: number): Date => new Date(at.getTime() + ms)
const proof = { hash: 'v1:one', at }
const facts: PaymentFacts = {
  now: later(1_000),
  paymentHash: 'v1:one',
  frozen: false,
  changes: [null, later(-1)],
  guesses: { wrongInRow: 0, lockedUntil: null, wrongAt: [later(-1)], resetNeeded: false },
}
const holds = (change: Partial<PaymentFacts>) => easeHolds(proof, { ...facts, ...change })
const holdsWith = (guesses: Partial<PaymentFacts['guesses']>) =>
  holds({ guesses: { ...facts.guesses, ...guesses } })

describe('a proof of a payment password', () => {
  it('holds for ten minutes, to the millisecond, and not before it was made', () => {
    expect(holds({})).toBe(true)
    expect(holds({ now: later(EASE_MS - 1) })).toBe(true)
    expect(holds({ now: later(EASE_MS) })).toBe(false)
    expect(holds({ now: later(-1) })).toBe(false)
  })

  it('ends with its stored hash, a change or a freeze, in the same millisecond too', () => {
    expect(holds({ paymentHash: 'v1:two' })).toBe(false)
    expect(holds({ paymentHash: null })).toBe(false)
    expect(holds({ frozen: true })).toBe(false)
    expect(holds({ changes: [at] })).toBe(false)
    expect(holds({ changes: [null, later(1)] })).toBe(false)
    expect(holds({ changes: [later(24 * 3_600_000)] }), 'a freeze that lasts').toBe(false)
  })

  it('ends with any wrong guess since, and with a lock', () => {
    expect(holdsWith({ wrongAt: [at] })).toBe(false)
    expect(holdsWith({ wrongAt: [later(-1), later(1)] })).toBe(false)
    expect(holdsWith({ wrongInRow: 1 })).toBe(false)
    expect(holdsWith({ lockedUntil: later(-1) })).toBe(false)
    expect(holdsWith({ resetNeeded: true })).toBe(false)
  })
})

describe('the remembered proofs', () => {
  const caller = { sessionId: 's1', memberId: 'm1' }

  it('know the password of their own session, member and process only', () => {
    const eases = new PaymentEases()
    eases.remember(caller, '482913', proof)
    const ease = eases.get('s1')
    if (!ease) throw new Error('it is not remembered')
    expect(eases.isSame(caller, ease, '482913')).toBe(true)
    expect(eases.isSame(caller, ease, '482914')).toBe(false)
    expect(eases.isSame(caller, ease, '')).toBe(false)
    expect(eases.isSame({ ...caller, sessionId: 's2' }, ease, '482913')).toBe(false)
    expect(eases.isSame({ ...caller, memberId: 'm2' }, ease, '482913')).toBe(false)
    expect(new PaymentEases().isSame(caller, ease, '482913'), 'another key').toBe(false)
    expect(eases.get('s2')).toBeUndefined()
    eases.forget('s1')
    expect(eases.get('s1')).toBeUndefined()
  })
})
