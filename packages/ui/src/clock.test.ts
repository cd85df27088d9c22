import { describe, expect, test } from 'vitest'
import { agoOf, clockText, dateText, momentText, secondsUntil } from './clock.ts'

describe('a countdown', () => {
  test('counts a started second and stops at zero', () => {
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
  test('is just now under five minutes, and for a time slightly ahead of the clock', () => {
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
  test('is a date beyond that', () => {
    expect(ago(30 * 24 * 60 * minute + 1)).toEqual({ unit: 'date' })
  })
})

describe('an instant', () => {
  const words = {
    date: (...parts: (number | null)[]) => parts.filter(part => part !== null).join('/'),
    nearDay: { '-1': 'yesterday', 0: 'today', 1: 'tomorrow' },
  }
  const at = (month: number, day: number, ...time: [number, number]) =>
    new Date(2026, month - 1, day, ...time).getTime()
  const now = at(1, 9, 12, 0)
  test('is formatted with its local day and time, midnight as 00', () => {
    expect(momentText(at(3, 1, 23, 59), words, now)).toBe('3/1 23:59')
    expect(momentText(at(3, 1, 0, 5), words, now)).toBe('3/1 00:05')
  })
  test('has its year only when it is another year', () => {
    expect(dateText(at(12, 31, 8, 0), words, now)).toBe('12/31')
    expect(dateText(at(13, 1, 8, 0), words, now)).toBe('2027/1/1')
    expect(momentText(at(-3, 5, 8, 0), words, now)).toBe('2025/9/5 08:00')
  })
  test('near today is named by the day, from midnight to midnight', () => {
    expect(momentText(at(1, 7, 23, 59), words, now)).toBe('1/7 23:59')
    expect(momentText(at(1, 8, 0, 0), words, now)).toBe('yesterday 00:00')
    expect(momentText(at(1, 8, 23, 59), words, now)).toBe('yesterday 23:59')
    expect(momentText(at(1, 9, 0, 0), words, now)).toBe('today 00:00')
    expect(momentText(at(1, 10, 23, 59), words, now)).toBe('tomorrow 23:59')
    expect(momentText(at(1, 11, 0, 0), words, now)).toBe('1/11 00:00')
    const eve = at(12, 31, 22, 0)
    expect(momentText(at(13, 1, 1, 0), words, eve)).toBe('tomorrow 01:00')
  })
})
