import { existsSync, readFileSync, renameSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { type GuardedChild, type StopStep, startGuarded, stopOrder } from './guard.ts'
import { rememberedPort } from './ports.ts'
import type { PostgresVersion } from './postgres-binaries.ts'
import { type Cluster, nameFor, openCluster, superuser } from './postgres-cluster.ts'
import { isAlive, programOf } from './processes.ts'
import { StartRefused } from './refusal.ts'

export interface StartPostgres {
  /** Holds the cluster, its password (0600), its port and its log. Never deleted by this code. */
  dataDir: string
  version?: PostgresVersion
  /** Without it the port of the last start, or any free one. */
  port?: number
  /** The database, created when missing; `url` names it. Default `banyan`. */
  database?: string
  /** Its data goes when it stops, so nothing is written to disk for the next start. */
  isThrowAway?: boolean
}

export interface RunningPostgres {
  url: string
  port: number
  /** Settles when the server is gone, asked for or not. */
  ended: GuardedChild['ended']
  /** Fast shutdown: open transactions are rolled back, everything acknowledged is on disk. */
  stop(): Promise<void>
}

/** Recovery after a crash may replay some WAL first; this bounds the wait for "ready". */
const readyWithinMs = 180_000

const MEGABYTE = 2 ** 20

/**
 * An eighth of the memory that this program may use, 1 GB at most: a settlement of a million
 * members touches that much. It is taken page by page as it is used, so a small platform stays
 * small.
 */
function sharedBuffers(): string {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
  const megabytes = Math.floor(memory / 8 / MEGABYTE)
  return `${Math.min(1_024, Math.max(128, megabytes))}MB`
}

/** Nothing that trades durability for speed, and nothing that listens beyond this machine. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: sharedBuffers(),
  // A settlement of a million members writes more than one: in the middle of it no checkpoint begins.
  max_wal_size: '4GB',
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
  const port = await rememberedPort(join(dataDir, 'port'), { wanted: options.port })
  const server = await launch(cluster, {
    port,
    logFile: join(dataDir, 'postgres.log'),
    stop: options.isThrowAway ? immediateStop : politeStop,
    more: options.isThrowAway ? small : {},
  })
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

interface Launch {
  port: number
  logFile: string
  stop: readonly StopStep[]
  /** Settings over the usual ones. */
  more: Readonly<Record<string, string>>
}

/** Of a server that only tests use: what it keeps may be in memory. */
const small = { shared_buffers: '128MB', max_wal_size: '512MB' }

/** Recovery by WAL at the next start. */
const immediateStop: readonly StopStep[] = [{ signal: 'SIGQUIT', patienceMs: 5_000 }]
/** A fast stop, then an immediate one; SIGKILL only when neither works. */
const politeStop: readonly StopStep[] = [{ signal: 'SIGINT', patienceMs: 25_000 }, ...immediateStop]

/**
 * After a kill -9 of PostgreSQL its children need a moment to notice; until then they hold the
 * shared memory, and a new server refuses to start.
 */
async function launch(cluster: Cluster, how: Launch): Promise<GuardedChild> {
  const deadline = Date.now() + readyWithinMs
  for (;;) {
    const server = await launchOnce(cluster, how, deadline)
    if (server) return server
    await sleep(100)
  }
}

/** Returns undefined when another try may succeed, once the children of the last server are gone. */
async function launchOnce(
  cluster: Cluster,
  { port, logFile, stop, more }: Launch,
  deadline: number,
): Promise<GuardedChild | undefined> {
  const { folder, runAs, binaries } = cluster
  const server = await startGuarded({
    command: binaries.postgres,
    args: [
      '-D',
      nameFor(folder, runAs),
      '-p',
      String(port),
      ...Object.entries({ ...settings, ...more }).flatMap(([name, value]) => [
        '-c',
        `${name}=${value}`,
      ]),
    ],
    cwd: '/',
    handOver: [folder],
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    logFile,
    ...runAs,
    stopOrder: stopOrder.database,
    stop,
  })
  let gone = false
  void server.ended.then(() => {
    gone = true
  })
  while (!isReady(folder, server.pid)) {
    if (gone) {
      const words = lastLines(logFile)
      if (words.includes('pre-existing shared memory block') && Date.now() < deadline) return
      throw new StartRefused(`PostgreSQL did not start. Its last words:\n${words}`)
    }
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

/** postmaster.pid has the process id (line 1) and the state of the start (line 8). */
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
 * After a kill -9 of the last start its guard may still be shutting PostgreSQL down: this gives it
 * the time. PostgreSQL handles a lock file left by a crash, with one exception: it refuses to start
 * while the process id in the file belongs to any living process of its user, which in a container
 * is often an unrelated process that got the same number. Such a file is set aside, not deleted;
 * PostgreSQL's check of the shared memory still protects the data.
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
