import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { type Placeholders, prepared, statement } from './prepared.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

const addOne = prepared(
  'one_more',
  ({ to }: Placeholders<{ to: number }>) =>
    sql<{ oneMore: number }>`select ${to}::int + 1 as one_more`,
)
const addTwo = statement(
  (given: Placeholders<readonly number[]>) =>
    sql<{ sum: number }>`select ${given[0]}::int + 2 as sum`,
)

describe('a prepared statement', () => {
  it('is kept by its connection, and nothing else is', async () => {
    const kept = await db.database.transaction().execute(async tx => {
      expect(await addOne(tx, { to: 1 })).toEqual([{ oneMore: 2 }])
      expect(await addOne(tx, { to: 4 })).toEqual([{ oneMore: 5 }])
      expect(await addTwo(tx, [4])).toEqual([{ sum: 6 }])
      await sql`select ${1}::int`.execute(tx)
      const { rows } = await sql`
        select name, (custom_plans + generic_plans)::int as runs from pg_prepared_statements`.execute(
        tx,
      )
      return rows
    })
    expect(kept).toEqual([{ name: 'one_more', runs: 2 }])
  })

  it('names its columns: PostgreSQL refuses a plan whose columns a migration has changed', async () => {
    expect(() => prepared('whole_row', () => sql`select one.* from member one`)).toThrow(
      'does not name its columns',
    )
    expect(() => prepared('whole_table', () => sql` select * from member`)).toThrow()
  })
})

describe('a statement that is compiled once', () => {
  it('sends a value once, however often it occurs', async () => {
    const twice = statement(
      ({ a, b }: Placeholders<{ a: number; b: number }>) =>
        sql<{ sum: number }>`select ${b}::int + ${a}::int + ${b}::int as sum`,
    )
    expect(twice.text).toBe('select $1::int + $2::int + $1::int as sum')
    expect(await twice(db.database, { a: 1, b: 10 })).toEqual([{ sum: 21 }])
  })

  it('refuses a value that would be the same in each run', () => {
    expect(() => statement(() => sql`select ${1}::int`)).toThrow('a value of its own')
  })
})
