import { expect, test } from 'vitest'
import { factorText } from './factor-text.ts'

test('a payment factor drops only the zeros at its end', () => {
  expect(['1.000000000', '0.750000000', '0.100000001', '0.000000000'].map(factorText)).toEqual([
    '1',
    '0.75',
    '0.100000001',
    '0',
  ])
})
