import { describe, expect, test } from 'vitest'
import { activationValue } from './activation-value.ts'

const terms = { guidePrice: '1.035001', capMultiple: '1.5' }

describe('the value of an activation', () => {
  test('is rounded down, like in the rule book', () => {
    // 10.000001 × 1.035001 = 10.350011035001; half as much again is 15.5250165.
    expect(activationValue('10.000001', terms)).toEqual({ value: '10.350011', cap: '15.525016' })
  })

  test.each(['', '.', '1,000', 'abc', '1.1234567'])('is null for %j', text => {
    expect(activationValue(text, terms)).toBeNull()
  })
})
