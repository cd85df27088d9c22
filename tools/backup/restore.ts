import {
  appendFileSync,
  chmodSync,
  chownSync,
  copyFileSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { filesOf } from '@banyan/signer/config'
import { Client } from 'pg'
import { holderOf } from '../bootstrap/data-folder.ts'
import { startPostgres } from '../bootstrap/postgres.ts'
import { choosePostgresUser, type RunAs } from '../bootstrap/postgres-binaries.ts'
import { StartRefused } from '../bootstrap/refusal.ts'
import { requireEmpty } from './backup.ts'
import { filesIn, type Manifest, parts, verifyBackup } from './manifest.ts'
import { unseal } from './sealing.ts'
import { readTar } from './tar.ts'

/** A moment after the backup, and the archived WAL up to it. */
export interface PointInTime {
  wal: string
  instant: Date
}

export interface RestoreTarget {
  dataDir: string
  /** Without it the database is restored as of the end of the backup. */
  until?: PointInTime | undefined
  /** Asked for after everything else was checked. */
  privateKey: () => Promise<string>
  /** Leaves the mark of a restore in the database at this address. */
  mark: (at: { databaseUrl: string; dataDir: string }) => Promise<void>
}

/**
 * Makes a data folder from a backup: the folder gets its final name when every file is there, the
 * database has recovered, and the mark of the restore is in it.
 * @throws StartRefused when the product runs there, the folder is not empty, the backup is damaged,
 * the key is wrong, or the moment cannot be reached.
 */
export async function restoreBackup(
  backup: string,
  { dataDir, until, privateKey, mark }: RestoreTarget,
): Promise<Manifest> {
  requireNotRunning(dataDir)
  requireEmpty(dataDir, 'set DATA_DIR to a folder that is not there yet')
  const manifest = await verifyBackup(resolve(backup))
  if (until !== undefined) requireReachable(until, manifest)
  const sealed = readFileSync(join(backup, parts.secrets))
  const secrets = unseal(sealed, await privateKey())
  mkdirSync(dirname(dataDir), { recursive: true })
  const partial = mkdtempSync(join(dirname(dataDir), `${basename(dataDir)}.unfinished-`))
  try {
    // As root, PostgreSQL runs as another user, who must be able to enter the folder.
    chmodSync(partial, choosePostgresUser() === undefined ? 0o700 : 0o711)
    await unpack(readableOf(secrets), partial, { flush: true })
    copyParts(backup, partial)
    if (manifest.postgres !== undefined) await restoreDatabase(backup, partial, { until, mark })
    haltSigner(partial, manifest)
    if (existsSync(dataDir)) rmdirSync(dataDir)
    renameSync(partial, dataDir)
  } catch (error) {
    // This is a copy with the secrets in clear text, so it must not be left behind.
    rmSync(partial, { recursive: true })
    throw error
  }
  return manifest
}

function requireNotRunning(dataDir: string): void {
  const holder = holderOf(dataDir)
  if (holder === undefined) return
  throw new StartRefused(
    `The product is running over ${dataDir} (process ${holder}): stop it, and set DATA_DIR to a folder that is not there yet.`,
  )
}

/**
 * The journal lacks payments that were made after the backup: the signer signs nothing until it has
 * checked the chain.
 */
function haltSigner(dataDir: string, { madeAt }: Manifest): void {
  const folder = join(dataDir, 'signer')
  if (!existsSync(folder)) return
  chmodSync(folder, 0o700)
  writeFileSync(filesOf(folder).notReconciled, `restored from the backup of ${madeAt}\n`, {
    flush: true,
  })
}

/** Pictures and the heads of the ledger. */
function copyParts(backup: string, to: string): void {
  const copy = (path: string) => {
    mkdirSync(dirname(join(to, path)), { recursive: true, mode: 0o700 })
    copyFileSync(join(backup, path), join(to, path))
  }
  if (existsSync(join(backup, parts.files)))
    for (const path of filesIn(join(backup, parts.files))) copy(`${parts.files}/${path}`)
  if (existsSync(join(backup, parts.heads))) copy(parts.heads)
}

async function restoreDatabase(
  backup: string,
  dataDir: string,
  { until, mark }: Pick<RestoreTarget, 'until' | 'mark'>,
): Promise<void> {
  const folder = join(dataDir, 'postgres')
  const runAs = choosePostgresUser()
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, runAs === undefined ? 0o700 : 0o711)
  const cluster = join(folder, 'cluster')
  mkdirSync(cluster, { mode: 0o700 })
  // PostgreSQL flushes the whole folder itself before it recovers.
  await unpack(createReadStream(join(backup, parts.database)), cluster, { flush: false })
  if (until !== undefined) prepareRecovery(cluster, until)
  giveTo(cluster, runAs)
  // It recovers first, with the WAL of the backup and then with the archived WAL.
  const postgres = await startPostgres({ dataDir: folder })
  try {
    if (until !== undefined) await endRecovery(postgres.url)
    await mark({ databaseUrl: postgres.url, dataDir })
  } finally {
    await postgres.stop()
  }
}

function requireReachable({ wal, instant }: PointInTime, { madeAt }: Manifest): void {
  if (instant < new Date(madeAt))
    throw new StartRefused(
      `The backup was made at ${madeAt}, and ${instant.toISOString()} is before it: use an earlier backup.`,
    )
  if (!existsSync(wal) || !readdirSync(wal).some(name => walFile.test(name)))
    throw new StartRefused(`There is no archived WAL in ${wal}: name the folder it is archived to.`)
}

/** A WAL file, or the history of a timeline. */
const walFile = /^([0-9A-F]{24}|[0-9A-F]{8}\.history)$/

const recoverySettings = {
  // The archived files are already in pg_wal.
  restore_command: 'false',
  recovery_target_action: 'promote',
  // The database accepts no connection before it has reached the moment.
  hot_standby: 'off',
}

/** The archive is copied, so that the user of PostgreSQL need not be able to read the original. */
function prepareRecovery(cluster: string, { wal, instant }: PointInTime): void {
  for (const name of readdirSync(wal).filter(one => walFile.test(one)))
    copyFileSync(join(wal, name), join(cluster, 'pg_wal', name))
  writeFileSync(join(cluster, 'recovery.signal'), '')
  const time = instant.toISOString().replace('Z', '+00')
  const lines = Object.entries({ ...recoverySettings, recovery_target_time: time }).map(
    ([name, value]) => `${name} = '${value}'\n`,
  )
  appendFileSync(join(cluster, 'postgresql.auto.conf'), lines.join(''))
}

async function endRecovery(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    for (const name of [...Object.keys(recoverySettings), 'recovery_target_time'])
      await client.query(`alter system reset ${name}`)
  } finally {
    await client.end()
  }
}

const readableOf = (bytes: Buffer): AsyncIterable<Buffer> => Readable.from([bytes])

async function unpack(
  archive: AsyncIterable<Buffer>,
  to: string,
  { flush }: { flush: boolean },
): Promise<void> {
  for await (const { path, mode, isFolder, content } of readTar(archive)) {
    const place = join(to, path)
    if (isFolder) {
      mkdirSync(place, { recursive: true, mode: mode & 0o777 })
      continue
    }
    mkdirSync(dirname(place), { recursive: true, mode: 0o700 })
    const file = createWriteStream(place, { mode: mode & 0o777, flags: 'wx', flush })
    await pipeline(content, file)
  }
}

function giveTo(path: string, runAs: RunAs): void {
  if (runAs === undefined) return
  chownSync(path, runAs.uid, runAs.gid)
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inside = join(path, entry.name)
    if (entry.isDirectory()) giveTo(inside, runAs)
    else chownSync(inside, runAs.uid, runAs.gid)
  }
}
