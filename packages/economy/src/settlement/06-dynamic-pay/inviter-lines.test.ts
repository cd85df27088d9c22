import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inviterLines } from './inviter-lines.ts'

/** Everybody is invited by an earlier member, some by nobody. */
const anyInviters = fc
  .array(fc.nat(), { minLength: 1, maxLength: 40 })
  .map(drafts => Int32Array.from(drafts, (draft, one) => (draft % (one + 1)) - 1))

describe('an inviter line', () => {
  test('follows the invitations, step by step, at any distance', () => {
    fc.assert(
      fc.property(anyInviters, inviters => {
        const sameLine = inviterLines(inviters)
        const above = (one: number): number[] => {
          const inviter = inviters[one] as number
          return inviter < 0 ? [one] : [one, ...above(inviter)]
        }
        inviters.forEach((_, a) => {
          inviters.forEach((_, b) => {
            expect(sameLine(a, b)).toBe(above(a).includes(b) || above(b).includes(a))
          })
        })
      }),
    )
  })

  test('is found without a walk in a chain of a million', () => {
    const sameLine = inviterLines(Int32Array.from({ length: 1_000_000 }, (_, one) => one - 1))
    expect(sameLine(999_999, 0)).toBe(true)
  })
})
