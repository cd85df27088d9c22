import { expect, test } from 'vitest'
import { paymentText, tailDigits } from './payment-text.ts'

test('a payment is shown with every digit that distinguishes it from others', () => {
  expect(['1031.2310', '31.53', '31.123456'].map(paymentText)).toEqual([
    '1,031.2310',
    '31.53',
    '31.123456',
  ])
  expect(['1031.2310', '31.53', '31.123456'].map(tailDigits)).toEqual(['10', '', '3456'])
})
