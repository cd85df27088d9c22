import { accountId, createWithdrawal, emailCode, type inputRules } from '@banyan/domain'
import { describe, expect, test } from 'vitest'
import { typedDigits, typedUsdt } from './typed.ts'

const parsed = (schema: ReturnType<typeof typedDigits>, typed: unknown) =>
  schema.safeParse(typed).error?.issues[0]?.message

describe('typed digits', () => {
  test('are normalised for the schema', () => {
    expect(typedDigits(emailCode).parse(' １２３４５６ ')).toBe('123456')
    expect(typedDigits(accountId).parse('１２345678')).toBe('12345678')
  })
  test('that are too few, or none, are reported by the rule', () => {
    expect(parsed(typedDigits(emailCode), '１２３')).toBe('emailCodeFormat' satisfies Rule)
    expect(parsed(typedDigits(accountId), '')).toBe('accountIdRequired' satisfies Rule)
  })
})

describe('a typed amount', () => {
  const amount = typedUsdt(createWithdrawal.body.shape.amount)
  test.each([
    ['1,234.5', '1234.5'],
    ['12345.50', '12345.50'],
    ['1', '1'],
  ])('%s is %s', (typed, plain) => expect(amount.parse(typed)).toBe(plain))
  test.each([
    ['', 'required'],
    ['1,23', 'amountTwoDecimals'],
    ['1.234', 'amountTwoDecimals'],
    ['0', 'amountAboveZero'],
    ['-5', 'amountTwoDecimals'],
  ] as const)('%j is reported: %s', (typed, rule) => expect(parsed(amount, typed)).toBe(rule))
})

type Rule = keyof typeof inputRules
