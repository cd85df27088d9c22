import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { isPortFree } from './ports.ts'
import { StartRefused } from './refusal.ts'
import type { Settings } from './settings.ts'

const oldestPostgres = 150_000

/**
 * Refuses a port that somebody listens on.
 * @param patienceMs how long a server of the last start, which was killed, may still need to end.
 */
export async function requireFreePort({ port, host }: Settings, patienceMs: number) {
  const deadline = Date.now() + patienceMs
  while (!(await isPortFree(port, host))) {
    if (Date.now() >= deadline) {
      throw new StartRefused(
        `PORT ${port} on ${host} is taken by another program: stop that one, ` +
          `or choose another port, for example PORT=${port === 65_535 ? 8080 : port + 1} npm start.`,
      )
    }
    await sleep(100)
  }
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
