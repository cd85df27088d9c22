import { expect, test } from 'vitest'
import { everything, queryOf } from './statement-filter.ts'

test('asks for everything when nothing is chosen', () => {
  expect(queryOf(everything)).toEqual({})
})

test('both days are whole, by the calendar of the member', () => {
  const query = queryOf({ asset: 'LEAF', group: 'split', from: '2026-03-01', to: '2026-03-31' })
  expect(query).toEqual({
    asset: 'LEAF',
    group: 'split',
    from: new Date(2026, 2, 1).toISOString(),
    to: new Date(2026, 3, 1).toISOString(),
  })
})
