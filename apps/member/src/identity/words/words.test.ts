import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { entropyOf, newEntropy, type WordList, wordsIn, wordsOf } from './words.ts'

const filled = (byte: number) => new Uint8Array(16).fill(byte)

describe('words', () => {
  // The English ones are the vectors of BIP-39 itself.
  test.each([
    [0, 'en', `${'abandon '.repeat(11)}about`],
    [0x7f, 'en', 'legal winner thank year wave sausage worth useful legal winner thank yellow'],
    [0, 'zh', '的 的 的 的 的 的 的 的 的 的 的 在'],
    [0x7f, 'zh', '枪 疫 霉 尝 俩 闹 饿 贤 枪 疫 霉 卿'],
  ] as [number, WordList, string][])('of the entropy %i in %s', (byte, list, words) => {
    expect(wordsOf(filled(byte), list).join(' ')).toBe(words)
  })
  test('of both lists encode the same entropy', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), entropy => {
        for (const list of ['zh', 'en'] as const)
          expect(entropyOf(wordsOf(entropy, list), list)).toEqual(entropy)
      }),
    )
  })
  test('with a wrong checksum return nothing, and no error quotes them', () => {
    expect(entropyOf(Array(12).fill('abandon'), 'en')).toBeNull()
    expect(entropyOf(['no', 'such', 'words'], 'en')).toBeNull()
  })
  test('of one list are never words of the other', () => {
    const chinese = new Set(wordsIn('zh'))
    expect(wordsIn('en').filter(word => chinese.has(word))).toEqual([])
  })
  test('are made from 16 fresh bytes', () => {
    expect(newEntropy()).toHaveLength(16)
    expect(newEntropy()).not.toEqual(newEntropy())
  })
})
