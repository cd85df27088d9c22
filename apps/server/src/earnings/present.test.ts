import { type Parameters, parametersV1 } from '@banyan/economy'
import { describe, expect, test } from 'vitest'
import { presentSummary } from './dynamic-present.ts'
import { presentPrompt } from './present.ts'
import type { PromptView } from './prompt-store.ts'
import { roundSource } from './round-source.ts'

const on: Parameters = { ...parametersV1, reopenByReinvest: 1 }
const memberId = '00000000-0000-7000-8000-000000000001'
const prompt = (round: string, more: Partial<PromptView> = {}): PromptView => ({
  ...{
    id: memberId,
    memberId,
    module: 'dynamic',
    reason: 'round',
    source: roundSource(round, memberId),
  },
  ...{ quantity: null, epoch: 0, coins: null, openedAt: new Date(0) },
  ...{ choice: null, chosenAt: null, citedBy: null },
  ...{ paidInRound: on.roundCapUsdt, firstWaits: false, ...more },
})
/** What the prompt says at an instant; cut-offs are at 16:00 UTC. */
const says = (row: PromptView, at: string, p = on) =>
  presentPrompt(row, new Date(at), p).reopening?.kind

describe('the prompt of a closed round', () => {
  test('says that a re-investment opens it as long as a day of the round is left behind the run', () => {
    const own = prompt('2026Q4')
    expect(says(own, '2026-11-21T08:00:00Z')).toBe('opens')
    expect(says(own, '2026-12-30T15:59:59Z')).toBe('opens')
    expect(says(own, '2026-12-30T16:00:00Z')).toBe('late')
    expect(says(own, '2026-12-31T16:00:00Z')).toBe('over')
    expect(says(own, '2026-11-21T08:00:00Z', parametersV1)).toBe('off')
  })

  test('counts in how long a first order waits', () => {
    const own = prompt('2026Q4', { firstWaits: true })
    expect(says(own, '2026-12-29T16:00:00Z')).toBe('opens')
    expect(says(own, '2026-12-29T16:00:01Z')).toBe('late')
  })

  test('promises nothing where the round is not closed any more, or has been opened once', () => {
    const raised = prompt('2026Q4', { paidInRound: on.roundCapUsdt - 1n })
    expect(says(raised, '2026-11-21T08:00:00Z')).toBe('running')
    expect(says(prompt('2026Q4/2'), '2026-11-21T08:00:00Z')).toBe('used')
  })
})

test('the summary says that a closed round can be opened again to nobody but who would be paid', () => {
  const round = (facts: { moduleOn?: boolean; promptOpens?: boolean; distributed?: 'suspended' }) =>
    presentSummary({
      glance: { last: null, left: 0n, right: 0n, paidInRound: on.roundCapUsdt, reopened: false },
      ...{ moduleOn: true, promptOpens: true, distributed: 'active', ...facts },
      ...{ period: '2026-11-21', p: on },
    }).round
  expect(round({})).toMatchObject({ eliminated: true, reopens: true })
  for (const facts of [
    { moduleOn: false },
    { promptOpens: false },
    { distributed: 'suspended' },
  ] as const)
    expect(round(facts)).toMatchObject({ eliminated: true, reopens: false })
})
