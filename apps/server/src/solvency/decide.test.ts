import { expect, test } from 'vitest'
import { type Evidence, isAmiss, reachOf, solvencyStateAt } from './decide.ts'

const at = new Date('2026-03-02T12:00:00Z')
const hoursBefore = (hours: number) => new Date(at.getTime() - hours * 3_600_000)
const sound: Evidence = {
  custody: 100n,
  owed: 100n,
  red: false,
  readAt: at,
  check: { breaches: 0, checkedAt: hoursBefore(12) },
  blockNumber: 77,
}

test('a state that covers everything, holds every invariant and was read from the chain is whole', () => {
  expect(solvencyStateAt(at, sound)).toBe('whole')
})

test('one missing unit, a broken invariant or a red platform is short, however recent the rest', () => {
  expect(solvencyStateAt(at, { ...sound, custody: 99n })).toBe('short')
  expect(solvencyStateAt(at, { ...sound, red: true })).toBe('short')
  expect(solvencyStateAt(at, { ...sound, check: { breaches: 1, checkedAt: at } })).toBe('short')
})

test.each<[string, Partial<Evidence>]>([
  ['the reading', { readAt: hoursBefore(26.1) }],
  ['the look at the invariants', { check: { breaches: 0, checkedAt: hoursBefore(26.1) } }],
])('nothing is whole when %s is older than 26 hours', (_, old) => {
  expect(solvencyStateAt(at, { ...sound, ...old })).toBe('unproven')
})

test('nothing is whole that was never checked', () => {
  expect(solvencyStateAt(at, { ...sound, check: null })).toBe('unproven')
  expect(solvencyStateAt(at, { ...sound, blockNumber: null })).toBe('unproven')
})

test('what was never read from the chain is not reported as missing, and a broken invariant is', () => {
  const unasked = { ...sound, blockNumber: null, custody: 0n }
  expect(isAmiss(unasked)).toBe(false)
  expect(isAmiss({ ...unasked, check: { breaches: 1, checkedAt: at } })).toBe(true)
  expect(isAmiss({ ...unasked, blockNumber: 77 })).toBe(true)
})

test('a check reads what is new while the last one is near, and everything otherwise', () => {
  const last = { period: '2026-03-01', breaches: 0, checkedAt: hoursBefore(20) }
  const now = { period: '2026-03-02', now: at }
  expect(reachOf(last, now)).toBe('what is new')
  expect(reachOf(last, { ...now, period: '2026-03-03' })).toBe('what is new')
  expect(reachOf(null, now)).toBe('everything')
  expect(reachOf({ ...last, breaches: 1 }, now)).toBe('everything')
  // Many settlements at once, after a halt during which checks went on.
  expect(reachOf(last, { ...now, period: '2026-03-04' })).toBe('everything')
  // No program ran.
  expect(reachOf({ ...last, checkedAt: hoursBefore(49) }, now)).toBe('everything')
})
