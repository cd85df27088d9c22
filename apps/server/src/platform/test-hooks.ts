import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { ConfigError } from './config.ts'
import type { Database } from './database/connect.ts'
import { success } from './http/answer.ts'
import type { Platform } from './module.ts'
import { refuse } from './refused.ts'

const shiftBody = z.strictObject({ shiftMs: z.number().int() })

/** What the hooks control. */
export interface HookedSystem {
  platform: Platform
  settleDue(options: { waits: boolean }): Promise<number>
  /** Reads the balances of custody from the chain. */
  readCustody(): Promise<void>
}

/**
 * `POST /test/clock {shiftMs}` moves the system clock against the real time; `POST /test/settle`
 * runs what is due, after a run that the worker has begun by itself; `POST /test/custody` reads
 * custody at once. They exist only with TEST_HOOKS=1, which a production start refuses.
 */
export function addTestHooks(app: FastifyInstance, system: HookedSystem): void {
  app.post('/test/clock', async request => {
    const parsed = shiftBody.safeParse(request.body)
    if (!parsed.success) return refuse('malformed')
    await shiftClock(system.platform.database, parsed.data.shiftMs)
    return success({})
  })
  app.post('/test/settle', async () =>
    success({ settled: await system.settleDue({ waits: true }) }),
  )
  app.post('/test/custody', async () => {
    await system.readCustody()
    return success({})
  })
}

/** Moves the system clock against the real time; 0 removes the shift. */
export async function shiftClock(database: Database, shiftMs: number): Promise<void> {
  if (shiftMs === 0) {
    await database.deleteFrom('houseClock').execute()
    return
  }
  // One statement, so that the clock never shows a time in between.
  await sql`
    insert into house_clock (shift) values (${shiftMs}::double precision * interval '1 millisecond')
    on conflict (only_row) do update set shift = excluded.shift`.execute(database)
}

/** A shifted clock is for tests only: without TEST_HOOKS=1 the server does not open on one. */
export async function checkClock({ config, database }: Platform): Promise<void> {
  if (config.testHooks) return
  const shifted = await database.selectFrom('houseClock').select('onlyRow').executeTakeFirst()
  if (shifted) {
    throw new ConfigError(
      'The clock of this database was shifted by a test or an unfinished seeding. Use another data folder, or remove the row of house_clock if the data may be used.',
    )
  }
}
