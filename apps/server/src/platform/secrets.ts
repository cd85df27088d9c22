import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Keys that never enter the database or its backup: security.md 4.13. */
export interface Secrets {
  /** Mixed into every password before it is hashed. */
  pepper: Buffer
  /** Keys the fingerprints of money calls. */
  fingerprintKey: Buffer
}

const NAMES = ['pepper', 'fingerprintKey'] as const

/**
 * Reads the keys from `PEPPER` and `FINGERPRINT_KEY` (hex, 32 bytes) where they are set, else from
 * `secrets.json` (0600) in the data folder, made from randomness at the first start.
 */
export function readSecrets(
  dataDir: string,
  env: Record<string, string | undefined> = process.env,
): Secrets {
  const given = { pepper: env.PEPPER, fingerprintKey: env.FINGERPRINT_KEY }
  const stored = NAMES.every(name => given[name] !== undefined) ? {} : storedSecrets(dataDir)
  const read = (name: (typeof NAMES)[number]): Buffer => {
    const bytes = Buffer.from(given[name] ?? stored[name] ?? '', 'hex')
    if (bytes.length !== 32) throw new Error(`The secret "${name}" must be 32 bytes in hex.`)
    return bytes
  }
  return { pepper: read('pepper'), fingerprintKey: read('fingerprintKey') }
}

function storedSecrets(dataDir: string): Record<string, string> {
  const path = join(dataDir, 'secrets.json')
  mkdirSync(dataDir, { recursive: true })
  const fresh = JSON.stringify(
    Object.fromEntries(NAMES.map(name => [name, randomBytes(32).toString('hex')])),
  )
  try {
    // `wx` fails when the file is there: two starting doors agree on the first one's keys.
    writeFileSync(path, fresh, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return JSON.parse(readFileSync(path, 'utf8'))
}
