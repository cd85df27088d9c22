import { describe, expect, it } from 'vitest'
import { placedText } from './figure-places.ts'

describe('a figure by its use', () => {
  it.each([
    ['list', '1635.009999', '1,635.00'],
    ['list', '-12.345678', '−12.34'],
    ['earning', '0.005527', '<0.01'],
    ['earning', '0.010000', '0.01'],
    ['earning', '0', '0.00'],
    ['price', '1.051449', '1.0514'],
    ['price', '1.05145', '1.0515'],
    ['price', '0.99999', '1.0000'],
    ['change', '2.745', '2.75'],
    ['change', '-3.084999', '−3.08'],
    ['guide', '-0.95', '−1.0'],
    ['exact', '20.8237', '20.8237'],
    ['exact', '20.800000', '20.80'],
    ['full', '0.005527', '0.005527'],
    ['full', '3', '3.000000'],
    ['limit', '250.000000', '250'],
    ['limit', '10.5', '10.50'],
    ['limit', '598.401', '598.40'],
  ] as const)('%s shows %s as %s', (place, value, shown) => {
    expect(placedText(value, place)).toBe(shown)
  })

  it('is cut for a balance: it never looks larger than it is', () => {
    expect(placedText(1_999_999n, 'list')).toBe('1.99')
  })

  it('of a price is rounded to the nearest, a half away from zero on both sides', () => {
    expect(placedText(1_000_050n, 'price')).toBe('1.0001')
    expect(placedText(-1_000_050n, 'price')).toBe('−1.0001')
    expect(placedText(-1_000_049n, 'price')).toBe('−1.0000')
  })
})
