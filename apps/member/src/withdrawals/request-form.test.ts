import { expect, it } from 'vitest'
import { mostNow, requestSchema } from './request-form.ts'

const terms = { minimum: '10', fee: '1', dailyLimit: '2000' }

it('the most is what is available or left today, whichever is less, rounded down to cents', () => {
  expect(mostNow({ ...terms, available: '123.456789', leftToday: '2000' })).toBe('123.45')
  expect(mostNow({ ...terms, available: '5000', leftToday: '750.5' })).toBe('750.50')
  expect(mostNow({ ...terms, available: '0.00', leftToday: '2000' })).toBe('0.00')
})

it('empty remarks are none, and a malformed address is told by its rule', () => {
  const address = `0x${'52908400098527886E0F7030069857D2E4169EE7'}`
  expect(requestSchema.parse({ address, amount: '12.5', remarks: '  ' }).remarks).toBeNull()
  const read = requestSchema.safeParse({ address: '0x12', amount: '1.234', remarks: '' })
  expect(read.error?.issues.map(issue => issue.message)).toEqual([
    'bscAddress',
    'amountTwoDecimals',
  ])
})
