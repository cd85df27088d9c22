import { expect, test } from 'vitest'
import { fitted } from './image-shrink.ts'

test('a picture keeps its aspect ratio when its long edge is reduced to 1600', () => {
  expect(fitted(4032, 3024)).toEqual({ width: 1600, height: 1200 })
  expect(fitted(3024, 4032)).toEqual({ width: 1200, height: 1600 })
})
test('a small picture keeps its size, and a thin one at least a pixel', () => {
  expect(fitted(300, 200)).toEqual({ width: 300, height: 200 })
  expect(fitted(16_000, 1)).toEqual({ width: 1600, height: 1 })
})
