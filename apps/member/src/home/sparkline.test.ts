import { expect, it } from 'vitest'
import { pathOf, pointsOf, ticksOf } from './sparkline.ts'

it('spreads values over the drawing, the highest at the top', () => {
  expect(pointsOf(['1', '1.5', '2'], 100, 40)).toEqual([
    { x: 0, y: 40 },
    { x: 50, y: 20 },
    { x: 100, y: 0 },
  ])
})

it('draws a constant price as a level line, never as nothing', () => {
  expect(pathOf(pointsOf(['1', '1', '1'], 100, 40))).toBe('M0.0 20.0L50.0 20.0L100.0 20.0')
})

it('has round values beside it, within the range of the line', () => {
  expect(ticksOf(['0.5', '0.9', '1.05']).map(({ text }) => text)).toEqual(['0.60', '0.80', '1.00'])
  for (const { top } of ticksOf(['0.5', '1.05'])) expect(top >= 0 && top <= 1).toBe(true)
  expect(ticksOf(['1', '1'])).toEqual([])
  expect(ticksOf(['1.0312', '1.0323']).length).toBeGreaterThanOrEqual(2)
})
