import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { type Address, bytesToHex, type Hex, hexToBytes } from 'viem'
import { generatePrivateKey, privateKeyToAddress, sign } from 'viem/accounts'
import { z } from 'zod'
import { CannotWork } from './refusal.ts'

/** A signature over secp256k1 as transactions carry it. */
export interface DigestSignature {
  r: Hex
  s: Hex
  yParity: number
}

/**
 * Holds the hot key and never gives it out. It is asked for what a hardware module (PKCS #11) or a
 * cloud's key service offers as well: a signature of a digest of 32 bytes.
 */
export interface KeyStore {
  readonly address: Address
  sign(digest: Hex): Promise<DigestSignature>
}

/** 2^17 takes 128 MB and a third of a second; a guess of the passphrase costs as much. */
const standardCost = 17
const blockSize = 8

const bytesText = (length: number) => z.string().regex(new RegExp(`^[0-9a-f]{${length * 2}}$`))
const keyFile = z.strictObject({
  kind: z.literal('banyan signer key 1'),
  address: z.string().regex(/^0x[0-9a-fA-F]{40}$/),
  /** The key is derived from the passphrase by scrypt with N = 2^cost, r = 8, p = 1. */
  cost: z.number().int().min(12).max(22),
  salt: bytesText(32),
  /** AES-256-GCM, which also proves that neither the file nor the passphrase is another one. */
  nonce: bytesText(12),
  sealed: bytesText(48),
})

/**
 * Writes an encrypted key file (0600) that must not be there yet, and answers the address of the key.
 * @param privateKey a key to take over; without it a new one is made.
 */
export function makeKeyFile(
  file: string,
  passphrase: string,
  {
    privateKey = generatePrivateKey(),
    cost = standardCost,
  }: { privateKey?: Hex; cost?: number } = {},
): Address {
  const address = privateKeyToAddress(privateKey)
  const salt = randomBytes(32)
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', derive(passphrase, salt, cost), nonce)
  cipher.setAAD(Buffer.from(address))
  const sealed = Buffer.concat([
    cipher.update(hexToBytes(privateKey)),
    cipher.final(),
    cipher.getAuthTag(),
  ])
  const content = {
    ...{ kind: 'banyan signer key 1', address, cost },
    ...{ salt: salt.toString('hex'), nonce: nonce.toString('hex'), sealed: sealed.toString('hex') },
  }
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  return address
}

/** The address of a key file, which is no secret. */
export const addressOfKeyFile = (file: string): Address => readKeyFile(file).address as Address

/**
 * Opens an encrypted key file.
 * @throws CannotWork when the file is no key file or the passphrase is another one.
 */
export function openKeyFile(file: string, passphrase: string): KeyStore {
  const { address, cost, salt, nonce, sealed } = readKeyFile(file)
  const bytes = Buffer.from(sealed, 'hex')
  const decipher = createDecipheriv(
    'aes-256-gcm',
    derive(passphrase, Buffer.from(salt, 'hex'), cost),
    Buffer.from(nonce, 'hex'),
  )
  decipher.setAAD(Buffer.from(address))
  decipher.setAuthTag(bytes.subarray(-16))
  let privateKey: Hex
  try {
    privateKey = bytesToHex(
      Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]),
    )
  } catch {
    throw new CannotWork(
      `The passphrase does not open ${file}, or the file was changed: give the passphrase that it was made with.`,
    )
  }
  return keyInMemory(privateKey)
}

/** A key that this process holds. */
export function keyInMemory(privateKey: Hex): KeyStore {
  return {
    address: privateKeyToAddress(privateKey),
    sign: async digest => {
      const { r, s, yParity } = await sign({ hash: digest, privateKey })
      if (yParity === undefined) throw new Error('the signature has no parity')
      return { r, s, yParity }
    },
  }
}

function readKeyFile(file: string) {
  try {
    return keyFile.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new CannotWork(
      `${file} is no key file of the signer: put the right one there, or make one (docs/signer.md).`,
    )
  }
}

const derive = (passphrase: string, salt: Buffer, cost: number): Buffer =>
  scryptSync(passphrase.normalize('NFKC'), salt, 32, {
    ...{ N: 2 ** cost, r: blockSize, p: 1 },
    maxmem: 256 * blockSize * 2 ** cost,
  })
