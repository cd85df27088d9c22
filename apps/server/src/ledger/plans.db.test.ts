import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { lockStatement, SPLIT_ID } from './accounts.ts'
import { bulkStatement, pinnedForCredits } from './credits.ts'
import { pinnedPlans } from './lane/connection.ts'
import { laneReads } from './lane/reader.ts'
import { listOrder, type Shape, writeStatement } from './write-statement.ts'

/**
 * The statements that carry the load, explained over large tables with fresh statistics: no table
 * is read from end to end and none is hashed, whatever the planner believes of a batch's size.
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
    insert into ledger_hold_due (hold_id, expires_at) select id, now() from ledger_hold;
    analyze`)
  client = new pg.Client({ connectionString: db.url, options: pinnedPlans.join(' ') })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await db.close()
})

/** Every list at once, and what comes most. */
const shapes: Readonly<Record<string, Shape>> = {
  everything: { lists: listOrder, tells: true },
  'transfers between used accounts': { lists: ['changed', 'transfers'], tells: false },
}

const statements: [name: string, text: string][] = [
  ...Object.entries(shapes).map(([name, shape]): [string, string] => [
    `the lane's write of ${name}`,
    writeStatement('raise', shape),
  ]),
  ...Object.entries(laneReads).map(([name, text]): [string, string] => [
    `the lane's ${name}`,
    text,
  ]),
  ['the locks of a batch with rows of a room', lockStatement],
  ['the transfers of a settlement', bulkStatement],
]

describe.each(statements)('%s', (_, text) => {
  it('uses indexes only', async () => {
    const plan = await planOf(text)
    expect(plan).toMatch(/Scan/)
    const scans = plan.match(/(Seq Scan on|Hash|Merge) .*/g) ?? []
    // The epochs are a handful of rows; everything else grows with the house.
    expect(scans.filter(line => !line.includes('ledger_epoch'))).toEqual([])
  })
})

describe('the write of the joined path', () => {
  it.each(Object.entries(shapes))(
    'finds its accounts by their key, although its plans are not pinned: %s',
    async (_, shape) => {
      const plain = new pg.Client({ connectionString: db.url })
      await plain.connect()
      const plan = await planOf(writeStatement('skip', shape), plain)
      await plain.end()
      expect(plan).toMatch(/Index Scan using ledger_account_pkey on ledger_account/)
      expect(plan).not.toMatch(/Seq Scan on ledger_(account|transfer)/)
    },
  )
})

describe('the statements of the joined path', () => {
  it('are planned for all lists at once, not for each anew', async () => {
    const plain = new pg.Client({ connectionString: db.url })
    await plain.connect()
    await plain.query(`prepare locks as ${lockStatement}`)
    for (let turn = 0; turn < 10; turn++)
      await plain.query(`execute locks (array['${SPLIT_ID}']::uuid[])`)
    const { rows } = await plain.query(
      'select custom_plans::int as custom, generic_plans::int as generic from pg_prepared_statements',
    )
    await plain.end()
    // PostgreSQL tries five lists of their own; then the plan for all must not look dearer.
    expect(rows).toEqual([{ custom: 5, generic: 5 }])
  })

  it.each(['changed', 'opened'] as const)('also when they write: %s', async list => {
    const plain = new pg.Client({ connectionString: db.url })
    await plain.connect()
    const text = writeStatement('skip', { lists: [list, 'transfers'], tells: false })
    const count = Math.max(...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))
    const none = Array.from({ length: count }, () => '{}')
    for (let turn = 0; turn < 10; turn++) await plain.query({ name: 'write', text, values: none })
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
    await client.query(pinnedForCredits)
    const { rows } = await client.query("select current_setting('enable_hashjoin') as value")
    await client.query('rollback')
    expect(rows[0].value).toBe('off')
  })
})

async function planOf(text: string, on: pg.Client = client): Promise<string> {
  const numbers = [...text.matchAll(/\$(\d+)::(\w+(?:\[\])?)/g)]
  const types = new Map(numbers.map(([, number, type]) => [Number(number), type ?? '']))
  const values = [...types.entries()]
    .sort(([a], [b]) => a - b)
    .map(([, type]) => (type.endsWith('[]') ? `'{}'` : 'null'))
  await on.query(`deallocate all; prepare looked_at as ${text}`)
  const given = values.length > 0 ? `(${values.join(', ')})` : ''
  const { rows } = await on.query<{ 'QUERY PLAN': string }>(`explain execute looked_at${given}`)
  return rows.map(row => row['QUERY PLAN']).join('\n')
}
