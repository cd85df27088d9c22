import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { CannotWork } from './refusal.ts'

/** 2^17 takes 128 MB and a third of a second; a guess of the passphrase costs as much. */
const standardCost = 17
const blockSize = 8

const bytesText = (length: number) => z.string().regex(new RegExp(`^[0-9a-f]{${length * 2}}$`))

/** The fields of an encrypted file beside its kind and its public half. */
export const sealedFields = {
  /** The key is derived from the passphrase by scrypt with N = 2^cost, r = 8, p = 1. */
  cost: z.number().int().min(12).max(22),
  salt: bytesText(32),
  /** AES-256-GCM, which also detects a changed file and a wrong passphrase. */
  nonce: bytesText(12),
  sealed: z.string().regex(/^([0-9a-f]{2}){17,500}$/),
}

type Sealed = { [field in keyof typeof sealedFields]: z.output<(typeof sealedFields)[field]> }

/**
 * How a secret is encrypted: under a passphrase, and bound to the public half that the file names.
 */
interface Sealing {
  passphrase: string
  publicHalf: string
  cost?: number
}

/** Writes a secret into a file (0600), which must not exist yet. */
export function writeSealed(
  file: string,
  open: Record<string, string>,
  secret: Uint8Array,
  { passphrase, publicHalf, cost = standardCost }: Sealing,
): void {
  const salt = randomBytes(32)
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', derive(passphrase, salt, cost), nonce)
  cipher.setAAD(Buffer.from(publicHalf))
  const sealed = Buffer.concat([cipher.update(secret), cipher.final(), cipher.getAuthTag()])
  const content = {
    ...open,
    cost,
    salt: salt.toString('hex'),
    nonce: nonce.toString('hex'),
    sealed: sealed.toString('hex'),
  }
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
}

/**
 * Opens what `writeSealed` wrote.
 * @throws CannotWork when the passphrase is another one or the file was changed.
 */
export function openSealed(
  file: string,
  { cost, salt, nonce, sealed }: Sealed,
  { passphrase, publicHalf }: Sealing,
): Buffer {
  const bytes = Buffer.from(sealed, 'hex')
  const decipher = createDecipheriv(
    'aes-256-gcm',
    derive(passphrase, Buffer.from(salt, 'hex'), cost),
    Buffer.from(nonce, 'hex'),
  )
  decipher.setAAD(Buffer.from(publicHalf))
  decipher.setAuthTag(bytes.subarray(-16))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()])
  } catch {
    throw new CannotWork(
      `The passphrase does not open ${file}, or the file was changed: give the passphrase that it was made with.`,
    )
  }
}

/**
 * Reads a file by its schema.
 * @throws CannotWork when it is another kind of file.
 */
export function readSealed<T>(file: string, schema: z.ZodType<T>): T {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new CannotWork(
      `${file} is no key file of the signer: put the right one there, or make one (docs/signer.md).`,
    )
  }
}

const derive = (passphrase: string, salt: Buffer, cost: number): Buffer =>
  scryptSync(passphrase.normalize('NFKC'), salt, 32, {
    N: 2 ** cost,
    r: blockSize,
    p: 1,
    maxmem: 256 * blockSize * 2 ** cost,
  })
