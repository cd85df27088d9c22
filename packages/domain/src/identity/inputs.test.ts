import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { inputRuleText } from '../contract/input-rules.ts'
import {
  accountId,
  bscAddress,
  inviteCode,
  isWeakPin,
  loginPassword,
  newPaymentPassword,
  nickname,
  tronAddress,
} from './inputs.ts'

/** Returns the first error in English, or the parsed value. */
function resultOf(schema: z.ZodType, given: unknown): unknown {
  const result = schema.safeParse(given)
  if (result.success) return { taken: result.data }
  return inputRuleText(result.error.issues[0]?.message ?? '', 'en')
}

describe('a login password', () => {
  it.each([
    ['', 'The login password cannot be empty'],
    [undefined, 'The login password cannot be empty'],
    [12345678, 'The login password cannot be empty'],
    ['abc1234', /format is incorrect/],
    ['abcdefgh', /format is incorrect/],
    ['12345678', /format is incorrect/],
    [`a1${'x'.repeat(63)}`, /format is incorrect/],
    ['half a pair 1\ud800', /format is incorrect/],
  ])('refuses %j', (given, message) => {
    expect(resultOf(loginPassword, given)).toMatch(message as string)
  })

  it('accepts 8 and 64 characters, spaces, lines and other alphabets', () => {
    for (const text of [
      'abcd1234',
      `a1${'x'.repeat(62)}`,
      'пароль и 7',
      '榕树榕树榕树榕1',
      'a\n1 b c d',
    ])
      expect(resultOf(loginPassword, text)).toEqual({ taken: text })
  })

  it('is the same for every way of typing an accent', () => {
    expect(loginPassword.parse('cafe\u0301 1234')).toBe(loginPassword.parse('caf\u00e9 1234'))
  })
})

describe('a new payment password', () => {
  it.each([
    ['', 'The payment password cannot be empty'],
    ['12345', 'The payment password cannot be less than 6 digits'],
    ['12a456', /format is incorrect/],
    ['１２３９８１', /format is incorrect/],
    ['9'.repeat(33), /format is incorrect/],
    ['111111', /too easy/],
  ])('refuses %j', (given, message) => {
    expect(resultOf(newPaymentPassword, given)).toMatch(message as string)
  })

  it('accepts 6 to 32 digits', () => {
    for (const pin of ['482913', '48291374650918273645091827364509'])
      expect(resultOf(newPaymentPassword, pin)).toEqual({ taken: pin })
  })

  it.each([
    '000000',
    '123456',
    '654321',
    '890123',
    '121212',
    '123123',
    '12341234',
    '48294829',
    '482948294',
    '11111111',
    '900101',
    '19900101',
    '20081231',
  ])('is weak as %s', pin => {
    expect(isWeakPin(pin)).toBe(true)
  })

  it.each([
    '482913',
    '135790',
    '901301',
    '900132',
    '18990101',
    '112233445',
    // A group is not there again before it is there twice.
    '482948',
    '4829482',
    '4829148291',
  ])('is not weak as %s', pin => {
    expect(isWeakPin(pin)).toBe(false)
  })
})

describe('a nickname', () => {
  it.each([
    ['', 'The nickname cannot be empty'],
    ['   ', 'The nickname cannot be empty'],
    ['a', /2 to 20/],
    ['🌳', /2 to 20/],
    ['\u0301\u0301\u0301', /2 to 20/],
    ['\ufe0f\ufe0f', /invisible/],
    ['x'.repeat(21), /too long/],
    ['ali\u200bce', /invisible/],
    ['ali\u202ece', /invisible/],
    ['al\u3164ice', /invisible/],
    ['a\u0000b', /invisible/],
    ['客\ufe0f服', /invisible/],
    ['ali\u200dce', /invisible/],
  ])('refuses %j', (given, message) => {
    expect(resultOf(nickname, given)).toMatch(message as string)
  })

  it("accepts people's names, trimmed and normalized", () => {
    expect(nickname.parse('  阿榕  ')).toBe('阿榕')
    expect(nickname.parse('Zoe\u0308')).toBe('Zo\u00eb')
    expect(nickname.parse('小树 ❤️')).toBe('小树 ❤️')
  })
})

describe('input typed by hand', () => {
  it('accepts an invitation code in any case, and its look-alike letters as digits', () => {
    expect(inviteCode.parse(' ab12cd3o ')).toBe('AB12CD30')
    expect(inviteCode.parse('ILOil000')).toBe('11011000')
    expect(resultOf(inviteCode, 'AB12CD3')).toMatch(/8 letters and digits/)
    expect(resultOf(inviteCode, '')).toBe('The invitation code cannot be empty')
  })

  it('accepts 8 ASCII digits as an account ID', () => {
    expect(accountId.parse(' 12345678 ')).toBe('12345678')
    for (const text of ['1234567', '123456789', '１２３４５６７８', '1234 678'])
      expect(resultOf(accountId, text)).toBe('An account ID is 8 digits')
  })

  it('accepts only the format of a receiving address', () => {
    expect(resultOf(bscAddress, '0x55d398326f99059fF775485246999027B3197955')).toHaveProperty(
      'taken',
    )
    expect(resultOf(bscAddress, '55d398326f99059fF775485246999027B3197955')).toMatch(/BSC/)
    expect(resultOf(tronAddress, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toHaveProperty('taken')
    expect(resultOf(tronAddress, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj0t')).toMatch(/TRON/)
  })
})
