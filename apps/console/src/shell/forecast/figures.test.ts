import { expect, it } from 'vitest'
import { compared, decimalOf, percentOf } from './figures.ts'

const figures = (staticPay: string, reserve: string) => ({
  staticPay,
  dynamicPay: '0.00',
  fees: '0.00',
  poolStatic: '0.00',
  poolDynamic: '0.00',
  reserve,
  price: '1.000001',
})
const days = [
  { period: '2026-11-27', now: figures('1.50', '10.00'), proposed: figures('1.20', '11.00') },
  { period: '2026-11-28', now: figures('0.500001', '12.00'), proposed: figures('0.40', '12.5') },
]

it('pay is added up, and of the books the last day counts', () => {
  expect(compared(days, 'staticPay')).toEqual({
    now: 2_000_001n,
    proposed: 1_600_000n,
    change: -400_001n,
    changeBps: -2_000,
  })
  expect(compared(days, 'reserve')).toMatchObject({ now: 12_000_000n, change: 500_000n })
  expect(compared(days, 'dynamicPay').changeBps).toBeNull()
  expect(compared([], 'price').now).toBe(0n)
})

it('figures are cut, never rounded up', () => {
  expect(decimalOf(1_234_567_899_999n, 2)).toBe('1,234,567.89')
  expect(decimalOf(-400_001n, 4)).toBe('−0.4000')
  expect(percentOf(-2_000)).toBe('−20.00 %')
  expect(percentOf(125)).toBe('+1.25 %')
  expect(percentOf(0)).toBe('< 0.01 %')
})
