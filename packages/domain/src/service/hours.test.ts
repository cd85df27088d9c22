import { expect, it } from 'vitest'
import { isWithin, readHours, type ServiceHours } from './hours.ts'

const hours = readHours('1-5 09:00-18:00 Asia/Shanghai') as ServiceHours

it('parses days, times and a time zone', () => {
  expect(hours).toEqual({
    days: [1, 2, 3, 4, 5],
    from: '09:00',
    until: '18:00',
    timeZone: 'Asia/Shanghai',
  })
})

it('rejects other texts', () => {
  for (const text of [
    '',
    '9-5',
    '5-1 09:00-18:00 Asia/Shanghai',
    '1-5 18:00-09:00 Asia/Shanghai',
    '1-5 09:00-25:00 Asia/Shanghai',
    '1-8 09:00-18:00 Asia/Shanghai',
    '1-5 09:00-18:00 Mars/Olympus',
  ])
    expect(readHours(text), text).toBeNull()
})

it('is open by the clock of its own time zone, on its own days', () => {
  const at = (instant: string) => isWithin(hours, new Date(instant))
  // Monday 23 November 2026, 09:00 to 18:00 in Shanghai is 01:00 to 10:00 UTC.
  expect(at('2026-11-23T00:59:59Z')).toBe(false)
  expect(at('2026-11-23T01:00:00Z')).toBe(true)
  expect(at('2026-11-23T09:59:59Z')).toBe(true)
  expect(at('2026-11-23T10:00:00Z')).toBe(false)
  // Sunday in UTC and Monday in Shanghai, at seven in the morning there.
  expect(at('2026-11-22T23:00:00Z')).toBe(false)
  expect(at('2026-11-21T02:00:00Z'), 'Saturday').toBe(false)
  const always = readHours('1-7 00:00-24:00 UTC') as ServiceHours
  expect(isWithin(always, new Date('2026-11-22T23:59:59Z'))).toBe(true)
})
