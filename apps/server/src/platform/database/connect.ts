import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import type { Database } from './handles.ts'
import { overClient, withPrepared } from './prepared.ts'
import type { DB } from './tables.ts'

/** The role that the programs work as: no UPDATE, DELETE or TRUNCATE on the ledger's history. */
export const APP_ROLE = 'banyan_app'

const NUMERIC = 1700
const INT8 = 20

/** The role that the programs work as: no UPDATE, DELETE or TRUNCATE on the ledger's history. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === NUMERIC && format !== 'binary') return (text: string) => BigInt(text)
    if (oid === INT8 && format !== 'binary') {
      return (text: string) => {
        const value = Number(text)
        if (!Number.isSafeInteger(value)) throw new RangeError(`int8 beyond exact numbers: ${text}`)
        return value
      }
    }
    return pg.types.getTypeParser(oid, format as 'text')
  },
}

/**
 * A pool whose connections have all dropped to the application's role and carry the limits of
 * security.md 4.4: statement 10 s, lock 3 s, idle in transaction 15 s.
 */
export function connectPool(
  databaseUrl: string,
  options: { max: number; role?: string | null },
): pg.Pool {
  const settings = [
    '-c statement_timeout=10000',
    '-c lock_timeout=3000',
    '-c idle_in_transaction_session_timeout=15000',
    '-c timezone=UTC',
    ...(options.role === null ? [] : [`-c role=${options.role ?? APP_ROLE}`]),
  ]
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: options.max,
    connectionTimeoutMillis: 2_000,
    options: settings.join(' '),
    application_name: 'banyan',
    types,
  })
  // A connection that dies while idle is replaced at the next use; without a listener it would
  // end the process.
  pool.on('error', () => {})
  // One that dies while it is checked out has failed the query that was under way; it needs no
  // other listener.
  pool.on('connect', client => void client.on('error', () => {}))
  return pool
}

/** Kysely over a pool: snake_case in the database, camelCase in the code. */
export const connectDatabase = (pool: pg.Pool): Database => databaseOn(withPrepared(pool))

/** The same over one connection, which its owner ends. One statement or transaction at a time. */
export const databaseOver = (client: pg.ClientBase): Database => databaseOn(overClient(client))

const databaseOn = (pool: PostgresPool): Database =>
  new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })

export type { Database, Tx } from './handles.ts'
