import { pbkdf2Sync } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { type Address, bytesToHex, type Hex } from 'viem'
import { type HDAccount, HDKey, hdKeyToAccount } from 'viem/accounts'

/** The account that owns the test USDT and pays it out; its words were made at the first start. */
export function faucetAccount(dataDir: string): HDAccount {
  return hdKeyToAccount(rootOf(join(dataDir, 'faucet.json')))
}

/**
 * The extended public key at m/44'/60'/0' of the custody words, for a chain without a signer. Members'
 * deposit addresses come from it; the server gets this key only.
 */
export const depositXpub = (dataDir: string): string => depositKey(dataDir).publicExtendedKey

/** The deposit key of a chain of before the signer held it; undefined for a new chain. */
export const olderDepositKey = (dataDir: string): string | undefined =>
  existsSync(join(dataDir, 'custody.json')) ? depositKey(dataDir).privateExtendedKey : undefined

const depositKey = (dataDir: string): HDKey =>
  rootOf(join(dataDir, 'custody.json')).derive("m/44'/60'/0'")

/**
 * Where the platform keeps its own money, at m/44'/60'/1'/0 of the custody words: founding money, outside
 * income, hot and cold. Where a signer pays, the hot address is that of its own key.
 */
export function custodyAddresses(dataDir: string, signer?: Address): CustodyAddresses {
  const at = (use: keyof CustodyAddresses) => custodyAccount(dataDir, use).address
  const hot = signer ?? at('hot')
  return { founding: at('founding'), income: at('income'), hot, cold: at('cold') }
}

/** The key of such an address; where a signer pays, that of the hot one is the signer's own, and not this. */
export const custodyAccount = (dataDir: string, use: keyof CustodyAddresses): HDAccount =>
  hdKeyToAccount(rootOf(join(dataDir, 'custody.json')), { path: custodyPath(places[use]) })

/** The key of the hot address that a chain of before the signer has; undefined for a new chain. */
export function olderHotKey(dataDir: string): Hex | undefined {
  const file = join(dataDir, 'custody.json')
  if (!existsSync(file)) return undefined
  const { privateKey } = custodyAccount(dataDir, 'hot').getHdKey()
  return privateKey ? bytesToHex(privateKey) : undefined
}

const places = { founding: 0, income: 1, hot: 2, cold: 3 } as const
const custodyPath = (place: number) => `m/44'/60'/1'/0/${place}` as const

/** Addresses by what they are for. */
export type CustodyAddresses = Readonly<Record<'founding' | 'income' | 'hot' | 'cold', Address>>

const roots = new Map<string, HDKey>()

/** The root key of the words in a file (BIP-39, by OpenSSL: in JavaScript it takes a third of a second). */
function rootOf(file: string): HDKey {
  const words = wordsIn(file)
  const known = roots.get(words)
  if (known) return known
  const root = HDKey.fromMasterSeed(pbkdf2Sync(words, 'mnemonic', 2048, 64, 'sha512'))
  roots.set(words, root)
  return root
}

function wordsIn(file: string): string {
  if (!existsSync(file)) {
    const words = { mnemonic: generateMnemonic(wordlist, 128) }
    writeFileSync(file, `${JSON.stringify(words)}\n`, { mode: 0o600, flag: 'wx' })
  }
  const { mnemonic }: { mnemonic: string } = JSON.parse(readFileSync(file, 'utf8'))
  return mnemonic
}
