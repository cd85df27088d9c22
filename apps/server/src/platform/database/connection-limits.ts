import type pg from 'pg'
import { ConfigError } from '../config.ts'

/** The role that the programs work as: no UPDATE, DELETE or TRUNCATE on the ledger's history. */
export const APP_ROLE = 'banyan_app'

/**
 * The settings of every connection by name: its role, its time limits (security.md 4.4), its zone.
 * No statement takes more than one processor: the others are for the calls of members beside it.
 */
export type ConnectionSettings = Readonly<Record<string, string>>

/**
 * The settings of a connection of this role (null: the role that it signs in as), whose statements
 * may take so long.
 */
export const settingsFor = (role: string | null, statementLimit = '10s'): ConnectionSettings => ({
  statement_timeout: statementLimit,
  lock_timeout: '3s',
  idle_in_transaction_session_timeout: '15s',
  max_parallel_workers_per_gather: '0',
  timezone: 'UTC',
  ...(role === null ? {} : { role }),
})

/** The settings as PostgreSQL reads them when a connection starts. */
export const startOptions = (settings: ConnectionSettings): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

/** The settings that start options ask for; of one that is given twice, the last. */
export function settingsIn(options: string): ConnectionSettings {
  const given = [...options.matchAll(/-c (\w+)=(\S+)/g)]
  return Object.fromEntries(given.map(([, name, value]) => [name, value]))
}

/** A connection that does not have the role or the limits that its work depends on. */
export class UnfitConnection extends ConfigError {}

/** Names those of the wanted settings that this connection does not have. */
const DIFFERING = `
  select name, value from unnest($1::text[], $2::text[]) as wanted(name, value)
  where case
    when name = 'role' then current_user <> value
    when name in ('timezone', 'max_parallel_workers_per_gather') then current_setting(name) <> value
    else current_setting(name)::interval <> case when value ~ '^[0-9]+$' then value || 'ms' else value end::interval
  end`

/**
 * Checks that a new connection has its settings, and sets those that something between the program
 * and PostgreSQL has dropped.
 * @throws UnfitConnection when they do not hold.
 */
export async function requireSettings(
  client: pg.ClientBase,
  settings: ConnectionSettings,
): Promise<void> {
  const wanted = [Object.keys(settings), Object.values(settings)]
  const differing = async () =>
    (await client.query<{ name: string; value: string }>(DIFFERING, wanted)).rows
  const dropped = await differing()
  if (dropped.length === 0) return
  for (const { name, value } of dropped)
    await client.query('select set_config($1, $2, false)', [name, value])
  const still = await differing()
  if (still.length > 0)
    throw new UnfitConnection(
      `Connections of DATABASE_URL do not keep ${still.map(({ name }) => name).join(', ')}: connect to PostgreSQL itself, or to a pooler in session mode.`,
    )
}

/** The remedy where a pooler gives each transaction another connection. */
export const POOLS_TRANSACTIONS =
  'DATABASE_URL leads to a pooler that gives each transaction another connection, which would lose the role, the time limits and the locks of a program: set pool_mode to session for this database, or connect to PostgreSQL itself.'

const PROBES = 3

/**
 * Refuses a pooler in transaction mode: there, what one connection sets is seen by another.
 * @throws UnfitConnection
 */
export async function refuseTransactionPooling(pool: pg.Pool): Promise<void> {
  const one = await pool.connect()
  try {
    // PostgreSQL's own number of a connection: a pooler gives its callers other ones.
    const { rows } = await one.query<{ pid: number }>('select pg_backend_pid() as pid')
    if (rows[0]?.pid === (one as unknown as { processID: number }).processID) return
    const other = await pool.connect()
    try {
      for (let i = 0; i < PROBES; i++) {
        const mark = (client: pg.ClientBase, value: string) =>
          client.query("select set_config('banyan.connection', $1, false)", [value])
        await mark(one, 'one')
        await mark(other, 'other')
        const seen = await one.query<{ mark: string }>(
          "select current_setting('banyan.connection') as mark",
        )
        if (seen.rows[0]?.mark !== 'one') throw new UnfitConnection(POOLS_TRANSACTIONS)
      }
    } finally {
      other.release()
    }
  } finally {
    one.release()
  }
}
