import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Keys that never enter the database or its backup: security.md 4.13. */
export interface Secrets {
  /** Mixed into every password and e-mailed code before it is hashed. */
  pepper: Buffer
  /** Keys the fingerprints of money calls. */
  fingerprintKey: Buffer
  /** Seals e-mail addresses, contacts and receiving addresses; see `sealing.ts`. */
  fieldKey: Buffer
}

type SecretName = keyof Secrets

const variables: Readonly<Record<SecretName, string>> = {
  pepper: 'PEPPER',
  fingerprintKey: 'FINGERPRINT_KEY',
  fieldKey: 'FIELD_KEY',
}
const names = Object.keys(variables) as SecretName[]

/**
 * Reads the keys from `PEPPER`, `FINGERPRINT_KEY` and `FIELD_KEY` (hex, 32 bytes) where they are
 * set, else from `secrets.json` (0600) in the data folder, made from randomness at the first start.
 */
export function readSecrets(
  dataDir: string,
  env: Record<string, string | undefined> = process.env,
): Secrets {
  const given = (name: SecretName) => env[variables[name]] || undefined
  const missing = names.filter(name => given(name) === undefined)
  const stored = missing.length === 0 ? {} : storedSecrets(dataDir, missing)
  const read = (name: SecretName): Buffer => {
    const bytes = Buffer.from(given(name) ?? stored[name] ?? '', 'hex')
    if (bytes.length !== 32) throw new Error(`The secret "${name}" must be 32 bytes in hex.`)
    return bytes
  }
  return {
    pepper: read('pepper'),
    fingerprintKey: read('fingerprintKey'),
    fieldKey: read('fieldKey'),
  }
}

/** The keys of the data folder. One that an older version did not have is kept in a file beside. */
function storedSecrets(
  dataDir: string,
  wanted: readonly SecretName[],
): Partial<Record<SecretName, string>> {
  mkdirSync(dataDir, { recursive: true })
  let stored = keysIn(join(dataDir, 'secrets.json'), names)
  for (const name of wanted) {
    if (stored[name] === undefined)
      stored = { ...stored, ...keysIn(join(dataDir, `secrets-${name}.json`), [name]) }
  }
  return stored
}

/**
 * The keys in a file, made now if it is not there. The file appears whole or not at all, and the
 * first of two starting doors decides: the other one reads what is there.
 */
function keysIn(path: string, made: readonly SecretName[]): Partial<Record<SecretName, string>> {
  if (!existsSync(path)) {
    const draft = `${path}.${randomBytes(6).toString('hex')}`
    const keys = Object.fromEntries(made.map(name => [name, randomBytes(32).toString('hex')]))
    writeFileSync(draft, JSON.stringify(keys), { mode: 0o600, flag: 'wx' })
    try {
      linkSync(draft, path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      rmSync(draft)
    }
  }
  return JSON.parse(readFileSync(path, 'utf8'))
}
