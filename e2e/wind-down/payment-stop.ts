import { until } from '@banyan/tools/until'
import pg from 'pg'
import type { DemoSystem } from './system.ts'

/** Where the payment waits. */
const STOP = 7_654_323

/** Stops the payment of the wind-down while it pays coins, so that the product can be killed there. */
export class PaymentStop {
  readonly #system: DemoSystem
  readonly #client: pg.Client

  private constructor(system: DemoSystem, client: pg.Client) {
    this.#system = system
    this.#client = client
  }

  /** From now on the payment waits after its first credits of this kind. */
  static async at(system: DemoSystem, kind: string): Promise<PaymentStop> {
    await system.sql(`
      create function wait_in_payment() returns trigger language plpgsql security definer as $$
        begin
          perform pg_advisory_xact_lock_shared(${STOP});
          return null;
        end $$;
      create trigger wait_in_payment after insert on ledger_transfer_block
        for each row when (new.kind = '${kind}') execute function wait_in_payment();`)
    const client = new pg.Client({ connectionString: system.product.databaseUrl })
    // It goes with the database when that is stopped.
    client.on('error', () => {})
    await client.connect()
    await client.query('select pg_advisory_lock($1)', [STOP])
    return new PaymentStop(system, client)
  }

  /** Resolves when the payment waits there; false when it is asked to give up. */
  async reached(isOver: () => boolean): Promise<boolean> {
    return until(
      'the payment of the wind-down',
      async () => {
        if (isOver()) return 'over'
        const { rowCount } = await this.#client.query(
          `select from pg_locks where locktype = 'advisory' and objid = ${STOP} and not granted`,
        )
        return rowCount !== 0 && 'reached'
      },
      { ms: 600_000, everyMs: 50 },
    ).then(end => end === 'reached')
  }

  /** Nothing waits any more; the lock ended with the database's last run. */
  async remove(): Promise<void> {
    await this.#client.end().catch(() => {})
    await this.#system.sql(`
      drop trigger wait_in_payment on ledger_transfer_block;
      drop function wait_in_payment();`)
  }
}
