import fc from 'fast-check'
import { expect, test } from 'vitest'
import { centredOn, fitted, heldIn, isInSight, scales, whole, zoomedAt } from './view-box.ts'

const frame = { width: 358, height: 500 }
const some = (most: number) => fc.integer({ min: -most, max: most })
const anyView = fc.record({
  x: some(5_000),
  y: some(5_000),
  scale: fc.double({ min: scales.least, max: scales.most, noNaN: true }),
})
const extent = { left: -600, right: 900, bottom: 1_200 }

test('the point under the finger stays under it while zooming', () => {
  const anyFactor = fc.double({ min: 0.2, max: 5, noNaN: true })
  fc.assert(
    fc.property(anyView, anyFactor, some(400), some(400), (view, factor, x, y) => {
      const after = zoomedAt(view, factor, { x, y })
      expect((x - after.x) / after.scale).toBeCloseTo((x - view.x) / view.scale, 4)
      expect(after.scale).toBeGreaterThanOrEqual(scales.least)
      expect(after.scale).toBeLessThanOrEqual(scales.most)
    }),
  )
})

test('the drawing cannot be pushed out of view', () => {
  fc.assert(
    fc.property(anyView, view => {
      const { x, y, scale } = heldIn(view, frame, extent)
      expect(x + extent.right * scale).toBeGreaterThan(0)
      expect(x + extent.left * scale).toBeLessThan(frame.width)
      expect(y + extent.bottom * scale).toBeGreaterThan(0)
      expect(y).toBeLessThan(frame.height)
    }),
  )
})

test('a small tree is shown whole and not enlarged; of a large one the own place is in the middle', () => {
  expect(fitted(frame, { left: -100, right: 100, bottom: 300 })).toMatchObject({ scale: 1, x: 179 })
  const large = fitted(frame, { left: -3_000, right: 100, bottom: 300 })
  expect(large.scale).toBeLessThan(1)
  expect(large.x).toBe(179)
})

test('the whole tree is visible from edge to edge, wide or deep, at the largest possible scale', () => {
  const anyExtent = fc.record({
    left: fc.integer({ min: -700, max: -38 }),
    right: fc.integer({ min: 38, max: 700 }),
    bottom: fc.integer({ min: 126, max: 1_600 }),
  })
  fc.assert(
    fc.property(anyExtent, tree => {
      const { x, y, scale } = whole(frame, tree)
      expect(x + tree.left * scale).toBeGreaterThanOrEqual(0)
      expect(x + tree.right * scale).toBeLessThanOrEqual(frame.width)
      // The own ring extends beyond its own point.
      expect(y - 22 * scale).toBeGreaterThan(0)
      expect(y + tree.bottom * scale).toBeLessThanOrEqual(frame.height)
      const fills = (tree.right - tree.left) * scale > 340 || tree.bottom * scale > 400
      expect(scale === 1 || fills).toBe(true)
      expect(heldIn({ x, y, scale }, frame, tree)).toEqual({ x, y, scale })
    }),
  )
})

test('of a tree that is too large for the smallest scale the own place is in the middle, and on top', () => {
  const { x, y, scale } = whole(frame, { left: -3_000, right: 100, bottom: 9_000 })
  expect({ x, scale }).toEqual({ x: 179, scale: scales.least })
  expect(y).toBeLessThan(50)
})

test('the searched place is visible', () => {
  fc.assert(
    fc.property(anyView, some(3_000), some(3_000), (view, x, y) => {
      expect(isInSight(centredOn(view, frame, { x, y }), frame, { x, y })).toBe(true)
    }),
  )
})
