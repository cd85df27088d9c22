import { expect, it } from 'vitest'
import { startingHash } from './test-entry.ts'

it('a build with the test entry starts at the payment of a purchase, unless the address names a page', () => {
  expect(startingHash('', '1')).toBe('#/pages/otc/buy/topay')
  expect(startingHash('#/pages/tabbar/mine', '1')).toBe('#/pages/tabbar/mine')
})

it('any other build starts where the address leads', () => {
  for (const flag of [undefined, '', '0']) {
    expect(startingHash('', flag)).toBe('')
    expect(startingHash('#/pages/tabbar/OTC', flag)).toBe('#/pages/tabbar/OTC')
  }
})
