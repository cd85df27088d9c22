import { expect, test } from 'vitest'
import { earningOf } from './earning-of.ts'

const reference = 'run:2026-11-20/0190a5c8-1111-7000-8000-000000000000'

test('a line of the statement that is an earning links to its passport', () => {
  expect(earningOf({ kind: 'static_earning', reference })).toBe('static-2026-11-20')
  expect(earningOf({ kind: 'dynamic_earning', reference })).toBe('dynamic-2026-11-20')
})

test('no other line does', () => {
  expect(earningOf({ kind: 'recharge', reference })).toBeNull()
  expect(earningOf({ kind: 'static_earning', reference: 'wdr_1' })).toBeNull()
})
