import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import {
  APP_ROLE,
  requireSettings,
  settingsFor,
  settingsIn,
  startOptions,
} from './connection-limits.ts'
import type { Database } from './handles.ts'
import { patienceFor } from './patience.ts'
import { overClient, withPrepared } from './prepared.ts'
import type { DB } from './tables.ts'

const NUMERIC = 1700
const INT8 = 20

/** Amounts are exact, and numbers of rows are numbers. */
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

/** A member's call waits this long for a connection (security.md R12); then it is answered 503. */
const WAIT_MS = 2_000
/**
 * Connections that nobody uses stay open this long: to open many at once for the next burst of calls
 * takes a busy machine longer than a call may wait.
 */
const IDLE_MS = 10 * 60_000
/** When a connection is quiet, the system asks the other side after this time whether it is there. */
const KEEP_ALIVE_MS = 10_000

/**
 * A pool whose connections have all dropped to the application's role and carry the limits of
 * security.md 4.4: statement 10 s, lock 3 s, idle in transaction 15 s. Each new connection is
 * checked for them. A statement whose answer does not come ends its connection. `statementLimit` is
 * another time for each statement, for a command that reads whole tables; `0`: as long as it takes.
 */
export function connectPool(
  databaseUrl: string,
  {
    max,
    role = APP_ROLE,
    statementLimit,
  }: { max: number; role?: string | null; statementLimit?: string },
): pg.Pool {
  const settings = settingsFor(role, statementLimit)
  const pool: pg.Pool = new pg.Pool({
    connectionString: databaseUrl,
    max,
    connectionTimeoutMillis: WAIT_MS,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    query_timeout: patienceFor(settings.statement_timeout ?? '0'),
    options: startOptions(settings),
    application_name: 'banyan',
    // Statements are sent without waiting for the answer to the one before; see `pipelined`.
    pipeline: true,
    types,
    onConnect: client => {
      // One that dies while it is checked out has failed the query that was under way; it needs no
      // other listener.
      client.on('error', () => {})
      return requireSettings(client, settingsIn(pool.options.options ?? ''))
    },
  })
  // A connection that dies while idle is replaced at the next use; without a listener it would
  // end the process.
  pool.on('error', () => {})
  return pool
}

/** Kysely over a pool: snake_case in the database, camelCase in the code. */
export const connectDatabase = (pool: pg.Pool): Database => databaseOn(withPrepared(pool))

/**
 * The same over one connection, which its owner ends. One statement or transaction at a time. With
 * the limit of its statements, an answer that does not come ends the connection.
 */
export const databaseOver = (client: pg.ClientBase, limit?: string): Database =>
  databaseOn(overClient(client, limit))

const databaseOn = (pool: PostgresPool): Database =>
  new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })

export { APP_ROLE } from './connection-limits.ts'
export type { Database, Tx } from './handles.ts'
