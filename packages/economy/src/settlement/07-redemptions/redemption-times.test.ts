import { redemptionStates } from '@banyan/domain'
import { expect, test } from 'vitest'
import { isTakenBackFree, type RedemptionTimes, redeemsAt } from './redemption-times.ts'

const askedAt = new Date('2026-03-01T08:00:00Z')
const cutoff = new Date('2026-03-01T16:00:00Z')
const of = (more: Partial<RedemptionTimes> = {}): RedemptionTimes => ({
  state: 'queued',
  askedAt,
  period: null,
  ...more,
})

test('the first run after the request takes it; one that waited belongs to the next run', () => {
  expect(redeemsAt(of())).toEqual(cutoff)
  const waited = of({ period: '2026-03-01' })
  expect(redeemsAt(waited)).toEqual(new Date('2026-03-02T16:00:00Z'))
  expect(redeemsAt({ ...waited, state: 'settling' })).toEqual(cutoff)
})

test('it can be taken back until its cut-off, not at that instant, and only while it is queued', () => {
  const before = new Date(+cutoff - 1)
  expect(isTakenBackFree(of(), before)).toBe(true)
  // The run's price is known from the cut-off on, so nothing may be taken back any more.
  expect(isTakenBackFree(of(), cutoff)).toBe(false)
  const free = redemptionStates.filter(state => isTakenBackFree(of({ state }), before))
  expect(free).toEqual(['queued'])
})
