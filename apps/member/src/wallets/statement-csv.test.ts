import { expect, test } from 'vitest'
import { csvOf } from './statement-csv.ts'

test('a table keeps commas, quotes, line ends and Chinese unchanged', () => {
  expect(csvOf([['时间', 'a,b', 'say "hi"', 'two\nlines']])).toBe(
    '\ufeff"时间","a,b","say ""hi""","two\nlines"\r\n',
  )
})

test('a negative figure is a figure, and a formula is a text', () => {
  expect(csvOf([['-1.5', '=1+1', '+A1', '@x', '-cmd']])).toBe(
    '\ufeff"-1.5","\'=1+1","\'+A1","\'@x","\'-cmd"\r\n',
  )
})
