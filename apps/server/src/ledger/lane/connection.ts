import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database, Tx } from '../../platform/database/connect.ts'
import { preparing } from '../../platform/database/prepared.ts'
import { sqlState } from '../../platform/database/transaction.ts'
import type { Run } from '../write.ts'

/**
 * The lane's plans are made once, for lists of any length, and may use indexes only: a hash join
 * over all accounts, which statistics of a young table can suggest, costs ten times.
 */
export const pinnedPlans = [
  '-c plan_cache_mode=force_generic_plan',
  '-c enable_seqscan=off',
  '-c enable_hashjoin=off',
  '-c enable_mergejoin=off',
  '-c jit=off',
]

/**
 * The lane's own connection; what is asked while an answer is on its way is sent at once and
 * answered in the same order. Made at its first use and again after it was lost.
 */
export class LaneConnection {
  readonly #options: pg.PoolOptions
  #client: Promise<pg.Client> | undefined
  #broken = true

  /** Connects as the pool does: same address, same role, same limits. */
  constructor(pool: pg.Pool) {
    this.#options = pool.options
  }

  /** Runs one prepared statement. */
  readonly run: Run = async <Row>(text: string, values: readonly unknown[], name: string) => {
    const client = await this.#connected()
    const { rows } = await client.query({ name, text, values: [...values] })
    return rows as Row[]
  }

  /** Runs work in a transaction on this very connection. */
  async transaction<T>(work: (tx: Tx, run: Run) => Promise<T>): Promise<T> {
    const client = await this.#connected()
    const single = preparing(client, () => {})
    const database: Database = new Kysely({
      dialect: new PostgresDialect({
        pool: { connect: async () => single, end: async () => {} },
      }),
      plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    })
    return database.transaction().execute(tx => work(tx, this.run))
  }

  /**
   * Whether an error leaves it open what the database did: the connection broke, or the server was
   * going down. An error that the server has said with any other code rolled everything back.
   */
  isLost(error: unknown): boolean {
    const code = sqlState(error) ?? ''
    return /^[0-9A-Z]{5}$/.test(code) ? /^(08|57P0)/.test(code) : this.#broken
  }

  /** Forgets a connection that failed: what it was doing is asked about on a new one. */
  async drop(): Promise<void> {
    const client = this.#client
    this.#client = undefined
    this.#broken = true
    await (await client?.catch(() => undefined))?.end().catch(() => {})
  }

  async #connected(): Promise<pg.Client> {
    this.#client ??= this.#connect()
    try {
      return await this.#client
    } catch (error) {
      this.#client = undefined
      throw error
    }
  }

  async #connect(): Promise<pg.Client> {
    const options = [this.#options.options, ...pinnedPlans].join(' ')
    const client = new pg.Client({
      ...this.#options,
      options,
      application_name: 'banyan-lane',
      keepAlive: true,
      pipeline: true,
    })
    // Whoever was waiting is told by its own query; without a listener an error would end the process.
    const broke = () => {
      this.#broken = true
    }
    client.on('error', broke).on('end', broke)
    // Said before connecting: what breaks in the turn of its success must not be forgotten.
    this.#broken = false
    try {
      await client.connect()
      return client
    } catch (error) {
      this.#broken = true
      throw error
    }
  }
}
