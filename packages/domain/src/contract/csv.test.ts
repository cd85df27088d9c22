import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvCell, csvLine, csvOf } from './csv.ts'

describe('a line of CSV', () => {
  it('is RFC 4180: quoted, quotes doubled, ended by CR LF', () => {
    expect(csvLine(['a', 'say "hi"', 'two\nlines', '1,5'])).toBe(
      '"a","say ""hi""","two\nlines","1,5"\r\n',
    )
  })

  it.each([
    '=1+1',
    '+1',
    '-1+1',
    '-cmd',
    '@SUM(A1)',
    '\t=1',
    '\rx',
    '  =1+1',
    '\u200b=1',
    '＝1',
    '=HYPERLINK("x")',
  ])('makes %j a text', text => expect(csvLine([text])).toMatch(/^"'/))

  it('leaves figures unchanged, the negative ones too', () => {
    expect(csvLine(['-12.50', '0.1', '100'])).toBe('"-12.50","0.1","100"\r\n')
  })

  it('a file starts with the mark that lets a spreadsheet read Chinese', () => {
    expect(csvOf([['时间'], ['1']])).toBe('\ufeff"时间"\r\n"1"\r\n')
  })

  it('no text leaves its cell, and none begins as a formula does', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'="\',\r\n\t +-@a1') }), text => {
        const inside = csvCell(text).slice(1, -1)
        expect(inside.replaceAll('""', '')).not.toContain('"')
        if (!/^-?\d+$/.test(text)) expect(inside).not.toMatch(/^\s*[=+\-@]/)
        expect(["'", ''].map(mark => mark + text)).toContain(inside.replaceAll('""', '"'))
      }),
    )
  })
})
