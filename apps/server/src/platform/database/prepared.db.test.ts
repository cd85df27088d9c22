import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { runPrepared } from './prepared.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

describe('a prepared statement', () => {
  it('is kept by its connection, and nothing else is', async () => {
    const kept = await db.database.transaction().execute(async tx => {
      const text = 'select $1::int + 1 as "oneMore"'
      expect(await runPrepared(tx, 'one_more', text, [1])).toEqual([{ oneMore: 2 }])
      expect(await runPrepared(tx, 'one_more', text, [4])).toEqual([{ oneMore: 5 }])
      await sql`select ${1}::int`.execute(tx)
      const { rows } = await sql`
        select name, (custom_plans + generic_plans)::int as runs from pg_prepared_statements`.execute(
        tx,
      )
      return rows
    })
    expect(kept).toEqual([{ name: 'one_more', runs: 2 }])
  })
})
