import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { generateMnemonic, mnemonicToSeedSync, validateMnemonic } from '@scure/bip39'
import { wordlist as english } from '@scure/bip39/wordlists/english.js'
import { type Address, bytesToHex, type Hex } from 'viem'
import { HDKey, privateKeyToAddress } from 'viem/accounts'
import { z } from 'zod'
import { type DigestSignature, signDigest } from './key-store.ts'
import { CannotWork } from './refusal.ts'
import { openSealed, readSealed, sealedFields, writeSealed } from './sealed-file.ts'

/**
 * Holds the keys of all recharge addresses and never returns one: together with the extended public
 * key, which the server has, a single one of them would be enough to compute all the others.
 */
export interface DepositKey {
  /** The extended public key that the server derives addresses from (DEPOSIT_XPUB). */
  readonly xpub: string
  /** The recharge address of an index, at `<xpub>/0/index`. */
  address(index: number): Address
  /** A signature of 32 bytes by the key of an index. */
  sign(index: number, digest: Hex): Promise<DigestSignature>
}

const xpubText = /^xpub[1-9A-HJ-NP-Za-km-z]{107}$/
const depositKeyFile = z.strictObject({
  kind: z.literal('banyan deposit key 1'),
  xpub: z.string().regex(xpubText),
  ...sealedFields,
})

/** The derivation path of the account of the recharge addresses. */
const accountPath = "m/44'/60'/0'"

/**
 * The extended private key of the account in 12 or 24 words.
 * @throws CannotWork for other words, and for a mistyped one: the last word contains a checksum.
 */
export function depositKeyOfWords(given: string): string {
  const words = given.trim().toLowerCase().split(/\s+/)
  const phrase = words.join(' ')
  // The message does not repeat the words.
  if (![12, 24].includes(words.length) || !validateMnemonic(phrase, english))
    throw new CannotWork(
      'These are not the recovery words of a wallet: give all 12 or 24 words, in English and in their order, and look for a mistyped one.',
    )
  return HDKey.fromMasterSeed(mnemonicToSeedSync(phrase)).derive(accountPath).privateExtendedKey
}

/**
 * Writes an encrypted file (0600) with the extended private key of the recharge addresses. Returns
 * the extended public key.
 * @param xprv a key to import; without it a new one is made.
 */
export function makeDepositKeyFile(
  file: string,
  passphrase: string,
  {
    xprv = depositKeyOfWords(generateMnemonic(english, 256)),
    cost,
  }: { xprv?: string; cost?: number } = {},
): string {
  const xpub = accountOf(xprv).publicExtendedKey
  const sealing = { passphrase, publicHalf: xpub, ...(cost !== undefined && { cost }) }
  writeSealed(file, { kind: 'banyan deposit key 1', xpub }, Buffer.from(xprv), sealing)
  return xpub
}

const fileName = /^deposit-key(?:-([1-9][0-9]{0,3}))?\.json$/
const numberOf = (name: string): number => Number(fileName.exec(name)?.[1] ?? 1)

/** The files of all deposit keys of a signer's folder: `deposit-key.json`, `deposit-key-2.json` and so on. */
export const depositKeyFiles = (folder: string): string[] =>
  readdirSync(folder)
    .filter(name => fileName.test(name))
    .sort((a, b) => numberOf(a) - numberOf(b))
    .map(name => join(folder, name))

/**
 * The path of the next deposit key of a folder. The existing ones stay: they are collected from for
 * ever.
 */
export function nextDepositKeyFile(folder: string): string {
  const last = depositKeyFiles(folder).at(-1)
  return join(folder, `deposit-key${last ? `-${numberOf(basename(last)) + 1}` : ''}.json`)
}

/** The extended public key of a file, which cannot spend any coin. */
export const xpubOfDepositKeyFile = (file: string): string => readSealed(file, depositKeyFile).xpub

/**
 * Opens the file of the deposit key.
 * @throws CannotWork when it is another kind of file or the passphrase is another one.
 */
export function openDepositKeyFile(file: string, passphrase: string): DepositKey {
  const content = readSealed(file, depositKeyFile)
  const secret = openSealed(file, content, { passphrase, publicHalf: content.xpub })
  return depositKeyInMemory(secret.toString())
}

/** A deposit key that this process holds. */
export function depositKeyInMemory(xprv: string): DepositKey {
  const account = accountOf(xprv)
  const external = account.deriveChild(0)
  const keyOf = (index: number): Hex => {
    const { privateKey } = external.deriveChild(index)
    if (privateKey === null) throw new Error(`index ${index} has no key`)
    return bytesToHex(privateKey)
  }
  return {
    xpub: account.publicExtendedKey,
    address: index => privateKeyToAddress(keyOf(index)),
    sign: (index, digest) => signDigest(digest, keyOf(index)),
  }
}

function accountOf(xprv: string): HDKey {
  const account = HDKey.fromExtendedKey(xprv)
  if (account.privateKey === null)
    throw new CannotWork('This is an extended public key: give the private one (xprv…).')
  return account
}
