import { describe, expect, test } from 'vitest'
import { type Figures, medianOf, reached, tableOf } from './lighthouse-figures.ts'

const good: Figures = {
  performance: 100,
  accessibility: 100,
  bestPractices: 100,
  fcpMs: 900,
  lcpMs: 1200,
  tbtMs: 199,
  cls: 0,
  processor: 1500,
  failed: [],
}

describe('the figures of a page', () => {
  test('are the medians of its runs, each for itself', () => {
    const runs = [
      { ...good, performance: 90, lcpMs: 1000 },
      { ...good, performance: 99, lcpMs: 3000 },
      { ...good, performance: 96, lcpMs: 2000, failed: ['speed-index'] },
    ]
    expect(medianOf(runs)).toMatchObject({ performance: 96, lcpMs: 2000, failed: ['speed-index'] })
    expect(() => medianOf([])).toThrow(RangeError)
  })
  test('are reached to the last one, or missed', () => {
    expect(reached(good)).toBe(true)
    for (const miss of [
      { performance: 99 },
      { accessibility: 99 },
      { bestPractices: 99 },
      { lcpMs: 1201 },
      { tbtMs: 200 },
    ]) {
      expect(reached({ ...good, ...miss })).toBe(false)
    }
  })
  test('name what was missed', () => {
    expect(
      tableOf({ home: { ...good, performance: 80, failed: ['largest-contentful-paint'] } }),
    ).toMatch(/home .*missed: largest-contentful-paint/)
  })
})
