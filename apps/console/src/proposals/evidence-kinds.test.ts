import { expect, it } from 'vitest'
import { asksForEvidence } from './evidence-kinds.ts'
import type { Subject } from './queries.ts'

const about = (kind: Subject['kind']) => ({ kind }) as Subject

it('asks who could approve a receipt, an explanation, a shortfall or a wind-down', () => {
  for (const kind of ['receipt', 'explanation', 'shortfall', 'wind_down'] as const) {
    expect(asksForEvidence({ moves: ['approve', 'refuse'], subject: about(kind) })).toBe(true)
    expect(asksForEvidence({ moves: ['withdraw'], subject: about(kind) })).toBe(false)
  }
})

it('asks nothing where there is no evidence', () => {
  expect(asksForEvidence({ moves: ['approve'], subject: about('operator') })).toBe(false)
})
