import { loginPassword } from '@banyan/domain'
import { describe, expect, it } from 'vitest'
import { commonPasswords } from './common-passwords.ts'
import { isCommonPassword, isDigitsOf, tellsAccountId } from './password-choice.ts'

describe('the choice of a login password', () => {
  it('blocks only passwords that the rule would accept: no entry of the list is useless', () => {
    expect(commonPasswords.size).toBeGreaterThan(900)
    for (const password of commonPasswords) {
      expect(loginPassword.safeParse(password).success, password).toBe(true)
      expect(password).toBe(password.toLowerCase())
    }
  })

  it.each([
    ['password123', 'Alice'],
    ['PassWord123', 'Alice'],
    ['1qaz2wsx', 'Alice'],
    ['Banyan2026', 'Alice'],
    ['榕树20260101', 'Alice'],
    ['alice1990!', 'Alice'],
    ['小明小明1234'.slice(2), '小明'],
    ['my 48193025', 'Alice'],
  ])('blocks %j for %j', (password, nickname) => {
    expect(isCommonPassword(password, { nickname, accountId: '48193025' })).toBe(true)
  })

  it.each([
    ['correct horse 7', 'Alice'],
    ['a4819302', 'A1'],
    ['alice in chains 5', 'Alice'],
    ['banyan trees 40', 'Alice'],
  ])('accepts %j for %j', (password, nickname) => {
    expect(isCommonPassword(password, { nickname, accountId: '48193025' })).toBe(false)
  })

  it('detects a payment password that is the digits of the login password', () => {
    expect(isDigitsOf('482913', 'tree482913')).toBe(true)
    expect(isDigitsOf('482913', '48tree29leaf13')).toBe(true)
    expect(isDigitsOf('482913', 'tree4829130')).toBe(false)
  })

  it('detects a payment password that the account ID reveals', () => {
    expect(tellsAccountId('481930', '48193025')).toBe(true)
    expect(tellsAccountId('193025', '48193025')).toBe(true)
    expect(tellsAccountId('7481930257', '48193025')).toBe(true)
    expect(tellsAccountId('481931', '48193025')).toBe(false)
  })
})
