import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { HDKey } from '@scure/bip32'
import { generateMnemonic, mnemonicToSeedSync } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import type { Address } from 'viem'
import { type HDAccount, mnemonicToAccount } from 'viem/accounts'

/** The account that owns the test USDT and pays it out; its words were made at the first start. */
export function faucetAccount(dataDir: string): HDAccount {
  return mnemonicToAccount(wordsIn(join(dataDir, 'faucet.json')))
}

/**
 * The extended public key at m/44'/60'/0' of the custody words. Members' deposit addresses come from
 * it. The words stay in `custody.json`, which the signer alone reads; the server gets this key only.
 */
export function depositXpub(dataDir: string): string {
  const seed = mnemonicToSeedSync(wordsIn(join(dataDir, 'custody.json')))
  return HDKey.fromMasterSeed(seed).derive("m/44'/60'/0'").publicExtendedKey
}

/**
 * Where the platform keeps its own money, at m/44'/60'/1'/0 of the custody words: founding money, outside
 * income, hot and cold.
 */
export function custodyAddresses(dataDir: string): CustodyAddresses {
  const words = wordsIn(join(dataDir, 'custody.json'))
  const at = (place: number) =>
    mnemonicToAccount(words, { path: `m/44'/60'/1'/0/${place}` }).address
  return { founding: at(0), income: at(1), hot: at(2), cold: at(3) }
}

/** Addresses by what they are for. */
export type CustodyAddresses = Readonly<Record<'founding' | 'income' | 'hot' | 'cold', Address>>

function wordsIn(file: string): string {
  if (!existsSync(file)) {
    const words = { mnemonic: generateMnemonic(wordlist, 128) }
    writeFileSync(file, `${JSON.stringify(words)}\n`, { mode: 0o600, flag: 'wx' })
  }
  const { mnemonic }: { mnemonic: string } = JSON.parse(readFileSync(file, 'utf8'))
  return mnemonic
}
