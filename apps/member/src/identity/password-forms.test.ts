import { inputRuleText } from '@banyan/domain'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { changeSchemas, loginByEmailSchema, paymentByEmailSchema } from './password-forms.ts'

/** The first English message of each field. */
function messagesOf(schema: z.ZodType, form: object): string[] {
  const read = schema.safeParse(form)
  const messages = new Map<string, string>()
  for (const { path, message } of read.error?.issues ?? []) {
    const field = path.join('.')
    if (!messages.has(field)) messages.set(field, inputRuleText(message, 'en'))
  }
  return [...messages].map(([field, message]) => `${field}: ${message}`)
}

const login = {
  oldPassword: 'old pass 1',
  newPassword: 'new pass 2',
  newPasswordAgain: 'new pass 2',
}
const payment = { oldPassword: '482913', newPassword: '903184', newPasswordAgain: '903184' }

describe('changing the login password', () => {
  it('reports all empty fields at once', () => {
    expect(
      messagesOf(changeSchemas.login, { oldPassword: '', newPassword: '', newPasswordAgain: '' }),
    ).toEqual([
      'oldPassword: The login password cannot be empty',
      'newPassword: The login password cannot be empty',
      'newPasswordAgain: Confirm the login password',
    ])
  })

  it.each([
    [
      { newPasswordAgain: 'new pass 3' },
      'newPasswordAgain: The two login passwords entered are inconsistent',
    ],
    [
      { newPasswordAgain: 'new pass 2 ' },
      'newPasswordAgain: The two login passwords entered are inconsistent',
    ],
    [
      { newPassword: 'old pass 1', newPasswordAgain: 'old pass 1' },
      'newPassword: The new password must differ from the old one',
    ],
  ])('refuses %j', (typed, message) => {
    expect(messagesOf(changeSchemas.login, { ...login, ...typed })).toEqual([message])
  })

  it('reports a wrong format and a mismatch together', () => {
    expect(
      messagesOf(changeSchemas.login, { ...login, newPassword: 'abc', newPasswordAgain: 'abd' }),
    ).toEqual([
      'newPassword: The password format is incorrect: 8 to 64 characters combining letters and digits',
      'newPasswordAgain: The two login passwords entered are inconsistent',
    ])
  })

  it('accepts a good one', () => {
    expect(messagesOf(changeSchemas.login, login)).toEqual([])
  })
})

describe('changing the payment password', () => {
  it.each([
    [
      { newPassword: '12345', newPasswordAgain: '12345' },
      'newPassword: The payment password cannot be less than 6 digits',
    ],
    [
      { newPassword: '48a913', newPasswordAgain: '48a913' },
      'newPassword: The payment password format is incorrect: 6 to 32 digits',
    ],
    [
      { newPasswordAgain: '903185' },
      'newPasswordAgain: The two payment password inputs are inconsistent',
    ],
    [
      { newPassword: '482913', newPasswordAgain: '482913' },
      'newPassword: The new password must differ from the old one',
    ],
  ])('refuses %j', (typed, message) => {
    expect(messagesOf(changeSchemas.payment, { ...payment, ...typed })).toEqual([message])
  })

  it('accepts full-width digits', () => {
    const read = changeSchemas.payment.parse({ ...payment, newPasswordAgain: '９０３１８４' })
    expect(read).toMatchObject({ newPassword: '903184' })
  })
})

describe('resetting by a code', () => {
  it('requires account, address and code', () => {
    const empty = { accountId: '', address: '', code: '', newPassword: '', newPasswordAgain: '' }
    expect(messagesOf(loginByEmailSchema, empty)).toEqual([
      'accountId: Enter the account ID',
      'address: Enter an e-mail address',
      'code: Enter the verification code',
      'newPassword: The login password cannot be empty',
      'newPasswordAgain: Confirm the login password',
    ])
  })

  it.each(['12345', '1234567', '12345a'])('refuses the code %j', code => {
    const form = { code, newPassword: '903184', newPasswordAgain: '903184' }
    expect(messagesOf(paymentByEmailSchema, form)).toEqual(['code: The code is 6 digits'])
  })
})
