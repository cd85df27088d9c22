import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from '../canonical.ts'
import { settle } from '../settlement/settle.ts'
import { anyInput } from '../settlement/settlement.fixture.ts'
import { recount } from './recount.ts'

describe('the second computation', () => {
  test('gives the same bytes as the first, for any day', () => {
    fc.assert(
      fc.property(anyInput, input => {
        expect(canonicalJson(recount(canonicalJson(input)))).toBe(canonicalJson(settle(input)))
      }),
      { numRuns: 300 },
    )
  })

  test('gives other bytes when one unit of the input differs', () => {
    fc.assert(
      fc.property(anyInput, input => {
        const books = { ...input.books, reserve: input.books.reserve + 1n }
        expect(canonicalJson(recount(canonicalJson({ ...input, books })))).not.toBe(
          canonicalJson(settle(input)),
        )
      }),
    )
  })
})
