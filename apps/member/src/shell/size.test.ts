import { expect, test } from 'vitest'
import { sizeText } from './size.ts'

test.each([
  [1, '1 kB'],
  [48 * 1024, '48 kB'],
  [3.25 * 1024 * 1024, '3.3 MB'],
  [200 * 1024 * 1024, '200 MB'],
])('%d bytes are shown as %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text)
})
