import { expect, it } from 'vitest'
import { csvOf } from './csv.ts'

const body = (cell: Parameters<typeof csvOf>[1][number][number]) =>
  csvOf(['x'], [[cell]]).split('\r\n')[1]

it.each(['=1+1', '+1', '-1+1', '@x', ' =1'])('no text is a formula: %j', text => {
  expect(body(text)).toBe(`"'${text}"`)
})

it('quotes texts, doubles quotes, and keeps figures digits', () => {
  expect(csvOf(['名称', 'USDT'], [['星"河', { figure: '-12.5' }]])).toBe(
    '\ufeff"名称","USDT"\r\n"星""河",-12.5\r\n',
  )
})

it('a figure that is none is written as a text', () => {
  expect(body({ figure: '=1' })).toBe(`"'=1"`)
})
