import { type Address, bytesToHex, type Hex, hexToBytes } from 'viem'
import { generatePrivateKey, privateKeyToAddress, sign } from 'viem/accounts'
import { z } from 'zod'
import { openSealed, readSealed, sealedFields, writeSealed } from './sealed-file.ts'

/** A secp256k1 signature as in transactions. */
export interface DigestSignature {
  r: Hex
  s: Hex
  yParity: number
}

/**
 * Holds the hot key and never returns it. It offers what a hardware module (PKCS #11) or a cloud's
 * key service offers as well: a signature of a digest of 32 bytes.
 */
export interface KeyStore {
  readonly address: Address
  sign(digest: Hex): Promise<DigestSignature>
}

const keyFile = z.strictObject({
  kind: z.literal('banyan signer key 1'),
  address: z.string().regex(/^0x[0-9a-fA-F]{40}$/),
  ...sealedFields,
})

/**
 * Writes an encrypted key file (0600), which must not exist yet. Returns the address of the key.
 * @param privateKey a key to import; without it a new one is made.
 */
export function makeKeyFile(
  file: string,
  passphrase: string,
  { privateKey = generatePrivateKey(), cost }: { privateKey?: Hex; cost?: number } = {},
): Address {
  const address = privateKeyToAddress(privateKey)
  const sealing = { passphrase, publicHalf: address, ...(cost !== undefined && { cost }) }
  writeSealed(file, { kind: 'banyan signer key 1', address }, hexToBytes(privateKey), sealing)
  return address
}

/** The address of a key file, which is no secret. */
export const addressOfKeyFile = (file: string): Address => readKeyFile(file).address as Address

/**
 * Opens an encrypted key file.
 * @throws CannotWork when the file is no key file or the passphrase is another one.
 */
export function openKeyFile(file: string, passphrase: string): KeyStore {
  const content = readKeyFile(file)
  const secret = openSealed(file, content, { passphrase, publicHalf: content.address })
  return keyInMemory(bytesToHex(secret))
}

/** A key that this process holds. */
export const keyInMemory = (privateKey: Hex): KeyStore => ({
  address: privateKeyToAddress(privateKey),
  sign: digest => signDigest(digest, privateKey),
})

/** A signature of 32 bytes. */
export async function signDigest(hash: Hex, privateKey: Hex): Promise<DigestSignature> {
  const { r, s, yParity } = await sign({ hash, privateKey })
  if (yParity === undefined) throw new Error('the signature has no parity')
  return { r, s, yParity }
}

const readKeyFile = (file: string) => readSealed(file, keyFile)
