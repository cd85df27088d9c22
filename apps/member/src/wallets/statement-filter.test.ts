import { expect, test } from 'vitest'
import { everything, queryOf } from './statement-filter.ts'

test('requests everything when nothing is chosen', () => {
  expect(queryOf(everything)).toEqual({})
})

test('both days are whole, in the member’s time zone', () => {
  const query = queryOf({ asset: 'LEAF', group: 'split', from: '2026-03-01', to: '2026-03-31' })
  expect(query).toEqual({
    asset: 'LEAF',
    group: 'split',
    from: new Date(2026, 2, 1).toISOString(),
    to: new Date(2026, 3, 1).toISOString(),
  })
})
