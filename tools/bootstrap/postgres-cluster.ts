import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { runGuarded } from './guard.ts'
import {
  choosePostgresUser,
  isReachable,
  locatePostgres,
  type PostgresBinaries,
  type PostgresVersion,
  type RunAs,
} from './postgres-binaries.ts'
import { StartRefused } from './refusal.ts'

/** One cluster on disk, and what runs it. */
export interface Cluster {
  /** The folder that PostgreSQL calls its data directory. */
  folder: string
  password: string
  runAs: RunAs
  binaries: PostgresBinaries
}

/** The owner of everything in the cluster; the only role that exists before the migrations. */
export const superuser = 'postgres'

/**
 * Opens the cluster in `dataDir`, making it at the first start.
 * @throws StartRefused when it was made by another version.
 */
export async function openCluster(dataDir: string, version: PostgresVersion): Promise<Cluster> {
  const runAs = choosePostgresUser()
  const binaries = locatePostgres(version, runAs)
  // Other users may enter this folder (as root, PostgreSQL is another user) but not list it.
  mkdirSync(dataDir, { recursive: true, mode: runAs === undefined ? 0o700 : 0o711 })
  const passwordFile = join(dataDir, 'password')
  if (!existsSync(passwordFile)) {
    writeFileSync(passwordFile, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600 })
  }
  const password = readFileSync(passwordFile, 'utf8').trim()
  const cluster = { folder: join(dataDir, 'cluster'), password, runAs, binaries }
  if (!existsSync(cluster.folder)) await makeCluster(cluster, dataDir, version)
  const clusterVersion = readFileSync(join(cluster.folder, 'PG_VERSION'), 'utf8').trim()
  if (clusterVersion !== String(version)) {
    throw new StartRefused(
      `The database in ${cluster.folder} was made by PostgreSQL ${clusterVersion}, and this program runs ` +
        `PostgreSQL ${version}. Use another DATA_DIR, or move the data with pg_dump.`,
    )
  }
  return cluster
}

/**
 * Runs initdb in a temporary folder and renames it when it is complete: the cluster is complete or
 * absent, however the first start is interrupted.
 */
async function makeCluster(cluster: Cluster, dataDir: string, version: PostgresVersion) {
  const { runAs, binaries, password, folder } = cluster
  const partial = mkdtempSync(join(dataDir, 'cluster.partial-'))
  const passwordFile = `${partial}.password`
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (runAs !== undefined) {
    for (const path of [partial, passwordFile]) chownSync(path, runAs.uid, runAs.gid)
  }
  const { code, stderr } = await runGuarded({
    command: binaries.initdb,
    args: [
      '-D',
      nameFor(partial, runAs),
      '-U',
      superuser,
      '--encoding=UTF8',
      '--data-checksums',
      '--auth-local=reject',
      '--auth-host=scram-sha-256',
      '--pwfile=/proc/self/fd/4',
      ...collation(version),
    ],
    cwd: '/',
    handOver: [partial, passwordFile],
    ...runAs,
  })
  rmSync(passwordFile)
  if (code !== 0) {
    throw new StartRefused(`PostgreSQL could not make its data folder ${partial}: ${stderr.trim()}`)
  }
  renameSync(partial, folder)
}

/**
 * Text sorts by code point on every machine and in every version, so an index never depends on the
 * host's locale files; case rules still apply.
 */
function collation(version: PostgresVersion): string[] {
  return version >= 17
    ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    : ['--locale=C', '--lc-ctype=C.UTF-8']
}

/**
 * How the database's user names its folder. Where it may not walk there (a data folder under /root),
 * the folder is opened as root and the process calls it by that open descriptor.
 */
export function nameFor(folder: string, runAs: RunAs): string {
  return isReachable(folder, runAs) ? folder : '/proc/self/fd/3'
}
