import { expect, it } from 'vitest'
import {
  codeSchemas,
  expectedOf,
  mostNow,
  quickAmounts,
  requestSchema,
  typedAmountOf,
} from './request-form.ts'

const terms = {
  minimum: '10',
  fee: '1',
  dailyLimit: '2000',
  windowMs: 86_400_000,
  emailCodeNeeded: false,
  frozenUntil: null,
  paysInFull: true,
  payoutsPaused: null,
  newAddressHours: 24,
  ruleCheck: null,
}
const address = `0x${'52908400098527886E0F7030069857D2E4169EE7'}`
const typed = { address, amount: '12.5', remarks: '  ' }

it('the most is what is available or left today, whichever is less, rounded down to cents', () => {
  expect(mostNow({ ...terms, available: '123.456789', leftToday: '2000' })).toBe('123.45')
  expect(mostNow({ ...terms, available: '5000', leftToday: '750.5' })).toBe('750.50')
  expect(mostNow({ ...terms, available: '0.00', leftToday: '2000' })).toBe('0.00')
})

it('empty remarks are none, and a malformed address is told by its rule', () => {
  expect(requestSchema.parse(typed).remarks).toBeNull()
  const read = requestSchema.safeParse({ ...typed, address: '0x12', amount: '1.234' })
  expect(read.error?.issues.map(issue => issue.message)).toEqual([
    'bscAddress',
    'amountTwoDecimals',
  ])
})

it('money is sent to an address of the one network, and to none that is misspelt', () => {
  const messageFor = (given: string) =>
    requestSchema.safeParse({ ...typed, address: given }).error?.issues[0]?.message
  expect(messageFor(address)).toBeUndefined()
  expect(messageFor('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toBe('bscAddress')
  expect(messageFor(address.replace('E7', 'e7'))).toBe('bscChecksum')
})

it('a code is asked for where an address is bound, in digits of any width', () => {
  const read = codeSchemas.needed.safeParse({ emailCode: '' })
  expect(read.error?.issues[0]?.message).toBe('emailCodeRequired')
  expect(codeSchemas.needed.parse({ emailCode: '１２３４５６' }).emailCode).toBe('123456')
})

it('usual amounts are those between the minimum and all that can be asked for', () => {
  const of = (available: string, minimum = '10') =>
    quickAmounts({ ...terms, minimum, available, leftToday: '2000' })
  expect(of('450')).toEqual(['50', '100', '200'])
  expect(of('100')).toEqual(['50'])
  expect(of('450', '100')).toEqual(['100', '200'])
  expect(of('0.00')).toEqual([])
})

it('the fee comes out of the amount, and nothing arrives of less', () => {
  expect(expectedOf('200.00', '1.00')).toBe('199.000000')
  expect(expectedOf('1.00', '1.00')).toBeNull()
  expect(typedAmountOf('')).toBeNull()
  expect(typedAmountOf('12.345')).toBeNull()
  expect(typedAmountOf('1,000')).toBe('1000')
})
