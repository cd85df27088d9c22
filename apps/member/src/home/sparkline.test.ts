import { expect, it } from 'vitest'
import { pathOf, pointsOf } from './sparkline.ts'

it('spreads values over the plane, the highest at the top', () => {
  expect(pointsOf(['1', '1.5', '2'], 100, 40)).toEqual([
    { x: 0, y: 40 },
    { x: 50, y: 20 },
    { x: 100, y: 0 },
  ])
})

it('draws a price that did not move as a level line, never as nothing', () => {
  expect(pathOf(pointsOf(['1', '1', '1'], 100, 40))).toBe('M0.0 20.0L50.0 20.0L100.0 20.0')
})
