import { expect, test } from 'vitest'
import { ofToday } from './today.ts'

const next = '2026-11-22T16:00:00.000Z'

test('the pay of the last cut-off is today’s, that of an earlier one is not', () => {
  expect(ofToday({ at: '2026-11-21T16:00:00.000Z', amount: '1.5' }, next)).toBe('1.5')
  expect(ofToday({ at: '2026-11-20T16:00:00.000Z', amount: '1.5' }, next)).toBe('0')
  expect(ofToday(null, next)).toBe('0')
})
