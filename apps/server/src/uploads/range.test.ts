import { expect, it } from 'vitest'
import { rangeOf } from './range.ts'

it('a range is what stands between its ends, and no further than the file', () => {
  expect(rangeOf('bytes=0-9', 100)).toEqual({ from: 0, to: 9 })
  expect(rangeOf('bytes=90-', 100)).toEqual({ from: 90, to: 99 })
  expect(rangeOf('bytes=90-1000', 100)).toEqual({ from: 90, to: 99 })
  expect(rangeOf('bytes=-10', 100)).toEqual({ from: 90, to: 99 })
  expect(rangeOf('bytes=-1000', 100)).toEqual({ from: 0, to: 99 })
})

it('a range beyond the end is none', () => {
  for (const header of ['bytes=100-', 'bytes=100-200', 'bytes=99999999999999999999-', 'bytes=-0'])
    expect(rangeOf(header, 100), header).toBe('beyond')
})

it('what is no single range is answered with the whole', () => {
  const headers = [undefined, '', 'bytes=-', 'bytes=9-3', 'bytes=0-1,5-6', 'lines=0-1', 'bytes=a-b']
  for (const header of headers) expect(rangeOf(header, 100), header).toBe('whole')
})
