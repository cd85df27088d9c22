import { expect, it } from 'vitest'
import { ageText, dayText, fieldTimeText, instantOfField, secondText, timeText } from './times.ts'

it.each([
  [0, '0:00'],
  [59_999, '0:00'],
  [60_000, '0:01'],
  [3 * 3_600_000 + 33 * 60_000, '3:33'],
  [25 * 3_600_000 + 8 * 60_000, '25:08'],
  [-1, '0:00'],
])('%d ms are %s', (ms, text) => {
  expect(ageText(ms)).toBe(text)
})

it("shows the platform's time, whatever the computer's", () => {
  expect(timeText('2026-11-24T06:26:19Z')).toBe('14:26')
  expect(secondText('2026-11-24T06:26:19Z')).toBe('14:26:19')
  expect(dayText('2026-11-23T16:00:00Z', Date.UTC(2026, 10, 26))).toBe('11-24 00:00')
  expect(dayText('2025-11-23T16:00:00Z', Date.UTC(2026, 10, 26))).toBe('2025-11-24 00:00')
})

it("a field for day and time holds the platform's time", () => {
  expect(fieldTimeText('2026-11-23T16:05:00.000Z')).toBe('2026-11-24T00:05')
  expect(instantOfField('2026-11-24T00:05')).toBe('2026-11-23T16:05:00.000Z')
  expect(instantOfField('')).toBeNull()
})
