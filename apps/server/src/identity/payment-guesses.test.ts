import { describe, expect, it } from 'vitest'
import {
  guessesLeft,
  type PaymentGuesses,
  proveGuess,
  reserveGuess,
  returnGuess,
} from './payment-guesses.ts'

const start = new Date('2026-11-21T00:00:00Z')
const after = (minutes: number): Date => new Date(start.getTime() + minutes * 60_000)
const none: PaymentGuesses = {
  wrongInRow: 0,
  lockedUntil: null,
  wrongAt: [],
  resetNeeded: false,
}

function guessAt(before: PaymentGuesses, minute: number): PaymentGuesses {
  const permit = reserveGuess(before, after(minute))
  if (permit.kind !== 'go') throw new Error(`no guess at ${minute}: ${permit.kind}`)
  return permit.guesses
}
const guessAll = (minutes: number[], from = none) => minutes.reduce(guessAt, from)

describe('guesses at a payment password', () => {
  it('lock for 30 minutes at the fifth in a row, and start anew after that', () => {
    const five = guessAll([0, 1, 2, 3, 4])
    expect(reserveGuess(five, after(33.9))).toEqual({ kind: 'locked', until: after(34) })
    expect(guessesLeft(guessAt(five, 34))).toBe(4)
  })

  it('need a reset at the tenth within any 24 hours, and do not recover with time', () => {
    const ten = guessAll([0, 1, 2, 3, 4, 40, 41, 42, 43, 44])
    expect(ten.resetNeeded).toBe(true)
    expect(reserveGuess(ten, after(1_000_000))).toEqual({ kind: 'resetNeeded' })
  })

  it('are counted in a sliding window, not by calendar days', () => {
    const day = 24 * 60
    // Four, a right one, and four more just before the first four are a day old.
    const four = proveGuess(guessAll([0, 1, 2, 3]), after(99))
    const eight = proveGuess(guessAll([day - 4, day - 3, day - 2, day - 1], four), after(99))
    expect(eight.wrongAt).toHaveLength(8)
    expect(guessAt(guessAt(eight, day - 0.5), day - 0.4).resetNeeded).toBe(true)
    // Two of the first four have left the window by then.
    expect(guessAt(guessAt(eight, day + 1), day + 1.1).wrongAt).toHaveLength(8)
  })

  it('count down to whichever lock is nearer', () => {
    expect([1, 2, 3, 4, 5].map(n => guessesLeft(guessAll(Array(n).fill(0))))).toEqual([
      4, 3, 2, 1, 0,
    ])
    const eight = { ...none, wrongAt: Array.from({ length: 8 }, (_, i) => after(i)) }
    expect(guessesLeft(guessAt(eight, 10))).toBe(1)
  })

  it('return the reserved one when the password was right', () => {
    const three = guessAll([0, 1, 2])
    expect(proveGuess(three, after(2))).toEqual({ ...none, wrongAt: [after(0), after(1)] })
    const ten = guessAll([0, 1, 2, 3, 4, 40, 41, 42, 43, 44])
    expect(proveGuess(ten, after(44)).resetNeeded).toBe(false)
  })

  it('stay locked when other guesses, made at the same time, have locked', () => {
    const five = guessAll([0, 1, 2, 3, 4])
    expect(proveGuess(five, after(2)).lockedUntil).toEqual(after(34))
    expect(proveGuess(five, after(4)).lockedUntil, 'the fifth itself was right').toBeNull()
  })

  it('leave no trace when the server failed to compare', () => {
    const four = guessAll([0, 1, 2, 3])
    expect(returnGuess(guessAt(four, 4), after(4))).toEqual(four)
  })
})
