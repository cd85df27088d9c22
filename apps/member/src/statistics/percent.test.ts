import { expect, test } from 'vitest'
import { percentText } from './percent.ts'

test('basis points are shown as percent, without trailing zeros', () => {
  expect([0, 1, 50, 100, 3_333, 10_000].map(percentText)).toEqual([
    '0%',
    '0.01%',
    '0.5%',
    '1%',
    '33.33%',
    '100%',
  ])
})
