import { expect, it } from 'vitest'
import { framesOf, paintsOf, percentile } from './interaction-figures.ts'

it('counts a tap once, by its slowest event', () => {
  const seen = [
    { id: 7, ms: 24 },
    { id: 7, ms: 56 },
    { id: 9, ms: 16 },
  ]
  expect(paintsOf(seen)).toEqual([56, 16])
})

it('takes the percentile', () => {
  const figures = Array.from({ length: 20 }, (_, place) => 20 - place)
  expect([50, 95, 100].map(share => percentile(figures, share))).toEqual([10, 19, 20])
  expect(percentile([], 95)).toBeUndefined()
})

it('counts frames a second, and those that came more than half a frame late', () => {
  expect(framesOf([0, 20, 40, 80, 100])).toEqual({ frames: 4, late: 1, perSecond: 40 })
  expect(framesOf([0])).toEqual({ frames: 0, late: 0, perSecond: 0 })
})
