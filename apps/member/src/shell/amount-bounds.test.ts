import { expect, it } from 'vitest'
import { boundsProblem } from './amount-bounds.ts'

it.each([
  ['9.999999', 'tooSmall'],
  ['10', null],
  ['40.5', null],
  ['40.500001', 'tooMuch'],
])('of 40.5 with a minimum of 10, %s is %s', (amount, problem) => {
  expect(boundsProblem(amount, { minimum: '10', most: '40.5' })).toBe(problem)
})

it('accepts less than the minimum only as the whole rest, and only where the rule allows it', () => {
  const rest = { minimum: '1', most: '0.4' }
  expect(boundsProblem('0.4', { ...rest, wholeRest: true })).toBe(null)
  expect(boundsProblem('0.4', rest)).toBe('tooSmall')
  expect(boundsProblem('0.3', { ...rest, wholeRest: true })).toBe('tooSmall')
  expect(boundsProblem('1', { ...rest, wholeRest: true })).toBe('tooMuch')
})

it('accepts multiples of a step', () => {
  const stepped = { minimum: '50', step: '10', most: '1477.2' }
  expect(boundsProblem('255', stepped)).toBe('offStep')
  expect(boundsProblem('250', stepped)).toBe(null)
})
