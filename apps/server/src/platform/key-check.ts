import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { ConfigError } from './config.ts'
import { holdLock } from './database/advisory-locks.ts'
import type { Database, Tx } from './database/connect.ts'
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
    const lost = missing.find(name => kept.values.has(name))
    if (lost !== undefined) throw keyMissing(lost, dataDir)
    const sealed = kept.values.has('fieldKey') ? [] : await sealedValues(tx, evidence)
    if (sealed.length > 0 && missing.includes('fieldKey')) throw keyMissing('fieldKey', dataDir)
    if (!kept.values.has('pepper') && missing.includes('pepper') && (await hasHashes(tx, evidence)))
      throw keyMissing('pepper', dataDir)
    makeSecrets(dataDir, env)
    const secrets = readSecrets(dataDir, env)
    requireFit(kept, secrets, dataDir)
    requireOpens(sealed, secrets, dataDir)
    await writeChecks(tx, kept, secrets)
    return secrets
  })
}

/**
 * Throws when the keys are not those of the database; for every program that uses them.
 * @throws ConfigError
 */
export async function requireOwnKeys(
  database: Database,
  secrets: Secrets,
  dataDir: string,
): Promise<void> {
  const kept = await keptChecks(database)
  if (!secretNames.every(name => kept.values.has(name)))
    throw new ConfigError(
      'This database does not know its keys yet: run the migration first (npm start does it).',
    )
  requireFit(kept, secrets, dataDir)
}

interface KeptChecks {
  installation: string
  values: ReadonlyMap<SecretName, Buffer>
}

async function keptChecks(database: Database | Tx): Promise<KeptChecks> {
  const installation = await database.selectFrom('installation').select('id').executeTakeFirst()
  const checks = await database.selectFrom('keyCheck').select(['name', 'value']).execute()
  const values = checks.map(({ name, value }) => [name as SecretName, value] as const)
  return { installation: installation?.id ?? '', values: new Map(values) }
}

/**
 * Proves that a key is the one of this database and reveals nothing else: the key is 32 random
 * bytes, so it cannot be guessed, and the installation's id distinguishes two databases with one
 * key.
 */
const checkOf = (secrets: Secrets, name: SecretName, installation: string): Buffer =>
  createHmac('sha256', secrets[name])
    .update(`banyan key check v1\n${name}\n${installation}`)
    .digest()

function requireFit({ installation, values }: KeptChecks, secrets: Secrets, dataDir: string): void {
  for (const [name, value] of values)
    if (!checkOf(secrets, name, installation).equals(value)) throw keyOfAnother(name, dataDir)
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
  { installation, values }: KeptChecks,
  secrets: Secrets,
): Promise<void> {
  for (const name of secretNames) {
    if (values.has(name)) continue
    const value = checkOf(secrets, name, installation)
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
