import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartRefused } from '../bootstrap/refusal.ts'
import { readTar } from './tar.ts'

/** The contents of a backup; the hash of this file is kept beside it. */
export interface Manifest {
  format: 1
  madeAt: string
  /** The product's version; a restore needs this version or a later one. */
  product: string
  /** The major version of the PostgreSQL that made the archive; undefined when there is no archive. */
  postgres?: string
  files: ListedFile[]
}

interface ListedFile {
  path: string
  size: number
  sha256: string
}

/** File names within a backup. */
export const parts = {
  manifest: 'manifest.json',
  manifestHash: 'manifest.sha256',
  database: 'database.tar',
  databaseFiles: 'database-files.json',
  secrets: 'secrets.sealed',
  heads: 'ledger-heads.txt',
  files: 'files',
} as const

/** Lists every file of a backup with its hash; written last. */
export async function writeManifest(
  folder: string,
  about: Omit<Manifest, 'files' | 'format'>,
): Promise<Manifest> {
  const files: ListedFile[] = []
  for (const path of filesIn(folder)) files.push({ path, ...(await hashOf(join(folder, path))) })
  const manifest: Manifest = { format: 1, ...about, files }
  const text = `${JSON.stringify(manifest, null, 1)}\n`
  writeFileSync(join(folder, parts.manifest), text, { mode: 0o600, flush: true })
  writeFileSync(join(folder, parts.manifestHash), `${sha256(text)}\n`, { mode: 0o600, flush: true })
  return manifest
}

/**
 * Reads every byte of a backup and compares it with what was written: the files with the manifest,
 * and the database's files with PostgreSQL's own list.
 * @throws StartRefused with the first difference.
 */
export async function verifyBackup(folder: string): Promise<Manifest> {
  const text = readPart(folder, parts.manifest)
  if (sha256(text) !== readPart(folder, parts.manifestHash).trim()) throw differs(parts.manifest)
  const manifest = JSON.parse(text) as Manifest
  const listed = new Set(manifest.files.map(({ path }) => path))
  for (const path of filesIn(folder)) {
    if (path !== parts.manifest && path !== parts.manifestHash && !listed.has(path))
      throw differs(path)
  }
  for (const { path, size, sha256: wanted } of manifest.files) {
    if (!existsSync(join(folder, path))) throw differs(path)
    const actual = await hashOf(join(folder, path))
    if (actual.size !== size || actual.sha256 !== wanted) throw differs(path)
  }
  if (listed.has(parts.database)) await verifyArchive(folder)
  return manifest
}

interface PostgresManifest {
  Files: { Path: string; Size: number; Checksum: string }[]
}

/** Each file of PostgreSQL's list is unchanged in the archive, and the WAL is there. */
async function verifyArchive(folder: string): Promise<void> {
  const list = JSON.parse(readPart(folder, parts.databaseFiles)) as PostgresManifest
  const wanted = new Map(list.Files.map(({ Path, Checksum }) => [Path, Checksum]))
  let hasWal = false
  for await (const entry of readTar(createReadStream(join(folder, parts.database)))) {
    if (/^pg_wal\/[0-9A-F]{24}$/.test(entry.path)) hasWal = true
    const checksum = wanted.get(entry.path)
    if (checksum === undefined) continue
    const hash = createHash('sha256')
    for await (const piece of entry.content) hash.update(piece)
    if (hash.digest('hex') !== checksum) throw differs(`${parts.database}: ${entry.path}`)
    wanted.delete(entry.path)
  }
  const missing = [...wanted.keys()][0]
  if (missing !== undefined) throw differs(`${parts.database}: ${missing}`)
  if (!hasWal) throw differs(`${parts.database}: pg_wal`)
}

const differs = (path: string): StartRefused =>
  new StartRefused(`The backup is damaged (${path} is not as it was written): use another backup.`)

function readPart(folder: string, name: string): string {
  const file = join(folder, name)
  if (existsSync(file)) return readFileSync(file, 'utf8')
  throw new StartRefused(
    `There is no whole backup in ${folder} (${name} is missing): name the folder that npm run backup made.`,
  )
}

/** The paths of all files in a folder and below it, sorted. */
export function filesIn(folder: string, below = ''): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(entry => {
      const path = below === '' ? entry.name : `${below}/${entry.name}`
      if (entry.isDirectory()) return filesIn(folder, path)
      return entry.isFile() ? [path] : []
    })
}

async function hashOf(file: string): Promise<Omit<ListedFile, 'path'>> {
  const hash = createHash('sha256')
  let size = 0
  for await (const piece of createReadStream(file)) {
    hash.update(piece)
    size += piece.length
  }
  return { size, sha256: hash.digest('hex') }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
