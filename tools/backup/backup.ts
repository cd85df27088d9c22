import {
  copyFileSync,
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
import { finished } from 'node:stream/promises'
import { StartRefused } from '../bootstrap/refusal.ts'
import { takeBaseBackup } from './base-backup.ts'
import { filesIn, parts, verifyBackup, writeManifest } from './manifest.ts'
import { requirePublicKey, seal } from './sealing.ts'
import { tarEnd, tarFile } from './tar.ts'

export interface BackupSource {
  dataDir: string
  /** The address of the embedded cluster; null when the database is not the embedded one. */
  databaseUrl: string | null
  publicKey: string
  /** The product's version. */
  product: string
}

/**
 * Makes a backup while the product serves, then reads it again in full: the folder gets its final
 * name only when it is complete. Evidence of the ledger is copied before the database and
 * append-only files after it, so that both fit the database as of the moment of the backup.
 * @throws StartRefused when the folder is not empty or the result is not as it was written.
 */
export async function makeBackup(source: BackupSource, target: string): Promise<void> {
  const folder = resolve(target)
  requirePublicKey(source.publicKey)
  requireEmpty(folder, 'choose another folder for this backup')
  mkdirSync(dirname(folder), { recursive: true })
  const partial = mkdtempSync(join(dirname(folder), `${basename(folder)}.unfinished-`))
  try {
    await fill(partial, source)
    if (existsSync(folder)) rmdirSync(folder)
    renameSync(partial, folder)
  } catch (error) {
    rmSync(partial, { recursive: true, force: true })
    throw error
  }
}

async function fill(partial: string, source: BackupSource): Promise<void> {
  copyHeads(source.dataDir, partial)
  if (source.databaseUrl !== null) await copyDatabase(source.databaseUrl, partial)
  copyPictures(source.dataDir, partial)
  const secrets = seal(secretArchive(source.dataDir), source.publicKey)
  writeFileSync(join(partial, parts.secrets), secrets, { mode: 0o600, flush: true })
  await writeManifest(partial, {
    madeAt: new Date().toISOString(),
    product: source.product,
    ...(source.databaseUrl === null ? {} : { postgres: versionOf(source.dataDir) }),
  })
  await verifyBackup(partial)
}

/** @throws StartRefused when the folder is not empty. */
export function requireEmpty(folder: string, mend: string): void {
  if (!existsSync(folder) || readdirSync(folder).length === 0) return
  throw new StartRefused(`${folder} is not empty, and nothing in it is overwritten: ${mend}.`)
}

const versionOf = (dataDir: string): string =>
  readFileSync(join(dataDir, 'postgres/cluster/PG_VERSION'), 'utf8').trim()

function copyHeads(dataDir: string, to: string): void {
  const heads = join(dataDir, parts.heads)
  if (existsSync(heads)) copyFileSync(heads, join(to, parts.heads))
}

async function copyDatabase(url: string, to: string): Promise<void> {
  const open = (name: string) => createWriteStream(join(to, name), { mode: 0o600, flush: true })
  const sinks = { archive: open(parts.database), manifest: open(parts.databaseFiles) }
  await takeBaseBackup(url, sinks)
  await Promise.all(Object.values(sinks).map(sink => finished(sink.end())))
}

/** Members' pictures. A picture that is being received, or is deleted during the backup, has no row. */
function copyPictures(dataDir: string, to: string): void {
  const from = join(dataDir, parts.files)
  if (!existsSync(from)) return
  for (const path of filesIn(from)) {
    if (path.startsWith('coming/')) continue
    const file = join(to, parts.files, path)
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    unlessGone(() => copyFileSync(join(from, path), file))
  }
}

/** Files that are backed up separately, made anew, or useless elsewhere. */
const notSecret =
  /^(postgres\/(?!password$)|files\/|logs\/|mail\/|start\.lock|ledger-heads|chain\/cache\/)|\.(log|pid|new|stale)$|-port$/

/** Keys, passwords, and all other files of the data folder: unknown files count as secrets. */
function secretArchive(dataDir: string): Buffer {
  const kept = filesOfFolder(dataDir).filter(path => !notSecret.test(path))
  const files = kept.flatMap(path => {
    const content = unlessGone(() => readFileSync(join(dataDir, path)))
    return content === undefined ? [] : [tarFile(path, content)]
  })
  return Buffer.concat([...files, tarEnd()])
}

/** The files of the data folder without those of the cluster, which this process may not be able to read. */
const filesOfFolder = (dataDir: string): string[] =>
  readdirSync(dataDir, { withFileTypes: true }).flatMap(entry => {
    if (entry.name === 'postgres') return ['postgres/password'].filter(has(dataDir))
    if (entry.isDirectory()) return filesIn(dataDir, entry.name)
    return entry.isFile() ? [entry.name] : []
  })

const has = (folder: string) => (path: string) => existsSync(join(folder, path))

function unlessGone<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return undefined
  }
}
