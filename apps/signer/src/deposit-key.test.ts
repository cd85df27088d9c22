import { mnemonicToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { depositKeyInMemory, depositKeyOfWords } from './deposit-key.ts'
import { CannotWork } from './refusal.ts'

const twelve = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
const twentyFour = `${'abandon '.repeat(23)}art`

describe('recovery words', () => {
  test.each([twelve, twentyFour])('open the recharge addresses of the wallet: %s', words => {
    const key = depositKeyInMemory(depositKeyOfWords(`  ${words.replaceAll(' ', '\n ')}\n`))
    for (const index of [0, 7])
      expect(key.address(index)).toBe(
        mnemonicToAccount(words, { path: `m/44'/60'/0'/0/${index}` }).address,
      )
  })

  test.each([
    ['a mistyped word', twelve.replace('thank', 'thunk')],
    ['another word of the list', twelve.replace('year', 'yard')],
    ['two words in the other order', twelve.replace('wave sausage', 'sausage wave')],
    ['a word too few', twelve.slice(0, twelve.lastIndexOf(' '))],
    ['fifteen words', `${'abandon '.repeat(14)}address`],
    ['nothing', ''],
  ])('are refused with %s, and are not repeated in the message', (_, words) => {
    expect(() => depositKeyOfWords(words)).toThrow(CannotWork)
    expect(() => depositKeyOfWords(words)).not.toThrow(/winner|abandon/)
  })
})
