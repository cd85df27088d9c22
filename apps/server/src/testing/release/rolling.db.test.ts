import {
  cancelOrder,
  cancelSubscription,
  type Endpoint,
  me,
  placeSubscription,
  publishOrder,
  sayInChat,
  tradeList,
} from '@banyan/domain'
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { migrations } from '../../migrations.ts'
import { type Migration, migrate } from '../../platform/database/migrate.ts'
import { startRefusal } from '../../platform/start-refusal.ts'
import { openTestDatabase } from '../database.ts'
import { openFurnished } from '../furnished.ts'
import type { Asking, HttpSystem } from '../http-system.ts'
import { inTime } from '../in-time.ts'
import { PAYMENT_PASSWORD } from '../members.ts'
import { orderBody, type Scene } from '../scene.ts'

const ending: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  ending.push(() => client.end())
  return client
}

/** What a next version may do to every table that there is: a column more, and an index. */
async function nextVersion(owner: pg.Pool): Promise<Migration[]> {
  const { rows } = await owner.query<{ name: string; column: string }>(
    `select quote_ident(relname) as name, (select quote_ident(attname) from pg_attribute
       where attrelid = pg_class.oid and attnum > 0 and not attisdropped order by attnum limit 1) as column
     from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and not relispartition
       and relname <> 'schema_migration' order by relname`,
  )
  const each = rows.map(({ name, column }, i) => ({
    id: `2199-01-01-next-${String(i).padStart(3, '0')}`,
    sql: `alter table ${name} add column next_note text, add column next_count integer not null default 0;
      create index on ${name} (${column}, next_count);`,
  }))
  const more = {
    id: '2199-01-02-next-table',
    sql: 'create table next_table (order_id uuid references otc_order (id), trade_id uuid references otc_trade (id))',
  }
  return [...each, more]
}

/** Members who act again and again, each kind of act beside the others. */
function traffic(system: HttpSystem, { seller, outsider, paid }: Scene) {
  const answers = new Map<string, number>()
  let isOn = true
  const ask = async (endpoint: Endpoint, asking: Asking) => {
    const { status, code, data } = await system.ask(endpoint, asking)
    const how = code === 1 ? 'done' : status === 503 ? 'again' : `${endpoint.id} ${code}`
    answers.set(how, (answers.get(how) ?? 0) + 1)
    return code === 1 ? data : null
  }
  const sells = async () => {
    const order = await ask(publishOrder, { as: outsider, body: orderBody('10') })
    if (order)
      await ask(cancelOrder, { as: outsider, params: { id: order.id }, body: { version: 1 } })
  }
  const subscribes = async () => {
    const body = { amount: '60', paymentPassword: PAYMENT_PASSWORD }
    const placed = await ask(placeSubscription, { as: outsider, body })
    if (placed) await ask(cancelSubscription, { as: outsider, params: { id: placed.id } })
  }
  const talks = async () => {
    const body = { text: 'one more hour', pictures: [] }
    await ask(sayInChat, { as: seller, params: { id: paid.id }, body })
  }
  const reads = async () => {
    await ask(me, { as: seller })
    await ask(tradeList, { as: seller })
  }
  const acts = [sells, subscribes, talks, reads, reads].map(async act => {
    while (isOn) await act()
  })
  return {
    /** Waits until this many more acts were done. */
    more: async (count: number) => {
      const from = answers.get('done') ?? 0
      while ((answers.get('done') ?? 0) < from + count)
        await new Promise(resolve => setTimeout(resolve, 5))
    },
    stop: async () => {
      isOn = false
      await Promise.all(acts)
      return Object.fromEntries(answers)
    },
  }
}

describe('while a newer version migrates', () => {
  it('no act of a member fails, but for the answer that asks to try again', async () => {
    const { system, scene } = await openFurnished()
    ending.push(() => system.close())
    const steps = await nextVersion(system.db.owner)
    const acts = traffic(system, scene)
    await inTime('acts before', acts.more(20))
    const client = await connected(system.db.url)
    const applied = await migrate(client, [...migrations, ...steps])
    await inTime('acts after', acts.more(20))
    const { done, again, ...failed } = await acts.stop()
    expect(applied).toHaveLength(steps.length)
    expect(failed).toEqual({})
    expect(done).toBeGreaterThan(40)
  })
})

describe('a step that cannot get its lock', () => {
  const step: Migration = {
    id: '2199-01-01-next',
    sql: 'alter table otc_order add column next_note text',
  }
  const next = [...migrations, step]

  it('holds nobody up for longer than it waits, gives up with a sentence, and is run again', async () => {
    const db = await openTestDatabase()
    ending.push(() => db.close())
    const held = await db.pool.connect()
    await held.query('begin')
    await held.query('select from otc_order')
    const client = await connected(db.url)
    const migrated = migrate(client, next, { pauseMs: 0, tries: 2 }).catch(
      (error: unknown) => error,
    )
    // These wait behind the step. They are answered although the table is still held.
    const read = async () => {
      const { rows } = await db.owner.query<{ count: number }>(
        'select count(*)::int from otc_order',
      )
      return rows[0]?.count
    }
    while (!(await waits(db.owner))) await new Promise(resolve => setTimeout(resolve, 5))
    expect(await inTime('a read behind the step', read())).toBe(0)
    const error = await migrated
    expect(startRefusal(error)).toMatch(/^Another program holds a lock on the tables: [^.]+\.$/)
    await held.query('commit')
    held.release()
    expect(await migrate(client, next)).toEqual([step.id])
    await expect(db.owner.query('select next_note from otc_order')).resolves.toBeDefined()
  })

  /** True while the step waits for its lock. */
  const waits = async (owner: pg.Pool): Promise<boolean> => {
    const { rows } = await owner.query(
      `select from pg_locks where not granted and mode = 'AccessExclusiveLock' and relation = 'otc_order'::regclass`,
    )
    return rows.length > 0
  }
})
