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
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { type GuardedChild, runGuarded, startGuarded, stopOrder } from './guard.ts'
import { rememberedPort } from './ports.ts'
import {
  choosePostgresUser,
  isReachable,
  locatePostgres,
  type PostgresBinaries,
  type PostgresVersion,
  type RunAs,
} from './postgres-binaries.ts'
import { isAlive, programOf } from './processes.ts'
import { StartRefused } from './refusal.ts'

export interface StartPostgres {
  /** Holds the cluster, its password (0600), its port and its log. Never deleted by this code. */
  dataDir: string
  version?: PostgresVersion
  /** Without it the port of the last start, or any free one. */
  port?: number
  /** Made when missing; `url` leads to it. Default `banyan`. */
  database?: string
}

export interface RunningPostgres {
  url: string
  port: number
  /** Settles when the server is gone, asked for or not. */
  ended: GuardedChild['ended']
  /** Fast shutdown: open transactions are rolled back, everything acknowledged is on disk. */
  stop(): Promise<void>
}

interface Cluster {
  /** The folder that PostgreSQL calls its data directory. */
  folder: string
  password: string
  runAs: RunAs
  binaries: PostgresBinaries
}

const superuser = 'postgres'

/** Recovery after a crash may replay some WAL first; this bounds the wait for "ready". */
const readyWithinMs = 60_000

/** Nothing that trades durability for speed, and nothing that listens beyond this machine. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '128MB',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  password_encryption: 'scram-sha-256',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_destination: 'stderr',
  log_line_prefix: '%m [%p] ',
  log_min_messages: 'warning',
} as const

/**
 * Starts a real PostgreSQL from the npm binaries over `dataDir`, making the cluster at the first
 * start. The server cannot outlive this program (see guard.ts).
 * @throws an Error with a sentence for a person when it cannot start.
 */
export async function startPostgres(options: StartPostgres): Promise<RunningPostgres> {
  const { version = 18, database = 'banyan' } = options
  const dataDir = resolve(options.dataDir)
  const cluster = await openCluster(dataDir, version)
  await awaitPredecessor(cluster.folder)
  const port = await rememberedPort(join(dataDir, 'port'), options.port)
  const server = await launch(cluster, port, join(dataDir, 'postgres.log'))
  const urlOf = (name: string) =>
    `postgres://${superuser}:${cluster.password}@127.0.0.1:${port}/${name}`
  if (database !== 'postgres') await ensureDatabase(urlOf('postgres'), database)
  return {
    url: urlOf(database),
    port,
    ended: server.ended,
    stop: async () => {
      await server.stop()
    },
  }
}

/** The address of the cluster in `dataDir` if it is running at this moment, else `undefined`. */
export function findRunningPostgres(dataDir: string, database = 'banyan'): string | undefined {
  const folder = join(resolve(dataDir), 'cluster')
  const pid = lockHolder(folder)
  if (pid === undefined || !programOf(pid)?.startsWith('postgres') || !isReady(folder, pid))
    return undefined
  const password = readFileSync(join(dataDir, 'password'), 'utf8').trim()
  const port = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[3])
  return `postgres://${superuser}:${password}@127.0.0.1:${port}/${database}`
}

async function openCluster(dataDir: string, version: PostgresVersion): Promise<Cluster> {
  const runAs = choosePostgresUser()
  const binaries = locatePostgres(version, runAs)
  // Others may pass through this folder (as root, PostgreSQL is another user) but not look into it.
  mkdirSync(dataDir, { recursive: true, mode: runAs === undefined ? 0o700 : 0o711 })
  const passwordFile = join(dataDir, 'password')
  if (!existsSync(passwordFile)) {
    writeFileSync(passwordFile, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600 })
  }
  const password = readFileSync(passwordFile, 'utf8').trim()
  const cluster = { folder: join(dataDir, 'cluster'), password, runAs, binaries }
  if (!existsSync(cluster.folder)) await makeCluster(cluster, dataDir, version)
  const found = readFileSync(join(cluster.folder, 'PG_VERSION'), 'utf8').trim()
  if (found !== String(version)) {
    throw new StartRefused(
      `The database in ${cluster.folder} was made by PostgreSQL ${found}, and this program runs ` +
        `PostgreSQL ${version}. Use another DATA_DIR, or move the data with pg_dump.`,
    )
  }
  return cluster
}

/**
 * initdb works in a folder beside the final one, which is renamed when it is complete: a cluster is
 * there whole or not at all, however the first start is interrupted.
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
      ...['-D', nameFor(partial, runAs), '-U', superuser, '--encoding=UTF8', '--data-checksums'],
      ...['--auth-local=reject', '--auth-host=scram-sha-256', '--pwfile=/proc/self/fd/4'],
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
 * host's language files; letters still have their case rules.
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
function nameFor(folder: string, runAs: RunAs): string {
  return isReachable(folder, runAs) ? folder : '/proc/self/fd/3'
}

async function launch(cluster: Cluster, port: number, logFile: string): Promise<GuardedChild> {
  const { folder, runAs, binaries } = cluster
  const server = await startGuarded({
    command: binaries.postgres,
    args: [
      ...['-D', nameFor(folder, runAs), '-p', String(port)],
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    cwd: '/',
    handOver: [folder],
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    logFile,
    ...runAs,
    stopOrder: stopOrder.database,
    // Fast, then immediate (recovery by WAL at the next start); SIGKILL only when neither is heard.
    stop: [
      { signal: 'SIGINT', patienceMs: 25_000 },
      { signal: 'SIGQUIT', patienceMs: 5_000 },
    ],
  })
  let gone = false
  void server.ended.then(() => {
    gone = true
  })
  const deadline = Date.now() + readyWithinMs
  while (!isReady(folder, server.pid)) {
    if (gone)
      throw new StartRefused(`PostgreSQL did not start. Its last words:\n${lastLines(logFile)}`)
    if (Date.now() > deadline) {
      await server.stop()
      throw new StartRefused(
        `PostgreSQL was not ready within ${readyWithinMs / 1000} s; see ${logFile}`,
      )
    }
    await sleep(15)
  }
  return server
}

/** postmaster.pid says who runs the cluster (line 1) and how far it is (line 8). */
function isReady(folder: string, pid: number): boolean {
  const lines = readLock(folder)
  return lines !== undefined && Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
}

function readLock(folder: string): string[] | undefined {
  const file = join(folder, 'postmaster.pid')
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : undefined
}

function lockHolder(folder: string): number | undefined {
  const pid = Number(readLock(folder)?.[0])
  return Number.isInteger(pid) && pid > 0 ? pid : undefined
}

/**
 * After a kill -9 of the last start its guard may still be shutting PostgreSQL down: give it the time.
 * A lock file left by a crash is PostgreSQL's own business, with one exception: it refuses to start
 * while the process id in the file belongs to any living process of its user, which in a container is
 * often a stranger that got the same number. Such a file is set aside, not deleted; the check of the
 * shared memory that protects the data remains PostgreSQL's.
 */
async function awaitPredecessor(folder: string) {
  const deadline = Date.now() + 30_000
  for (let pid = lockHolder(folder); pid !== undefined; pid = lockHolder(folder)) {
    if (!isAlive(pid)) return
    if (!programOf(pid)?.startsWith('postgres')) {
      renameSync(join(folder, 'postmaster.pid'), join(folder, 'postmaster.pid.stale'))
      return
    }
    if (Date.now() > deadline) {
      throw new StartRefused(
        `Another PostgreSQL (process ${pid}) is running over ${folder}. ` +
          'Stop it, or use another DATA_DIR.',
      )
    }
    await sleep(50)
  }
}

function lastLines(file: string): string {
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-8).join('\n')
}

async function ensureDatabase(adminUrl: string, name: string) {
  const client = new Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}
