import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { atRest, doubleTapped, held, zoomedAt } from './zoom.ts'

const frame = { width: 390, height: 844 }

describe('a zoomed picture', () => {
  test('stays between 1 and 4', () => {
    expect(zoomedAt(atRest, 100, { x: 0, y: 0 }, frame).scale).toBe(4)
    expect(zoomedAt(atRest, 0.01, { x: 0, y: 0 }, frame)).toEqual(atRest)
  })
  test('goes to 2 by a double tap, and back', () => {
    const twice = doubleTapped(atRest, { x: 50, y: -20 }, frame)
    expect(twice.scale).toBe(2)
    expect(doubleTapped(twice, { x: 0, y: 0 }, frame)).toEqual(atRest)
  })
  test('keeps the point under the finger there', () => {
    const point = { x: 60, y: 100 }
    const zoom = zoomedAt(atRest, 2, point, frame)
    // The picture's point under the finger is (point − shift) / scale, before and after.
    expect((point.x - zoom.x) / zoom.scale).toBeCloseTo(point.x)
    expect((point.y - zoom.y) / zoom.scale).toBeCloseTo(point.y)
  })
  test('never shows the area outside of it', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.1, max: 9, noNaN: true }),
        fc.double({ min: -5000, max: 5000, noNaN: true }),
        fc.double({ min: -5000, max: 5000, noNaN: true }),
        (scale, x, y) => {
          const zoom = held({ scale, x, y }, frame)
          expect(Math.abs(zoom.x)).toBeLessThanOrEqual((frame.width * (zoom.scale - 1)) / 2)
          expect(Math.abs(zoom.y)).toBeLessThanOrEqual((frame.height * (zoom.scale - 1)) / 2)
        },
      ),
    )
  })
})
