import { describe, expect, test } from 'vitest'
import { agoOf, clockText, dateText, momentText, secondsUntil } from './clock.ts'

describe('a countdown', () => {
  test('counts a begun second and stops at nothing', () => {
    expect(secondsUntil(10_001, 0)).toBe(11)
    expect(secondsUntil('1970-01-01T00:00:10.000Z', 0)).toBe(10)
    expect(secondsUntil(0, 5_000)).toBe(0)
  })
  test('reads as minutes and seconds, with hours when there are any', () => {
    expect(clockText(872)).toBe('14:32')
    expect(clockText(59)).toBe('00:59')
    expect(clockText(3909)).toBe('1:05:09')
  })
})

describe('how long ago', () => {
  const minute = 60_000
  const now = Date.parse('2026-11-21T12:00:00Z')
  const ago = (ms: number) => agoOf(now - ms, now)
  test('is just now under five minutes, and for what is a moment ahead of the clock', () => {
    expect(ago(5 * minute - 1)).toEqual({ unit: 'now' })
    expect(ago(-1000)).toEqual({ unit: 'now' })
  })
  test('is minutes, then hours, then days up to thirty', () => {
    expect(ago(5 * minute)).toEqual({ unit: 'minutes', n: 5 })
    expect(ago(59 * minute)).toEqual({ unit: 'minutes', n: 59 })
    expect(ago(60 * minute)).toEqual({ unit: 'hours', n: 1 })
    expect(ago(24 * 60 * minute)).toEqual({ unit: 'days', n: 1 })
    expect(ago(30 * 24 * 60 * minute)).toEqual({ unit: 'days', n: 30 })
  })
  test('is a date beyond', () => {
    expect(ago(30 * 24 * 60 * minute + 1)).toEqual({ unit: 'date' })
  })
})

describe('a moment', () => {
  const words = { date: (...day: number[]) => day.join('/') }
  test('is written as its day and time here, midnight as 00', () => {
    const at = (...time: [number, number]) => new Date(2026, 0, 9, ...time).getTime()
    expect(dateText(at(23, 59), words)).toBe('2026/1/9')
    expect(momentText(at(23, 59), words)).toBe('2026/1/9 23:59')
    expect(momentText(at(0, 5), words)).toBe('2026/1/9 00:05')
  })
})
