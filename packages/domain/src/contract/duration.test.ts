import { expect, test } from 'vitest'
import { durationText } from './duration.ts'

test.each([
  [60_000, '1 分钟', '1 minute'],
  [90 * 60_000, '90 分钟', '90 minutes'],
  [3_600_000, '1 小时', '1 hour'],
  [86_400_000, '24 小时', '24 hours'],
  [36 * 3_600_000, '36 小时', '36 hours'],
  [7 * 86_400_000, '7 天', '7 days'],
  [0, '0 小时', '0 hours'],
])('%d ms are %s, in English %s', (ms, zh, en) => {
  expect([durationText(ms, 'zh-CN'), durationText(ms, 'en')]).toEqual([zh, en])
})

test('a part of a minute has no words', () => {
  expect(() => durationText(1_500, 'en')).toThrow(RangeError)
})
