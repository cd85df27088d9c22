import { CompiledQuery, type PostgresPool, type PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import type { Database, Tx } from './handles.ts'

/** Names by text. The texts are constants of the program, so their number is limited. */
const names = new Map<string, string>()

/**
 * Runs a text that each connection parses and plans once, under its name: for the few statements
 * whose planning costs more than their work. A text keeps its name for ever.
 */
export async function runPrepared<Row>(
  database: Database | Tx,
  name: string,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  names.set(text, name)
  return (await database.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows
}

/**
 * Connections for Kysely, which does not know names: they are added where a text goes to the
 * driver.
 */
export const withPrepared = (pool: pg.Pool): PostgresPool => ({
  connect: async () => {
    const client = await pool.connect()
    return preparing(client, () => client.release())
  },
  end: () => pool.end(),
})

/**
 * One connection for Kysely, with names; of its client's signatures only the one with a text is
 * used.
 */
export function preparing(client: pg.ClientBase, release: () => void): PostgresPoolClient {
  const query = (text: string, values: readonly unknown[]) => {
    const name = names.get(text)
    return client.query({ ...(name ? { name } : {}), text, values: [...values] })
  }
  return { query: query as unknown as PostgresPoolClient['query'], release }
}
