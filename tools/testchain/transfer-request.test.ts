import fc from 'fast-check'
import { getAddress, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { readAmount, readRecipient, TransferRefused } from './transfer-request.ts'

const token = getAddress('0x614fe09cd6855761a57d49326323f03743cdbcde')
const member = getAddress('0x70997970c51812dc3a010c7d01b50e0d17dc79c8')

function codeOf(read: () => unknown): string {
  try {
    read()
  } catch (error) {
    if (error instanceof TransferRefused) return error.refusal.code
    throw error
  }
  return 'accepted'
}

test('an address is accepted in lower case, in upper case, and with a right checksum', () => {
  for (const text of [member, member.toLowerCase(), `0x${member.slice(2).toUpperCase()}`]) {
    expect(readRecipient(`  ${text} `, token)).toBe(member)
  }
})

test('a single letter in the wrong case is refused', () => {
  expect(codeOf(() => readRecipient(member.replace(/8$/, '9'), token))).toBe('addressChecksum')
  expect(codeOf(() => readRecipient(member.replace('dc79C8', 'dc79c8'), token))).toBe(
    'addressChecksum',
  )
})

test.each([
  ['', 'addressMissing'],
  [undefined, 'addressMissing'],
  [42, 'addressMissing'],
  ['0x1234', 'addressMalformed'],
  [`${member}0`, 'addressMalformed'],
  ['TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE', 'addressTron'],
  [zeroAddress, 'addressUnusable'],
  [token, 'addressUnusable'],
])('the recipient %j is refused: %s', (input, code) => {
  expect(codeOf(() => readRecipient(input, token))).toBe(code)
})

test.each([
  ['1', 1_000_000n],
  ['0.000001', 1n],
  ['12.5', 12_500_000n],
  ['1000000', 1_000_000_000_000n],
  ['１２。５', 12_500_000n],
  [' 007 ', 7_000_000n],
])('the amount %j is %d micro-USDT', (input, micro) => {
  expect(readAmount(input)).toBe(micro)
})

test.each([
  ['', 'amountMissing'],
  [5, 'amountMissing'],
  ['0', 'amountZero'],
  ['0.0000001', 'amountMalformed'],
  ['-1', 'amountMalformed'],
  ['1e3', 'amountMalformed'],
  ['1,000', 'amountMalformed'],
  ['0x10', 'amountMalformed'],
  ['1.', 'amountMalformed'],
  ['1000000.000001', 'amountTooLarge'],
])('the amount %j is refused: %s', (input, code) => {
  expect(codeOf(() => readAmount(input))).toBe(code)
})

test('every amount up to a million is read exactly', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 1_000_000_000_000n), micro => {
      const text = `${micro / 1_000_000n}.${String(micro % 1_000_000n).padStart(6, '0')}`
      expect(readAmount(text)).toBe(micro)
    }),
  )
})
