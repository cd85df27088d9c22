import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clearOf, overlap, toastGapPx } from './toast-place.ts'

describe('a toast', () => {
  test('is at the lower edge when nothing is there', () => {
    expect(clearOf([], 46, 844)).toBe(12)
  })
  test('is above the bar of actions', () => {
    expect(clearOf([{ top: 770, bottom: 844 }], 46, 844)).toBe(844 - 770 + 12)
  })
  test('stays below a button that is far above it', () => {
    expect(clearOf([{ top: 300, bottom: 350 }], 46, 844)).toBe(12)
  })
  test('moves above two buttons when there is no room between them', () => {
    const bands = [
      { top: 700, bottom: 750 },
      { top: 770, bottom: 820 },
    ]
    expect(clearOf(bands, 46, 844)).toBe(844 - 700 + 12)
  })
  test('moves below the head when the lower part of the screen is occupied', () => {
    expect(clearOf([{ top: 300, bottom: 844 }], 46, 844)).toBeNull()
  })
  test('below the head covers a band that begins before its end, and not one that only touches it', () => {
    const head = { top: 56, bottom: 102 }
    expect(overlap(head, { top: 90, bottom: 400 })).toBe(true)
    expect(overlap(head, { top: 0, bottom: 60 })).toBe(true)
    expect(overlap(head, { top: 102, bottom: 400 })).toBe(false)
  })
  test('never covers a band', () => {
    const band = fc
      .tuple(fc.integer({ min: 0, max: 844 }), fc.integer({ min: 1, max: 400 }))
      .map(([top, height]) => ({ top, bottom: top + height }))
    fc.assert(
      fc.property(
        fc.array(band, { maxLength: 6 }),
        fc.integer({ min: 20, max: 200 }),
        (bands, height) => {
          const above = clearOf(bands, height, 844)
          if (above === null) return
          const bottom = 844 - above
          for (const { top, bottom: end } of bands) {
            expect(bottom <= top - toastGapPx || bottom - height >= end + toastGapPx).toBe(true)
          }
        },
      ),
    )
  })
})
