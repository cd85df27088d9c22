import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statement } from '../platform/database/prepared.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { lockRows, SPLIT_ID } from './accounts.ts'
import { pinPlans, writeChunkRows } from './credits.ts'
import { listOrder, type Shape, writeStatement } from './write-statement.ts'

/**
 * The statements with the most load, explained over large tables with fresh statistics: no table is
 * read in full and none is hashed, whatever batch size the planner assumes.
 */
let db: TestDatabase
let client: pg.Client
beforeAll(async () => {
  db = await openTestDatabase()
  await db.owner.query(`
    insert into ledger_account (id, owner, asset, kind)
      select gen_random_uuid(), gen_random_uuid(), 'USDT', 'available' from generate_series(1, 30000);
    insert into ledger_transfer (id, group_id, debit_account, credit_account, asset, amount, kind, reference, request_hash,
        debit_version, debit_after, credit_version, credit_after)
      select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'USDT', 1,
        'otc_release', n::text, '', 1, 1, 1, 1 from generate_series(1, 30000) n;
    insert into ledger_hold (id, account_id, amount, kind, reference, request_hash)
      select gen_random_uuid(), gen_random_uuid(), 1, 'withdrawal', n::text, '' from generate_series(1, 30000) n;
    insert into ledger_hold_resolution (hold_id, outcome, request)
      select id, 'voided', gen_random_uuid() from ledger_hold;
    analyze`)
  client = new pg.Client({ connectionString: db.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await db.close()
})

/** A batch with every list, and the most common batch. */
const shapes: Readonly<Record<string, Shape>> = {
  everything: { lists: listOrder, hasSplits: true },
  'transfers between used accounts': { lists: ['changed', 'transfers'], hasSplits: false },
}

describe('the transfers of a settlement', () => {
  it('use indexes only, with the settings of the credits', async () => {
    await client.query('begin')
    await client.query(pinPlans.text)
    const plan = await planOf(writeChunkRows.text)
    await client.query('rollback')
    expect(plan).toMatch(/Scan/)
    const scans = plan.match(/(Seq Scan on|Hash|Merge) .*/g) ?? []
    // The epochs are a handful of rows; every other table grows with the number of members.
    expect(scans.filter(line => !line.includes('ledger_epoch'))).toEqual([])
  })
})

describe('the write of a batch', () => {
  it.each(Object.entries(shapes))(
    'finds its accounts by their key, although its plans are not pinned: %s',
    async (_, shape) => {
      const plan = await planOf(statement(writeStatement(shape)).text)
      expect(plan).toMatch(/Index Scan using ledger_account_pkey on ledger_account/)
      expect(plan).not.toMatch(/Seq Scan on ledger_(account|transfer)/)
    },
  )
})

describe('the statements of a transaction', () => {
  it('are planned for all lists at once, not for each anew', async () => {
    const plain = new pg.Client({ connectionString: db.url })
    await plain.connect()
    await plain.query(`prepare locks as ${lockRows.text}`)
    for (let i = 0; i < 10; i++) await plain.query(`execute locks (array['${SPLIT_ID}']::uuid[])`)
    const { rows } = await plain.query(
      'select custom_plans::int as custom, generic_plans::int as generic from pg_prepared_statements',
    )
    await plain.end()
    // PostgreSQL tries five specific plans; then the generic plan must not look more expensive.
    expect(rows).toEqual([{ custom: 5, generic: 5 }])
  })

  it('also when they write', async () => {
    const plain = new pg.Client({ connectionString: db.url })
    await plain.connect()
    const { text } = statement(
      writeStatement({ lists: ['changed', 'transfers'], hasSplits: false }),
    )
    const count = Math.max(...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))
    const none = Array.from({ length: count }, () => '{}')
    for (let i = 0; i < 10; i++) await plain.query({ name: 'write', text, values: none })
    const { rows } = await plain.query(
      'select custom_plans::int as custom, generic_plans::int as generic from pg_prepared_statements',
    )
    await plain.end()
    expect(rows).toEqual([{ custom: 5, generic: 5 }])
  })
})

describe('the settings of the credits', () => {
  it('are those that keep to the indexes', async () => {
    await client.query('begin')
    await client.query(pinPlans.text)
    const { rows } = await client.query("select current_setting('enable_hashjoin') as value")
    await client.query('rollback')
    expect(rows[0].value).toBe('off')
  })
})

async function planOf(text: string): Promise<string> {
  const numbers = [...text.matchAll(/\$(\d+)::(\w+(?:\[\])?)/g)]
  const types = new Map(numbers.map(([, number, type]) => [Number(number), type ?? '']))
  const values = [...types.entries()]
    .sort(([a], [b]) => a - b)
    .map(([, type]) => (type.endsWith('[]') ? `'{}'` : 'null'))
  await client.query(`deallocate all; prepare explained as ${text}`)
  const given = values.length > 0 ? `(${values.join(', ')})` : ''
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain execute explained${given}`)
  return rows.map(row => row['QUERY PLAN']).join('\n')
}
