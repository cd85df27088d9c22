import { expect, it } from 'vitest'
import { type Order, stagesOf } from './stages.ts'

const at = '2026-11-23T08:00:00.000Z'
const order = (
  stage: Order['stage'],
  reached: Order['stage'][],
  waits: NonNullable<Order['waits']>['for'] | null,
) =>
  stagesOf({
    stage,
    steps: reached.map(one => ({ stage: one, at })),
    waits: waits && { for: waits, until: null, cause: null },
  }).map(one => one.state)

it('a withdrawal under review waits for a person, an approved one continues by itself', () => {
  expect(order('requested', ['requested'], 'address')).toEqual([
    'done',
    'waiting',
    'later',
    'later',
    'later',
  ])
  expect(order('reviewed', ['requested', 'reviewed'], 'release')).toEqual([
    'done',
    'done',
    'waiting',
    'later',
    'later',
  ])
  expect(order('released', ['requested', 'reviewed', 'released'], 'payout')).toEqual([
    'done',
    'done',
    'done',
    'now',
    'later',
  ])
  expect(order('released', ['requested', 'reviewed', 'released'], 'paused')[3]).toBe('waiting')
  expect(order('sent', ['requested', 'sent'], 'confirmations')).toEqual([
    'done',
    'done',
    'done',
    'done',
    'now',
  ])
})

it('a paid withdrawal has all its stages done', () => {
  expect(order('done', ['requested', 'released', 'done'], null)).toEqual(Array(5).fill('done'))
})

it('one that ended unpaid stops at the stage that it did not reach, and has none after it', () => {
  expect(order('refused', ['requested', 'reviewed', 'refused'], null)).toEqual([
    'done',
    'done',
    'stopped',
  ])
  expect(order('cancelled', ['requested', 'cancelled'], null)).toEqual(['done', 'stopped'])
  expect(order('returned', ['requested', 'reviewed', 'released', 'returned'], null)).toEqual([
    'done',
    'done',
    'done',
    'stopped',
  ])
})
