import { describe, expect, it } from 'vitest'
import { addedTo, movedSince } from './change.ts'

describe('the change of today', () => {
  it('is the added amount, as a share of the previous total', () => {
    expect(addedTo('104', ['3', '1'])).toEqual({ amount: 4_000_000n, percent: 4_000_000n })
  })
  it('of an account that had nothing has no share', () => {
    expect(addedTo('1', ['1'])).toEqual({ amount: 1_000_000n, percent: 0n })
  })
})

describe('the movement of the price', () => {
  const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T16:00:00.000Z`
  const history = [
    { at: at(1), adjusted: '0.9' },
    { at: at(2), adjusted: '1' },
    { at: at(3), adjusted: '1.0275' },
  ]
  it('is measured since the last split, in today’s units', () => {
    const split = { at: at(2), multiple: 2 }
    const moved = movedSince({ history, splits: [split] })
    expect(moved).toEqual({ percent: 2_750_000n, since: at(2), isSplit: true })
  })
  it('is measured since the first price when there was no split', () => {
    expect(movedSince({ history, splits: [] })).toMatchObject({ since: at(1), isSplit: false })
  })
  it('is null for one price', () => {
    expect(movedSince({ history: history.slice(0, 1), splits: [] })).toBeNull()
  })
})
