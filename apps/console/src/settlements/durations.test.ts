import { expect, it } from 'vitest'
import { durationText } from './durations.ts'

it('is milliseconds, and seconds from ten on', () => {
  expect(durationText(0)).toBe('0 ms')
  expect(durationText(9_999)).toBe('9999 ms')
  expect(durationText(10_000)).toBe('10.0 s')
  expect(durationText(61_250)).toBe('61.3 s')
})
