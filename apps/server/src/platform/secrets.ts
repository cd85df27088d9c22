import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from './config.ts'
import { KeyRing } from './key-ring.ts'

/** Keys that never enter the database or its backup: security.md 4.13. */
export interface Secrets {
  /** Mixed into every password and e-mailed code before it is hashed. */
  pepper: KeyRing
  /** Keys the fingerprints of money calls. */
  fingerprintKey: KeyRing
  /** Encrypts e-mail addresses, contacts and receiving addresses; see `sealing.ts`. */
  fieldKey: KeyRing
  /** Identifies the sender to the browsers' push services; docs/push.md. */
  pushKey: KeyRing
  /** Signs the roots of the audit log (Ed25519); docs/audit-log.md. */
  auditKey: KeyRing
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

/**
 * Reads the keys from `PEPPER`, `FINGERPRINT_KEY`, `FIELD_KEY`, `PUSH_KEY` and `AUDIT_KEY` (hex, 32
 * bytes; two of them with a comma between while one is rotated) where they are set, otherwise from
 * `secrets.json` (0600) in the data folder and the files beside it. Makes none: only the migration
 * and the rotation do, which first ask the database (`key-check.ts`).
 * @throws ConfigError when one is missing or is no key.
 */
export function readSecrets(dataDir: string, env: Environment = process.env): Secrets {
  const stored = storedSecrets(dataDir)
  const read = (name: SecretName): KeyRing => {
    const [first, ...others] = keysOf(name, env, stored)
    if (first !== undefined)
      return new KeyRing([
        keyOf(name, first, dataDir),
        ...others.map(one => keyOf(name, one, dataDir)),
      ])
    throw new ConfigError(`The secret "${name}" is missing: ${wayToSet(name, dataDir)}`)
  }
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
  for (const name of secretNames)
    for (const text of keysOf(name, env, stored)) keyOf(name, text, dataDir)
}

/** The keys of a secret as texts: of the environment, or else of the data folder. */
function keysOf(name: SecretName, env: Environment, stored: StoredKeys): string[] {
  const given = env[secretVariables[name]]
  return given ? given.split(',').map(one => one.trim()) : [...new Set(stored[name])]
}

function keyOf(name: SecretName, text: string, dataDir: string): Buffer {
  const bytes = Buffer.from(text, 'hex')
  if (bytes.length === 32) return bytes
  throw new ConfigError(`The secret "${name}" is not 32 bytes in hex: ${wayToSet(name, dataDir)}`)
}

const wayToSet = (name: SecretName, dataDir: string): string =>
  `put the secrets.json of this database into ${dataDir}, or set ${secretVariables[name]} to 64 hexadecimal digits.`

/** The keys that neither the environment nor the data folder has. */
export function missingSecrets(dataDir: string, env: Environment = process.env): SecretName[] {
  const stored = storedSecrets(dataDir)
  return secretNames.filter(name => keysOf(name, env, stored).length === 0)
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

/**
 * Makes another key of a secret in a file of its own, for the rotation to the given version, and
 * returns it. A file that is there already is left as it is, and its key is not the new one: the
 * number of the new file is the next that is free.
 */
export function makeNextSecret(dataDir: string, name: SecretName, version: number): Buffer {
  for (let number = version; number <= LAST_FILE; number++) {
    const path = fileOf(dataDir, `${name}-${number}`)
    if (makeKeys(path, [name])) return keyOf(name, keysIn(path)[name] ?? '', dataDir)
  }
  throw new ConfigError(
    `${dataDir} has too many files of ${name}: put those that are not used away.`,
  )
}

const fileOf = (dataDir: string, name?: string): string =>
  join(dataDir, name === undefined ? 'secrets.json' : `secrets-${name}.json`)

/** Numbers of files have three digits. */
const LAST_FILE = 999

type StoredKeys = Partial<Record<SecretName, string[]>>

/**
 * The keys of the data folder. A key that an older version did not have is stored in a separate
 * file, and so is each that a rotation has made.
 */
function storedSecrets(dataDir: string): StoredKeys {
  const later = existsSync(dataDir) ? readdirSync(dataDir).filter(isOfRotation).sort() : []
  const files = [
    fileOf(dataDir),
    ...secretNames.map(name => fileOf(dataDir, name)),
    ...later.map(file => join(dataDir, file)),
  ]
  const all: StoredKeys = {}
  for (const part of files.filter(file => existsSync(file)).map(keysIn))
    for (const name of secretNames) {
      const key = part[name]
      if (key !== undefined) all[name] = [...(all[name] ?? []), key]
    }
  return all
}

const isOfRotation = (file: string): boolean =>
  secretNames.some(name => file.startsWith(`secrets-${name}-`) && /-\d{1,3}\.json$/.test(file))

function keysIn(path: string): Partial<Record<SecretName, string>> {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    throw new ConfigError(`${path} cannot be read as JSON: put the file of your backup there.`)
  }
}

/**
 * Makes keys in a file, on disk before anything is encrypted with them. The file appears whole or
 * not at all, and the first of two programs decides. Returns whether this one made it.
 */
function makeKeys(path: string, names: readonly SecretName[]): boolean {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  const keys = Object.fromEntries(names.map(name => [name, randomBytes(32).toString('hex')]))
  writeFileSync(draft, JSON.stringify(keys), { mode: 0o600, flag: 'wx', flush: true })
  try {
    linkSync(draft, path)
    syncFolder(join(path, '..'))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  } finally {
    rmSync(draft)
  }
}

function syncFolder(path: string): void {
  const handle = openSync(path, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
