import { expect, test } from 'vitest'
import { agreesWith, unitsOf } from './own-books.ts'

const taken = '2026-03-02T16:00:05.000Z'
const line = (at: string, amount: bigint, kind = 'recharge') => ({ at, amount, kind })

test('movements after the snapshot are subtracted', () => {
  const lines = [line('2026-03-03T08:00:00Z', -30n), line('2026-03-03T07:00:00Z', 50n)]
  expect(agreesWith('USDT', 100n, { now: 120n, lines }, taken)).toBe('yes')
  expect(agreesWith('USDT', 120n, { now: 120n, lines }, taken)).toBe('no')
})

test('a movement within seconds of it may have been before it or after it', () => {
  const lines = [line('2026-03-02T16:00:09Z', 5n), line('2026-03-02T16:00:01Z', 2n)]
  const answers = [107n, 102n, 100n, 105n].map(proven =>
    agreesWith('USDT', proven, { now: 107n, lines }, taken),
  )
  expect(answers).toEqual(['yes', 'yes', 'yes', 'no'])
})

test('lines of a split are no movement; a later split makes the result unknown', () => {
  const lines = [line('2026-03-02T17:00:00Z', 50n, 'split')]
  expect(agreesWith('LEAF', 100n, { now: 100n, lines }, taken)).toBe('yes')
  expect(agreesWith('LEAF', 100n, { now: 200n, lines: [] }, taken)).toBe('unknown')
  expect(agreesWith('USDT', 100n, { now: 200n, lines: [] }, taken)).toBe('no')
})

test('a statement’s amounts may be negative', () => {
  expect([unitsOf('-1.5'), unitsOf('0'), unitsOf('2')]).toEqual([-1_500_000n, 0n, 2_000_000n])
})
