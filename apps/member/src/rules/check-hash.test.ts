import { expect, test } from 'vitest'
import { hasHash } from './check-hash.ts'

test('distinguishes the text of a hash from any other', async () => {
  // SHA-256 of "叶" in UTF-8, by another tool.
  const hash = '2bdcf003d4c7714b5a008e0d53804741c1de578af28ffa453a0cc0153f2cc76f'
  expect(await hasHash('叶', hash)).toBe(true)
  expect(await hasHash('叶 ', hash)).toBe(false)
})
