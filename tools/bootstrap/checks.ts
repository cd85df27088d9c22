import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { listeningFails } from './ports.ts'
import { StartRefused } from './refusal.ts'
import type { Settings } from './settings.ts'

const oldestPostgres = 150_000

/**
 * Refuses an address that the server could not listen on.
 * @param patienceMs how long a server of the last start, which was killed, may still need to end.
 */
export async function requireFreePort({ port, host }: Settings, patienceMs: number) {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const reason = await listeningFails(port, host)
    if (reason === undefined) return
    if (reason !== 'EADDRINUSE' || Date.now() >= deadline) throw portRefusal(port, host, reason)
    await sleep(100)
  }
}

function portRefusal(port: number, host: string, reason: string): StartRefused {
  const other = `for example PORT=${port < 1_024 || port === 65_535 ? 8080 : port + 1} npm start`
  if (reason === 'EADDRINUSE') {
    return new StartRefused(
      `PORT ${port} on ${host} is taken by another program: stop that one, or choose another port, ${other}.`,
    )
  }
  if (reason === 'EACCES') {
    return new StartRefused(
      `PORT ${port} is kept for the system's administrator: choose one from 1024 up, ${other}.`,
    )
  }
  return new StartRefused(
    `HOST is ${host}, which is no address of this machine (${reason}): set it to 127.0.0.1 or 0.0.0.0.`,
  )
}

/** Refuses a database of one's own that cannot be reached or is too old. */
export async function requireDatabase(url: string) {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  try {
    await client.connect()
    const { rows } = await client.query("select current_setting('server_version_num')::int as n")
    if (rows[0].n < oldestPostgres) {
      throw new StartRefused(
        `DATABASE_URL leads to PostgreSQL ${Math.floor(rows[0].n / 10_000)}, which is too old: ` +
          'use PostgreSQL 15 or later, or leave DATABASE_URL away for the embedded one.',
      )
    }
  } catch (error) {
    if (error instanceof StartRefused) throw error
    throw new StartRefused(
      `DATABASE_URL leads to no database that answers (${reasonOf(error)}): ` +
        'start it or mend the address, or leave DATABASE_URL away for the embedded PostgreSQL.',
    )
  } finally {
    await client.end().catch(() => {})
  }
}

/** True when nobody has made a table there yet. */
export async function isEmptyDatabase(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query(
      `select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind = 'r' and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
        limit 1`,
    )
    return rowCount === 0
  } finally {
    await client.end()
  }
}

/** A refused connection is an AggregateError without a message of its own. */
function reasonOf(error: unknown): string {
  const { message, code } = error as Error & { code?: string }
  return message || code || 'no connection'
}
