import { expect, test } from 'vitest'
import { type Score, withRow } from './scores.ts'

const table = '# Figures\n\n| Figure |\n| --- |\n| Other | `mutate` |\n\nMore.\n'
const score: Score = {
  command: 'mutate -- --seed 1 otc',
  planted: 20,
  foundAtFirst: 17,
  found: 17,
  equivalent: 1,
  survivors: ['a', 'b', 'c'],
}

test('the score of a module is the last row, and later takes the place of its row', () => {
  const once = withRow(table, 'otc', score, '1 May')
  expect(once).toContain(
    '| Other | `mutate` |\n| Planted bugs found in otc | 95 % | 85 %: 17 of 20; 1 more make no difference; 1 May | `mutate -- --seed 1 otc` |\n\nMore.',
  )
  const two = withRow(once, 'ledger', score, '1 May')
  const again = withRow(two, 'otc', { ...score, found: 20, survivors: [] }, '2 May')
  expect(again).toContain('100 %: 20 of 20, 17 of them before claims were written for the others;')
  expect(again.split('\n').filter(line => line.includes('found in'))).toHaveLength(2)
  expect(again.indexOf('in otc')).toBeLessThan(again.indexOf('in ledger'))
})
