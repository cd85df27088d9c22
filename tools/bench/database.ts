import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectDatabase, connectPool, type Database } from '@banyan/server/database/connect'
import { migrate } from '@banyan/server/database/migrate'
import { migrations } from '@banyan/server/migrations'
import pg from 'pg'
import { buildWhenStale, builtServer } from '../bootstrap/build.ts'
import { endGuard } from '../bootstrap/guard.ts'
import { startPostgres } from '../bootstrap/postgres.ts'

/** A temporary server, as durable as the real one, with the product's tables. */
export interface BenchDatabase {
  url: string
  database: Database
  pool: pg.Pool
  /** A connection of the owner, to fill tables and read settings. */
  owner: pg.Client
  /** Another, empty database on the same server. */
  createDatabase(name: string): Promise<string>
  close(): Promise<void>
}

/** Its database. Programs and threads that the measured code starts are those of the build, as in the product. */
export async function openBenchDatabase(poolSize: number): Promise<BenchDatabase> {
  await buildWhenStale(['server'])
  process.env.BUILT_SERVER = builtServer
  const dataDir = mkdtempSync(join(tmpdir(), 'banyan-bench-'))
  const postgres = await startPostgres({ dataDir })
  const owner = new pg.Client({ connectionString: postgres.url })
  await owner.connect()
  await migrate(owner, migrations)
  const pool = connectPool(postgres.url, { max: poolSize })
  // The bench measures a queue of a thousand callers, so waiting is no fault here.
  Object.assign(pool.options, { connectionTimeoutMillis: 60_000 })
  pool.options.options += ' -c lock_timeout=0 -c statement_timeout=0'
  return {
    url: postgres.url,
    database: connectDatabase(pool),
    pool,
    owner,
    createDatabase: async name => {
      await owner.query(`create database ${owner.escapeIdentifier(name)}`)
      const url = new URL(postgres.url)
      url.pathname = `/${name}`
      return url.href
    },
    close: async () => {
      await pool.end()
      await owner.end()
      await postgres.stop()
      await endGuard()
      rmSync(dataDir, { recursive: true })
    },
  }
}

/** The machine and settings of the measurement, which ratios need as context. */
export async function describeServer(owner: pg.Client): Promise<Record<string, string>> {
  const names = [
    'server_version',
    'fsync',
    'synchronous_commit',
    'full_page_writes',
    'data_checksums',
  ]
  const settings: Record<string, string> = {}
  for (const name of names) {
    const { rows } = await owner.query('select current_setting($1) as value', [name])
    settings[name] = rows[0].value
  }
  return settings
}

/** The parent of all PostgreSQL processes. */
export async function postmasterOf(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query<{ text: string }>(
    "select pg_read_file('postmaster.pid', 0, 20) as text",
  )
  return Number(rows[0]?.text.split('\n')[0])
}

/** How much PostgreSQL has written to its log since its cluster was made, and the database's size, in bytes. */
export async function bytesWritten(
  client: Pick<pg.Client | pg.Pool, 'query'>,
): Promise<{ log: number; disk: number }> {
  const { rows } = await client.query<{ log: string; disk: string }>(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as log,
            pg_database_size(current_database()) as disk`,
  )
  const [row] = rows
  return { log: Number(row?.log), disk: Number(row?.disk) }
}
