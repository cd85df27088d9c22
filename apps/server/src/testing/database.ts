import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { migrations } from '../migrations.ts'
import { connectDatabase, connectPool, type Database } from '../platform/database/connect.ts'
import { type Migration, migrate } from '../platform/database/migrate.ts'
import { inTime } from './in-time.ts'

/**
 * A separate database for one test file, on the real server that the run started for its worker.
 */
export interface TestDatabase {
  /** The owner's address: the value of DATABASE_URL. */
  url: string
  /** Connections of the application's role, as every program has them. */
  pool: pg.Pool
  database: Database
  /** A connection of the owner, for what the application must not be able to do. */
  owner: pg.Pool
  close(): Promise<void>
  /** Closes every connection and keeps the database, to be copied. Returns its name. */
  keep(): Promise<string>
}

/** Creates a fresh database, migrated to the end or to the given step; `close` drops it. */
export async function openTestDatabase(steps = migrations): Promise<TestDatabase> {
  const server = ownServer()
  return copyTestDatabase(await migratedTemplate(server, steps))
}

/** Creates a copy of a database of the worker's server without connections; `close` drops it. */
export async function copyTestDatabase(template: string): Promise<TestDatabase> {
  const server = ownServer()
  const name = `test_${randomBytes(6).toString('hex')}`
  // Its files are copied as they are: page by page through the log takes twice as long.
  const admin = adminOf(server)
  await admin.query(`create database ${name} template ${template} strategy file_copy`)
  const url = addressOf(server, name)
  const pool = withTestLimits(connectPool(url, { max: 20 }))
  const owner = withTestLimits(connectPool(url, { max: 4, role: null }))
  const leave = async () => {
    const given = Promise.all([pool.end(), owner.end()])
    await inTime('every connection is given back, every transaction has ended', given)
  }
  return {
    url,
    pool,
    database: connectDatabase(pool),
    owner,
    close: async () => {
      try {
        await leave()
      } finally {
        await admin.query(`drop database ${name} with (force)`)
      }
    },
    keep: async () => {
      await leave()
      return name
    },
  }
}

/** The server that the run started for this worker. */
function ownServer(): string {
  const { TEST_DATABASE_URLS = '', VITEST_POOL_ID } = process.env
  const server = TEST_DATABASE_URLS.split(' ')[Number(VITEST_POOL_ID) - 1]
  if (!server)
    throw new Error('TEST_DATABASE_URLS is set by the integration run (npm test -- integration)')
  return server
}

/**
 * A member's call waits 2 s for a connection, 3 s for a lock and 10 s for a statement. A busy
 * machine must not end a test by that: later connections of the pool wait for a minute, and so do
 * their callers.
 */
export function withTestLimits(pool: pg.Pool): pg.Pool {
  for (const limit of ['lock', 'statement', 'idle_in_transaction_session'])
    pool.options.options += ` -c ${limit}_timeout=60s`
  pool.options.connectionTimeoutMillis = 60_000
  pool.options.query_timeout = 65_000
  return pool
}

/** Held while a template is made, should two processes work on one server. */
const TEMPLATE_LOCK = 1

/** The templates of this process, by their steps: known, or being made. */
const templates = new WeakMap<readonly Migration[], Promise<string>>()

/**
 * The database that the migrations make, to be copied: they run once for each wanted end, and a
 * copy takes a thirtieth of their time.
 */
function migratedTemplate(server: string, steps: readonly Migration[]): Promise<string> {
  const known = templates.get(steps)
  if (known) return known
  const template = asAdmin(server, admin => makeTemplate(server, admin, steps))
  templates.set(steps, template)
  // What failed is tried again by the next file.
  template.catch(() => templates.delete(steps))
  return template
}

async function makeTemplate(
  server: string,
  admin: pg.Client,
  steps: readonly Migration[],
): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(steps)).digest('hex').slice(0, 16)
  const name = `migrated_${hash}`
  await admin.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [name])
  if (rowCount === 0) {
    // It gets its name when it is complete.
    const unfinished = `unfinished_${randomBytes(6).toString('hex')}`
    await admin.query(`create database ${unfinished}`)
    await asAdmin(addressOf(server, unfinished), client => migrate(client, steps))
    await admin.query(`alter database ${unfinished} rename to ${name}`)
  }
  return name
}

function addressOf(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

let admins: pg.Pool | undefined

/**
 * The one connection of this process on which databases are made and dropped: it costs as much as
 * half a copy. It ends with the process, and does not keep it.
 */
function adminOf(server: string): pg.Pool {
  admins ??= new pg.Pool({
    connectionString: server,
    max: 1,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  }).on('error', () => {})
  return admins
}

async function asAdmin<T>(server: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
