import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { ConfigError } from './config.ts'
import { holdLock } from './database/advisory-locks.ts'
import type { Database, Tx } from './database/connect.ts'
import type { KeyRing } from './key-ring.ts'
import { openSealing } from './sealing.ts'
import {
  makeSecrets,
  missingSecrets,
  readSecrets,
  type SecretName,
  type Secrets,
  secretNames,
  secretVariables,
} from './secrets.ts'

/**
 * SQL that returns rows of `sealed` and `place`: an encrypted value of the database and the place
 * it is bound to.
 */
export type SealedSample = string

/**
 * What proves in a database from before the key check which keys are its own. A kind of data that
 * came later needs none, because by then the key check existed.
 */
export interface KeyEvidence {
  /** One encrypted value of each kind. */
  readonly sealed?: readonly SealedSample[]
  /** SQL that returns a row when something was hashed with the pepper. */
  readonly hashed?: readonly string[]
}

/** Any row of a table, which may be narrowed by a `where`. */
export const sealedSample = (from: string, columns: string): SealedSample =>
  `select ${columns} from ${from} limit 1`

/**
 * Returns the keys of this database, for the migration. In a database without key check values,
 * missing keys are made and the values are written, once; afterwards only the same keys are
 * accepted, and none is made. Programs that start at once do this one after the other.
 *
 * A database from before there were such values must prove that the keys are its own: an encrypted
 * value can be decrypted, and no key is made again that something was hashed or encrypted with.
 * @throws ConfigError in one sentence, before anything is written to the data folder.
 */
export function claimKeys(
  database: Database,
  dataDir: string,
  evidence: readonly KeyEvidence[],
  env: Record<string, string | undefined> = process.env,
): Promise<Secrets> {
  return database.transaction().execute(async tx => {
    await holdLock(tx, 'migration')
    const kept = await keptChecks(tx)
    const missing = missingSecrets(dataDir, env)
    const lost = missing.find(name => kept.of(name).length > 0)
    if (lost !== undefined) throw keyMissing(lost, dataDir)
    const sealed = kept.of('fieldKey').length > 0 ? [] : await sealedValues(tx, evidence)
    if (sealed.length > 0 && missing.includes('fieldKey')) throw keyMissing('fieldKey', dataDir)
    if (
      kept.of('pepper').length === 0 &&
      missing.includes('pepper') &&
      (await hasHashes(tx, evidence))
    )
      throw keyMissing('pepper', dataDir)
    makeSecrets(dataDir, env)
    const secrets = readSecrets(dataDir, env)
    settle(kept, secrets, dataDir)
    requireOpens(sealed, secrets, dataDir)
    await writeChecks(tx, kept, secrets)
    return secrets
  })
}

/**
 * Throws when the keys are not those of the database, and sets in each ring which of its keys is the
 * current one; for every program that uses them.
 * @throws ConfigError
 */
export async function requireOwnKeys(
  database: Database,
  secrets: Secrets,
  dataDir: string,
): Promise<void> {
  const kept = await keptChecks(database)
  if (!secretNames.every(name => kept.of(name).length > 0))
    throw new ConfigError(
      'This database does not know its keys yet: run the migration first (npm start does it).',
    )
  settle(kept, secrets, dataDir)
}

/**
 * What a key is to a database: `next` is accepted already, `current` is used for what is new, `old`
 * is accepted until nothing needs it any more, `retired` is refused.
 */
type KeyState = 'next' | 'current' | 'old' | 'retired'

/** A key that the database knows. */
export interface KnownKey {
  name: SecretName
  version: number
  state: KeyState
  /** The keyed hash by which it is recognized. */
  value: Buffer
  /** When it got its state. */
  changedAt: Date
}

/** What a database knows of its keys. */
export interface KeptChecks {
  installation: string
  /** The keys of a secret, oldest first. */
  of(name: SecretName): readonly KnownKey[]
}

/** Reads what a database knows of its keys. */
export async function keptChecks(database: Database | Tx): Promise<KeptChecks> {
  const installation = await database.selectFrom('installation').select('id').executeTakeFirst()
  const rows = await database.selectFrom('keyCheck').selectAll().orderBy('version').execute()
  const known = rows.map(row => ({
    ...row,
    name: row.name as SecretName,
    state: row.state as KeyState,
  }))
  return {
    installation: installation?.id ?? '',
    of: name => known.filter(one => one.name === name),
  }
}

/**
 * Proves that a key is the one of this database and reveals nothing else: the key is 32 random
 * bytes, so it cannot be guessed, and the installation's id distinguishes two databases with one
 * key.
 */
export const checkOf = (key: Buffer, name: SecretName, installation: string): Buffer =>
  createHmac('sha256', key).update(`banyan key check v1\n${name}\n${installation}`).digest()

/** Which of these keys the database knows under a name; the others are left out. */
export const knownAmong = (
  { installation, of }: KeptChecks,
  name: SecretName,
  keys: readonly Buffer[],
): (KnownKey & { key: Buffer })[] =>
  of(name).flatMap(known => {
    const key = keys.find(one => checkOf(one, name, installation).equals(known.value))
    return key ? [{ ...known, key }] : []
  })

/**
 * Sets in a ring which of its keys are accepted, and which is current. Returns the version of a key
 * that the database needs and the ring does not have, or null.
 */
export function tellRing(kept: KeptChecks, name: SecretName, ring: KeyRing): number | null {
  const found = knownAmong(kept, name, ring.candidates)
  const [current, ...others] = found
    .filter(one => one.state !== 'retired')
    .sort((a, b) => Number(b.state === 'current') - Number(a.state === 'current'))
  if (current?.state === 'current') ring.accept([current, ...others])
  const lacking = kept
    .of(name)
    .find(one => one.state !== 'retired' && !found.some(({ version }) => version === one.version))
  return lacking?.version ?? null
}

/** Sets all rings; throws where one has not every key that the database needs. */
function settle(kept: KeptChecks, secrets: Secrets, dataDir: string): void {
  for (const name of secretNames) {
    if (kept.of(name).length === 0) continue
    if (!kept.of(name).some(one => one.state === 'current')) throw noCurrentKey(name)
    const lacking = tellRing(kept, name, secrets[name])
    if (lacking === null) continue
    const found = knownAmong(kept, name, secrets[name].candidates)
    const retired = found.find(one => one.state === 'retired')
    if (found.some(one => one.state !== 'retired')) throw keyOfRotation(name, lacking, dataDir)
    throw retired ? keyRetired(name, retired, dataDir) : keyOfAnother(name, dataDir)
  }
}

function requireOpens(
  sealed: readonly { sealed: Buffer; place: string }[],
  { fieldKey }: Secrets,
  dataDir: string,
): void {
  const sealing = openSealing(fieldKey)
  for (const value of sealed) {
    try {
      sealing.open(value.sealed, value.place)
    } catch {
      throw keyOfAnother('fieldKey', dataDir)
    }
  }
}

async function sealedValues(tx: Tx, evidence: readonly KeyEvidence[]) {
  const samples: { sealed: Buffer; place: string }[] = []
  for (const sample of evidence.flatMap(({ sealed }) => sealed ?? [])) {
    const { rows } = await sql<{ sealed: Buffer; place: string }>`${sql.raw(sample)}`.execute(tx)
    samples.push(...rows)
  }
  return samples
}

async function hasHashes(tx: Tx, evidence: readonly KeyEvidence[]): Promise<boolean> {
  for (const select of evidence.flatMap(({ hashed }) => hashed ?? [])) {
    const { rows } = await sql<object>`${sql.raw(select)}`.execute(tx)
    if (rows.length > 0) return true
  }
  return false
}

async function writeChecks(
  tx: Tx,
  { installation, of }: KeptChecks,
  secrets: Secrets,
): Promise<void> {
  for (const name of secretNames) {
    if (of(name).length > 0) continue
    const value = checkOf(secrets[name].current.key, name, installation)
    await tx.insertInto('keyCheck').values({ name, value }).execute()
  }
}

const wayOut = (name: SecretName, dataDir: string): string =>
  `put the secrets.json that belongs to this database into ${dataDir} (or set ${secretVariables[name]}), or use the data folder and the database that belong together`

const keyMissing = (name: SecretName, dataDir: string): ConfigError =>
  new ConfigError(
    `This database has been in use with keys that ${dataDir} does not have (${name} is missing), and with new ones no password would fit and nothing that is sealed would open: ${wayOut(name, dataDir)}.`,
  )

const keyOfAnother = (name: SecretName, dataDir: string): ConfigError =>
  new ConfigError(
    `The ${name} of ${dataDir} (or of ${secretVariables[name]}) is not the one that this database was made with: ${wayOut(name, dataDir)}.`,
  )

const noCurrentKey = (name: SecretName): ConfigError =>
  new ConfigError(
    `This database says of no ${name} that it is the current one, so nothing may be made with any: restore a backup of before this state.`,
  )

const keyRetired = (name: SecretName, { changedAt }: KnownKey, dataDir: string): ConfigError =>
  new ConfigError(
    `The ${name} of ${dataDir} (or of ${secretVariables[name]}) was replaced, and is refused since ${changedAt.toISOString()}: give the key that replaced it.`,
  )

const keyOfRotation = (name: SecretName, version: number, dataDir: string): ConfigError =>
  new ConfigError(
    `The ${name} is being replaced, and ${dataDir} (or ${secretVariables[name]}) lacks its key number ${version}: give both keys, the present one and the new one, until npm run rotate has retired the old one.`,
  )
