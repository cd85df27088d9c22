import { type PayStop, payStops } from '@banyan/domain'
import { type Parameters, parametersV1 } from '@banyan/economy'
import { describe, expect, test } from 'vitest'
import { presentSummary } from './dynamic-present.ts'
import { presentPrompt } from './present.ts'
import type { PromptView } from './prompt-store.ts'
import { roundSource } from './round-source.ts'

const on: Parameters = { ...parametersV1, reopenByReinvest: 1 }
const memberId = '00000000-0000-7000-8000-000000000001'
const prompt = (round: string, more: Partial<PromptView> = {}): PromptView => ({
  id: memberId,
  memberId,
  module: 'dynamic',
  reason: 'round',
  source: roundSource(round, memberId),
  quantity: null,
  epoch: 0,
  coins: null,
  openedAt: new Date(0),
  choice: null,
  chosenAt: null,
  citedBy: null,
  paidInRound: on.roundCapUsdt,
  firstWaits: false,
  ...more,
})
/** The prompt at an instant for a member who is paid, or is not; cut-offs are at 16:00 UTC. */
const says = (row: PromptView, at: string, p = on, payStop: PayStop | null = null) =>
  presentPrompt(row, { now: new Date(at), p, payStop }).reopening?.kind

describe('the prompt of a closed round', () => {
  test('announces that a re-investment reopens it while at least a day of the round is left after the run', () => {
    const own = prompt('2026Q4')
    expect(says(own, '2026-11-21T08:00:00Z')).toBe('opens')
    expect(says(own, '2026-12-30T15:59:59Z')).toBe('opens')
    expect(says(own, '2026-12-30T16:00:00Z')).toBe('late')
    expect(says(own, '2026-12-31T16:00:00Z')).toBe('over')
    expect(says(own, '2026-11-21T08:00:00Z', parametersV1)).toBe('off')
  })

  test('includes the waiting time of a first order', () => {
    const own = prompt('2026Q4', { firstWaits: true })
    expect(says(own, '2026-12-29T16:00:00Z')).toBe('opens')
    expect(says(own, '2026-12-29T16:00:01Z')).toBe('late')
  })

  test('promises nothing when the round is no longer closed, or has been reopened once', () => {
    const raised = prompt('2026Q4', { paidInRound: on.roundCapUsdt - 1n })
    expect(says(raised, '2026-11-21T08:00:00Z')).toBe('running')
    expect(says(prompt('2026Q4/2'), '2026-11-21T08:00:00Z')).toBe('used')
  })

  test('gives a member who would be paid nothing the reason, where it could be reopened, and no advice to buy', () => {
    const own = prompt('2026Q4')
    for (const payStop of payStops) {
      expect(says(own, '2026-11-21T08:00:00Z', on, payStop)).toBe(payStop)
      expect(says(own, '2026-12-30T16:00:00Z', on, payStop)).toBe('late')
      expect(says(own, '2026-11-21T08:00:00Z', parametersV1, payStop)).toBe('off')
    }
  })
})

test('the summary has the prompt of the closed round, as the other pages show it', () => {
  const now = new Date('2026-11-21T08:00:00Z')
  const promptOf = (...rows: PromptView[]) =>
    presentSummary({
      glance: { last: null, left: 0n, right: 0n, paidInRound: on.roundCapUsdt, reopened: false },
      prompts: rows.map(row => presentPrompt(row, { now, p: on, payStop: 'suspended' })),
      moduleOn: true,
      distributed: 'suspended',
      period: '2026-11-21',
      p: on,
    }).round.prompt
  const over = prompt('2026Q3')
  const statics = prompt('2026Q4', { module: 'static', reason: 'cap', source: 'a position' })
  expect(promptOf(statics, over)).toBeNull()
  expect(promptOf(statics, over, prompt('2026Q4'))?.reopening).toEqual({
    kind: 'suspended',
    minimum: '50',
  })
})
