import { expect, test } from 'vitest'
import { cutOffAfter, cutOffsBetween } from './clock.ts'

const at = (text: string) => new Date(`2026-11-${text}Z`)

test('a cut-off is at 16:00 UTC, and the one that is now is past', () => {
  expect(cutOffAfter(at('27T15:59:59'))).toEqual(at('27T16:00:00'))
  expect(cutOffAfter(at('27T16:00:00'))).toEqual(at('28T16:00:00'))
})

test('cut-offs are counted once each, also over several days', () => {
  expect(cutOffsBetween(at('27T15:59:59'), at('27T16:00:00'))).toBe(1)
  expect(cutOffsBetween(at('27T16:00:00'), at('28T15:59:59'))).toBe(0)
  expect(cutOffsBetween(at('20T12:00:00'), at('28T12:00:00'))).toBe(8)
})
