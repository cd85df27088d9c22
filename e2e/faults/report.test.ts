import { expect, test } from 'vitest'
import { faults } from './list.ts'
import { documentOf, rowsOf, rowsOfRun } from './report.ts'

const verdict = { acts: [], recharges: { sent: 2, onChain: 1 }, wrong: [] }
const at = new Date('2026-11-27T12:00:00Z')

test('a run changes the rows of its faults, and leaves the others as they are', () => {
  const first = rowsOfRun(
    new Map([
      ['R1', { figure: 'five kills', wrong: [] }],
      ['R2', { figure: 'two kills', wrong: [] }],
    ]),
    verdict,
    at,
  )
  const rows = rowsOf(documentOf(first))
  expect(rows).toEqual(first)
  const second = rowsOfRun(new Map([['R2', { figure: 'slow', wrong: ['late'] }]]), verdict, at)
  for (const [name, row] of second) rows.set(name, row)
  const page = documentOf(rows)
  expect(rowsOf(page).get('R1')).toEqual(first.get('R1'))
  expect(rowsOf(page).get('R2')?.measured).toBe('**not held**: slow')
})

test('a row of a script that does something else by now is none', () => {
  const page = documentOf(
    rowsOfRun(new Map([['R1', { figure: 'x', wrong: [] }]]), verdict, at),
  ).replace(faults.R1.bound, 'something else')
  expect(rowsOf(page).has('R1')).toBe(false)
})

test('a fault without a run has no figure, and a run says what was wrong in it', () => {
  const rows = rowsOf(documentOf(new Map()))
  expect([...rows.values()].map(({ measured }) => measured)).toEqual([])
  const wrong = { ...verdict, wrong: ['lost', 'doubled\n  at a | b'] }
  const page = documentOf(rowsOfRun(new Map([['R1', { figure: 'x', wrong: [] }]]), wrong, at))
  expect(page).toContain('**2 things wrong**: lost; doubled at a \\| b |')
})
