import { expect, it } from 'vitest'
import { nextStep } from './next-step.ts'

const now = Date.UTC(2026, 10, 24, 6)
const past = '2026-11-23T00:00:00Z'
const ahead = '2026-11-25T00:00:00Z'

it.each([
  ['requested', ['review', 'refuse'], past, 'you'],
  ['reviewed', ['release'], past, 'you'],
  ['requested', ['refuse'], ahead, 'member'],
  ['requested', ['review', 'refuse'], ahead, 'member'],
  ['requested', [], past, 'reviewer'],
  ['reviewed', ['refuse'], past, 'treasurer'],
  ['released', [], past, 'signer'],
  ['sent', [], past, 'chain'],
  ['paid', [], past, 'done'],
] as const)('%s with the moves %j waits for: %s %s', (state, moves, approvableFrom, step) => {
  expect(nextStep({ state, moves, approvableFrom }, now)).toBe(step)
})
