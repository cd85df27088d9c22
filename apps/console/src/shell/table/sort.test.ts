import { expect, it } from 'vitest'
import { nextSort, readSort } from './sort.ts'

it('a column is sorted upwards, downwards, and then not', () => {
  const first = nextSort(null, 'amount')
  expect(first).toBe('amount')
  const second = nextSort(readSort(first ?? ''), 'amount')
  expect(second).toBe('-amount')
  expect(nextSort(readSort(second ?? ''), 'amount')).toBeNull()
  expect(nextSort(readSort('-amount'), 'age')).toBe('age')
})
