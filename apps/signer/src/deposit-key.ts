import { type Address, bytesToHex, type Hex } from 'viem'
import {
  english,
  generateMnemonic,
  HDKey,
  mnemonicToAccount,
  privateKeyToAddress,
} from 'viem/accounts'
import { z } from 'zod'
import { type DigestSignature, signDigest } from './key-store.ts'
import { CannotWork } from './refusal.ts'
import { openSealed, readSealed, sealedFields, writeSealed } from './sealed-file.ts'

/**
 * Holds the keys of all recharge addresses and never gives one out: together with the extended public
 * key, which the server has, a single one of them would open all the others.
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

/** Where the account of the recharge addresses is in a seed. */
const accountPath = "m/44'/60'/0'"

/** The extended private key of the account in 12 or 24 words. @throws CannotWork for other words. */
export function depositKeyOfWords(words: string): string {
  try {
    const account = mnemonicToAccount(words.trim().replace(/\s+/g, ' '), {
      path: `${accountPath}/0/0`,
    })
    const root = mnemonicToAccount(words.trim().replace(/\s+/g, ' ')).getHdKey()
    if (account.address !== '0x') return root.derive(accountPath).privateExtendedKey
  } catch {
    // Said below, without the words.
  }
  throw new CannotWork(
    'These are no recovery words of a wallet: give the 12 or 24 words in English.',
  )
}

/**
 * Writes an encrypted file (0600) with the extended private key of the recharge addresses, and answers
 * the extended public key.
 * @param xprv a key to take over; without it a new one is made.
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

/** The extended public key of a file, which no coin can be spent with. */
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
