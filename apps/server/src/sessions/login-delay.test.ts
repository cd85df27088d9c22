import { describe, expect, it } from 'vitest'
import {
  delayMinutes,
  type LoginCounts,
  proveTry,
  reserveTry,
  returnTry,
  triesLeft,
} from './login-delay.ts'

const start = new Date('2026-11-21T00:00:00Z')
const after = (minutes: number): Date => new Date(start.getTime() + minutes * 60_000)
const none = { failures: 0, beganAt: start, lastAt: start, lockedUntil: null }
const fresh: LoginCounts = { place: none, hour: none }

/** Fails at each of the minutes and returns the last decision. */
function failAt(minutes: number[], from: LoginCounts = fresh) {
  let counts = from
  for (const minute of minutes) {
    const permit = reserveTry(counts, after(minute))
    if (permit.kind === 'locked') return { counts, permit }
    counts = permit.counts
  }
  return { counts, permit: null }
}

describe('the wait after failed logins', () => {
  it('is zero for four, then 1, 2, 4, 8 and 15 minutes for ever', () => {
    expect([0, 1, 4, 5, 6, 7, 8, 9, 10, 50].map(delayMinutes)).toEqual([
      0, 0, 0, 1, 2, 4, 8, 15, 15, 15,
    ])
  })

  it('counts the free tries down', () => {
    const left = [1, 2, 3, 4, 5].map(n => triesLeft(failAt(Array(n).fill(0)).counts.place))
    expect(left).toEqual([4, 3, 2, 1, 0])
  })

  it('allows no try while it lasts, and one more try after it', () => {
    const five = failAt([0, 0, 0, 0, 0]).counts
    expect(reserveTry(five, after(0.99))).toEqual({ kind: 'locked', until: after(1) })
    const six = failAt([1], five).counts
    expect(reserveTry(six, after(2.9))).toEqual({ kind: 'locked', until: after(3) })
    expect(reserveTry(six, after(3)).kind).toBe('go')
  })

  it('starts anew after a right password, and after a day without a failure', () => {
    const five = failAt([0, 0, 0, 0, 0]).counts
    expect(triesLeft(proveTry(five, after(0)).place)).toBe(5)
    const later = reserveTry(five, after(24 * 60))
    expect(later.kind === 'go' && triesLeft(later.counts.place)).toBe(4)
  })

  it('stays when tries made at the same time have caused it', () => {
    const five = failAt([0, 0, 0, 0, 0.5]).counts
    expect(proveTry(five, after(0)).place.lockedUntil).toEqual(after(1.5))
    expect(proveTry(five, after(0.5)).place.lockedUntil).toBeNull()
  })

  it('returns a try that the server could not compare', () => {
    const four = failAt([0, 0, 0, 0]).counts
    const five = failAt([0], four).counts
    expect(returnTry(five)).toEqual(four)
  })
})

describe('the hour', () => {
  it('ends at a hundred failures of one account, wherever they were made', () => {
    let hour = none as LoginCounts['hour']
    for (let i = 0; i < 100; i++) {
      const permit = reserveTry({ place: none, hour }, after(1))
      if (permit.kind === 'locked') throw new Error(`locked after ${i}`)
      hour = permit.counts.hour
    }
    expect(reserveTry({ place: none, hour }, after(59))).toEqual({
      kind: 'locked',
      until: after(60),
    })
    expect(reserveTry({ place: none, hour }, after(60)).kind).toBe('go')
  })

  it('is not shortened by the right password on one device', () => {
    const three = failAt([0, 0, 0]).counts
    expect(proveTry(three, after(0)).hour.failures).toBe(2)
  })
})
