import { expect, it } from 'vitest'
import type { Proposal } from './queries.ts'
import { phaseOf } from './receipt-state.ts'

const proposal = {} as Proposal
const booked = { kind: 'income', payer: '', evidence: '', at: '' } as const

it('waits for a treasurer once it is final, and for the second one once one has said what it is', () => {
  expect(phaseOf({ state: 'confirming', booked: null }, undefined)).toBe('confirming')
  expect(phaseOf({ state: 'final', booked: null }, undefined)).toBe('classify')
  expect(phaseOf({ state: 'final', booked: null }, proposal)).toBe('decide')
  expect(phaseOf({ state: 'final', booked }, undefined)).toBe('booked')
})

it('is gone when no block holds it', () => {
  expect(phaseOf({ state: 'vanished', booked: null }, proposal)).toBe('vanished')
})
