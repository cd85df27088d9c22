import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from './config.ts'

/** Keys that never enter the database or its backup: security.md 4.13. */
export interface Secrets {
  /** Mixed into every password and e-mailed code before it is hashed. */
  pepper: Buffer
  /** Keys the fingerprints of money calls. */
  fingerprintKey: Buffer
  /** Encrypts e-mail addresses, contacts and receiving addresses; see `sealing.ts`. */
  fieldKey: Buffer
  /** Identifies the sender to the browsers' push services; docs/push.md. */
  pushKey: Buffer
  /** Signs the roots of the audit log (Ed25519); docs/audit-log.md. */
  auditKey: Buffer
}

export type SecretName = keyof Secrets

/** The variables that give a key instead of the data folder. */
export const secretVariables: Readonly<Record<SecretName, string>> = {
  pepper: 'PEPPER',
  fingerprintKey: 'FINGERPRINT_KEY',
  fieldKey: 'FIELD_KEY',
  pushKey: 'PUSH_KEY',
  auditKey: 'AUDIT_KEY',
}
export const secretNames = Object.keys(secretVariables) as SecretName[]

type Environment = Record<string, string | undefined>
type StoredKeys = Partial<Record<SecretName, string>>

/**
 * Reads the keys from `PEPPER`, `FINGERPRINT_KEY`, `FIELD_KEY`, `PUSH_KEY` and `AUDIT_KEY` (hex, 32
 * bytes) where they are set, otherwise from `secrets.json` (0600) in the data folder. Makes none: only the
 * migration does, which first checks whether the database has keys already (`key-check.ts`).
 * @throws ConfigError when one is missing or is no key.
 */
export function readSecrets(dataDir: string, env: Environment = process.env): Secrets {
  const stored = storedSecrets(dataDir)
  const read = (name: SecretName): Buffer =>
    keyOf(name, env[secretVariables[name]] || stored[name], dataDir)
  return {
    pepper: read('pepper'),
    fingerprintKey: read('fingerprintKey'),
    fieldKey: read('fieldKey'),
    pushKey: read('pushKey'),
    auditKey: read('auditKey'),
  }
}

/**
 * Checks the keys that there are, before a first start makes the others.
 * @throws ConfigError when one is no key.
 */
export function requireUsableSecrets(dataDir: string, env: Environment = process.env): void {
  const stored = storedSecrets(dataDir)
  for (const name of secretNames) {
    const text = env[secretVariables[name]] || stored[name]
    if (text !== undefined) keyOf(name, text, dataDir)
  }
}

function keyOf(name: SecretName, text: string | undefined, dataDir: string): Buffer {
  const bytes = Buffer.from(text ?? '', 'hex')
  if (bytes.length === 32) return bytes
  throw new ConfigError(
    `The secret "${name}" is ${text === undefined ? 'missing' : 'not 32 bytes in hex'}: put the secrets.json of this database into ${dataDir}, or set ${secretVariables[name]} to 64 hexadecimal digits.`,
  )
}

/** The keys that neither the environment nor the data folder has. */
export function missingSecrets(dataDir: string, env: Environment = process.env): SecretName[] {
  const stored = storedSecrets(dataDir)
  return secretNames.filter(name => !env[secretVariables[name]] && stored[name] === undefined)
}

/**
 * Makes the missing keys from randomness: all of them in `secrets.json`, a later one in a file
 * beside it.
 */
export function makeSecrets(dataDir: string, env: Environment = process.env): void {
  const missing = missingSecrets(dataDir, env)
  if (missing.length === 0) return
  mkdirSync(dataDir, { recursive: true })
  if (!existsSync(fileOf(dataDir))) makeKeys(fileOf(dataDir), missing)
  else for (const name of missing) makeKeys(fileOf(dataDir, name), [name])
}

const fileOf = (dataDir: string, name?: SecretName): string =>
  join(dataDir, name === undefined ? 'secrets.json' : `secrets-${name}.json`)

/**
 * The keys of the data folder. A key that an older version did not have is stored in a separate
 * file.
 */
function storedSecrets(dataDir: string): StoredKeys {
  const files = [fileOf(dataDir), ...secretNames.map(name => fileOf(dataDir, name))]
  const parts = files.filter(file => existsSync(file)).map(keysIn)
  // The first file that has a key decides.
  return Object.assign({}, ...parts.reverse())
}

function keysIn(path: string): StoredKeys {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    throw new ConfigError(`${path} cannot be read as JSON: put the file of your backup there.`)
  }
}

/**
 * Makes keys in a file, on disk before anything is encrypted with them. The file appears whole or
 * not at all, and the first of two programs decides.
 */
function makeKeys(path: string, names: readonly SecretName[]): void {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  const keys = Object.fromEntries(names.map(name => [name, randomBytes(32).toString('hex')]))
  writeFileSync(draft, JSON.stringify(keys), { mode: 0o600, flag: 'wx', flush: true })
  try {
    linkSync(draft, path)
    syncFolder(join(path, '..'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
}

function syncFolder(path: string): void {
  const handle = openSync(path, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
