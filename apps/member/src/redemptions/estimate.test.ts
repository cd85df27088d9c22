import { expect, test } from 'vitest'
import { estimateExchange } from './estimate.ts'

test('an exchange is estimated like the server will execute it', () => {
  expect(estimateExchange('1000', '1.050000', 100)).toEqual({
    gross: '1050',
    fee: '10.5',
    net: '1039.5',
  })
  expect(estimateExchange('60', '1.185714', 100)).toEqual({
    gross: '71.14284',
    fee: '0.711429',
    net: '70.431411',
  })
})

test('text that is no quantity yet has no estimate', () => {
  for (const text of ['', '.', '1.', '1,000', '-1', '1.0000001'])
    expect(estimateExchange(text, '1', 100)).toBeNull()
})
