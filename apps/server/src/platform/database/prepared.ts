import {
  type Compilable,
  CompiledQuery,
  createQueryId,
  type PostgresPool,
  type PostgresPoolClient,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely'
import type pg from 'pg'
import { traced } from '../tracing/spans.ts'
import { statementSpan } from '../tracing/statements.ts'
import { settingsIn } from './connection-limits.ts'
import { dropIdle, endSilently } from './dead-connections.ts'
import type { Database, Tx } from './handles.ts'
import { isLate, liftedLimit, patienceFor } from './patience.ts'
import { pipelined, type Send } from './pipelined.ts'

/** Stands in a template for a value that each run of its statement brings. */
class Placeholder<Value> {
  declare readonly value: Value
  readonly key: string

  constructor(key: string) {
    this.key = key
  }
}

/** The values of a statement, by name or by place, while its template is written. */
export type Placeholders<Values> = { readonly [Key in keyof Values]: Placeholder<Values[Key]> }

/** A statement that was compiled once; a call runs it with values of its own. */
export interface Statement<Values, Row> {
  (database: Database | Tx, values: Values): Promise<Row[]>
  /** One run of it, to be sent in another way. */
  of(values: Values): Compilable
  /** The SQL, with numbered values. */
  readonly text: string
}

/** Names by text. The statements are constants of the program, so their number is limited. */
const names = new Map<string, string>()

/**
 * A statement that each connection parses and plans once, under its name: for those whose planning
 * costs more than their work. A name belongs to one statement for ever. It names the columns that it
 * returns: of `*` the plan would return others after a migration, which PostgreSQL refuses.
 */
export function prepared<Values, Row>(
  name: string,
  template: (values: Placeholders<Values>) => RawBuilder<Row>,
): Statement<Values, Row> {
  const compiled = statement(template)
  if (/^\s*select (\w+\.)?\*/.test(compiled.text))
    throw new Error(`the prepared statement ${name} does not name its columns`)
  names.set(compiled.text, name)
  return compiled
}

/**
 * An `sql` template that is compiled once instead of at each run, and that sends a value once
 * however often it occurs. It is planned at each run, for the values of that run.
 */
export function statement<Values, Row>(
  template: (values: Placeholders<Values>) => RawBuilder<Row>,
): Statement<Values, Row> {
  const { text, keys } = compiled(template)
  const compile = (values: Values) =>
    CompiledQuery.raw(
      text,
      keys.map(key => values[key as keyof Values]),
    )
  const run = async (database: Database | Tx, values: Values): Promise<Row[]> =>
    (await database.executeQuery<Row>(compile(values))).rows
  return Object.assign(run, { text, of: (values: Values) => ({ compile: () => compile(values) }) })
}

function compiled<Values>(template: (values: Placeholders<Values>) => RawBuilder<unknown>) {
  const placeholders = new Proxy({} as Placeholders<Values>, {
    get: (_, key) => new Placeholder(String(key)),
  })
  const node = template(placeholders).toOperationNode()
  const { sql, parameters } = new PostgresQueryCompiler().compileQuery(node, createQueryId())
  const keyOf = parameters.map(parameter => {
    if (!(parameter instanceof Placeholder))
      throw new Error('a statement that is compiled once has a value of its own')
    return parameter.key
  })
  const keys = [...new Set(keyOf)]
  const text = sql.replace(
    /\$(\d+)/g,
    (_, number: string) => `$${keys.indexOf(keyOf[Number(number) - 1] as string) + 1}`,
  )
  return { text, keys }
}

/**
 * Connections for Kysely, which does not know names: they are added where a text goes to the
 * driver.
 */
export const withPrepared = (pool: pg.Pool): PostgresPool => ({
  connect: async () => {
    const client = await pool.connect()
    const { statement_timeout: limit } = settingsIn(pool.options.options ?? '')
    return preparing(client, {
      limit,
      release: isDead => client.release(isDead),
      died: () => dropIdle(pool),
    })
  },
  end: () => pool.end(),
})

/** The same over one connection, which its owner ends, with the time limit of its statements. */
export const overClient = (client: pg.ClientBase, limit?: string): PostgresPool => ({
  connect: async () => preparing(client, { limit, release: () => {} }),
  end: async () => {},
})

/**
 * One connection for Kysely, with names; of its client's signatures only the one with a text is
 * used. A connection whose answer does not come in time is ended at once, so that neither the rest
 * of its transaction nor its next user waits for it.
 */
function preparing(
  client: pg.ClientBase,
  {
    limit = '0',
    release,
    died,
  }: { limit?: string | undefined; release: (isDead: boolean) => void; died?: () => void },
): PostgresPoolClient {
  let patience = patienceFor(limit)
  let isDead = false
  const named: Send = async (text, values) => {
    const name = names.get(text)
    const lifted = liftedLimit(text, values)
    if (lifted !== undefined) patience = patienceFor(lifted)
    const asked = { ...(name ? { name } : {}), text, values: [...values], query_timeout: patience }
    try {
      return await traced(
        () => statementSpan(text),
        () => client.query(asked),
      )
    } catch (error) {
      if (isLate(error)) {
        isDead = true
        endSilently(client)
        died?.()
      }
      throw error
    }
  }
  const query = 'pipeline' in client && client.pipeline ? pipelined(named) : named
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: () => release(isDead),
  }
}
