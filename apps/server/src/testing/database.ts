import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { migrations } from '../migrations.ts'
import { connectDatabase, connectPool, type Database } from '../platform/database/connect.ts'
import { migrate } from '../platform/database/migrate.ts'

/** A database of its own for one test file, on the real server that the run started. */
export interface TestDatabase {
  /** The owner's address: what DATABASE_URL would be. */
  url: string
  /** Connections of the application's role, as every door has them. */
  pool: pg.Pool
  database: Database
  /** A connection of the owner, for what the application must not be able to do. */
  owner: pg.Pool
  close(): Promise<void>
}

/** Creates and migrates a fresh database, to the end or as far as is said; `close` drops it. */
export async function openTestDatabase(steps = migrations): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL
  if (!server)
    throw new Error('TEST_DATABASE_URL is set by the integration run (npm run test:integration)')
  const name = `test_${randomBytes(6).toString('hex')}`
  await asAdmin(server, client => client.query(`create database ${name}`))
  const url = new URL(server)
  url.pathname = `/${name}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await migrate(client, steps)
  await client.end()
  const pool = connectPool(url.href, { max: 20 })
  const owner = connectPool(url.href, { max: 4, role: null })
  return {
    url: url.href,
    pool,
    database: connectDatabase(pool),
    owner,
    close: async () => {
      await Promise.all([pool.end(), owner.end()])
      await asAdmin(server, admin => admin.query(`drop database ${name} with (force)`))
    },
  }
}

async function asAdmin(
  server: string,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
