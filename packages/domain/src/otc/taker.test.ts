import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newcomersMost, type TakerRules, takerLimit } from './taker.ts'

const DAY = 24 * 3_600_000
const rules: TakerRules = {
  steps: [
    { finished: 0, most: 2 },
    { finished: 3, most: 5 },
    { finished: 20, most: 10 },
  ],
  faults: { count: 2, windowMs: 7 * DAY, loweredTo: 1, lastsMs: 7 * DAY },
  unpaidShareBps: 5_000,
}
const now = new Date('2026-11-23T00:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * DAY)
const limit = (finished: number, faults: Date[] = []) =>
  takerLimit({ finished, open: 1, faults }, rules, now)

describe('the limit of a taker', () => {
  it('is 2 until three trades have finished, then 5, then 10 after twenty', () => {
    expect([0, 2, 3, 19, 20, 500].map(n => limit(n).most)).toEqual([2, 2, 5, 5, 10, 10])
    expect(limit(2).next).toEqual({ finished: 3, most: 5 })
    expect(limit(3).next).toEqual({ finished: 20, most: 10 })
    expect(limit(20).next).toBeNull()
  })

  it('is 1 for seven days from a second fault in seven days', () => {
    expect(limit(20, [daysAgo(1)])).toMatchObject({ most: 10, loweredUntil: null })
    expect(limit(20, [daysAgo(8), daysAgo(1)])).toMatchObject({ most: 10 })
    expect(limit(20, [daysAgo(6.9), daysAgo(1)])).toMatchObject({
      most: 1,
      loweredUntil: daysAgo(-6),
    })
    expect(limit(20, [daysAgo(8), daysAgo(7)])).toMatchObject({ most: 10 })
  })

  it('lasts from the last fault of any two', () => {
    expect(limit(0, [daysAgo(9), daysAgo(5), daysAgo(1)]).loweredUntil).toEqual(daysAgo(-6))
    expect(limit(0, [daysAgo(12), daysAgo(6)]).loweredUntil).toEqual(daysAgo(-1))
  })
})

describe('members without a finished trade', () => {
  it('leave at most half of an order unpaid, however many they are and however they split it', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        fc.array(fc.bigInt({ min: 1n, max: 10n ** 12n }), { maxLength: 30 }),
        (total, asks) => {
          let [available, unpaid] = [total, 0n]
          for (const ask of asks) {
            const most = newcomersMost({ available, unpaid }, rules)
            const taken = ask < most ? ask : most
            available -= taken
            unpaid += taken
          }
          expect(unpaid * 2n).toBeLessThanOrEqual(total)
        },
      ),
    )
  })

  it('take nothing more of an order whose rest others have bought meanwhile', () => {
    expect(newcomersMost({ available: 100n, unpaid: 0n }, rules)).toBe(50n)
    expect(newcomersMost({ available: 50n, unpaid: 50n }, rules)).toBe(0n)
    expect(newcomersMost({ available: 10n, unpaid: 50n }, rules)).toBe(0n)
  })
})
