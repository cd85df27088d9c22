import { describe, expect, it } from 'vitest'
import { csvLine } from './csv.ts'

describe('a line of CSV', () => {
  it('is RFC 4180: quoted, quotes doubled, ended by CR LF', () => {
    expect(csvLine(['a', 'say "hi"', 'two\nlines', '1,5'])).toBe(
      '"a","say ""hi""","two\nlines","1,5"\r\n',
    )
  })

  it.each(['=1+1', '+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', '  =1+1', '=HYPERLINK("x")'])(
    'makes %j a text',
    text => expect(csvLine([text])).toMatch(/^"'/),
  )

  it('leaves figures unchanged, the negative ones too', () => {
    expect(csvLine(['-12.50', '0.1', '100'])).toBe('"-12.50","0.1","100"\r\n')
  })
})
