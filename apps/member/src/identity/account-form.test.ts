import { inputRuleText } from '@banyan/domain'
import { describe, expect, test } from 'vitest'
import { accountFormSchema, accountValues } from './account-form.ts'

const bsc = '0x55d398326f99059fF775485246999027B3197955'
const tron = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'

describe('the receiving account', () => {
  test('reads an empty field as none', () => {
    expect(accountFormSchema.parse({ bsc: ` ${bsc} `, tron: ' ', contact: '@me' })).toEqual({
      bsc,
      tron: null,
      contact: '@me',
    })
    expect(accountFormSchema.parse({ bsc: '', tron, contact: ' @me ' })).toEqual({
      bsc: null,
      tron,
      contact: '@me',
    })
  })
  test('needs an address', () => {
    const issue = accountFormSchema.safeParse({ bsc: '', tron: '', contact: '@me' }).error
      ?.issues[0]
    expect(issue?.path).toEqual(['bsc'])
    expect(inputRuleText(issue?.message ?? '', 'en')).toBe('Enter at least one receiving address')
  })
  test.each(['', '  '])('needs a contact, and %j is not one', contact => {
    const issues = accountFormSchema.safeParse({ bsc, tron: '', contact }).error?.issues
    expect(issues?.map(({ path, message }) => [path[0], inputRuleText(message, 'en')])).toEqual([
      ['contact', 'Enter how you can be reached, such as a phone number or Telegram'],
    ])
  })
  test('rejects a misspelt address before any password is requested', () => {
    const wrong = (typed: object) =>
      accountFormSchema
        .safeParse({ bsc: '', tron: '', contact: '@me', ...typed })
        .error?.issues.map(({ path, message }) => [path[0], inputRuleText(message, 'en')])
    expect(wrong({ bsc: bsc.replace('d', 'D') })).toEqual([
      ['bsc', 'The BSC address fails its checksum; check every character'],
    ])
    expect(wrong({ tron: tron.replace(/t$/, 'u') })).toEqual([
      ['tron', 'The TRON address fails its checksum; check every character'],
    ])
  })
  test('begins with the stored values', () => {
    expect(accountValues({ bsc, tron: null, contact: null })).toEqual({
      bsc,
      tron: '',
      contact: '',
    })
  })
})
