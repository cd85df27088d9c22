import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { mnemonicToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import {
  depositKeyFiles,
  depositKeyInMemory,
  depositKeyOfWords,
  nextDepositKeyFile,
} from './deposit-key.ts'
import { CannotWork } from './refusal.ts'

const twelve = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
const twentyFour = `${'abandon '.repeat(23)}art`

describe('recovery words', () => {
  test.each([twelve, twentyFour])('derive the recharge addresses of the wallet: %s', words => {
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

test('the deposit keys of a folder are in the order in which they were made, and the next one gets the next number', () => {
  const folder = mkdtempSync(join(tmpdir(), 'banyan-deposit-keys-'))
  const names = () => depositKeyFiles(folder).map(file => basename(file))
  expect([names(), basename(nextDepositKeyFile(folder))]).toEqual([[], 'deposit-key.json'])
  for (const name of ['deposit-key-10.json', 'deposit-key.json', 'deposit-key-2.json', 'key.json'])
    writeFileSync(join(folder, name), '')
  expect(names()).toEqual(['deposit-key.json', 'deposit-key-2.json', 'deposit-key-10.json'])
  expect(basename(nextDepositKeyFile(folder))).toBe('deposit-key-11.json')
  rmSync(folder, { recursive: true })
})
