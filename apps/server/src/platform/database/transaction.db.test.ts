import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import type { Tx } from './handles.ts'
import { inTransaction } from './transaction.ts'
import { sqlState } from './unavailable.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
  await db.owner.query(`
    create table drawn (order_number text unique, owner text unique);
    insert into drawn values ('S26112200000001', 'somebody');
    grant select, insert on drawn to public`)
})
afterAll(() => db.close())

const insert = (tx: Tx, number: string, owner: string) =>
  sql`insert into drawn values (${number}, ${owner})`.execute(tx)

it('a number that is taken is drawn again', async () => {
  const draws = ['S26112200000001', 'S26112200000001', 'S26112200000002']
  const number = await inTransaction(db.database, async tx => {
    const drawn = draws.shift() as string
    await insert(tx, drawn, 'somebody else')
    return drawn
  })
  expect([number, draws]).toEqual(['S26112200000002', []])
})

it('any other name that is taken is reported at once', async () => {
  let tries = 0
  const taken = inTransaction(db.database, tx => {
    tries++
    return insert(tx, 'S26112200000003', 'somebody')
  })
  expect(sqlState(await taken.catch((error: unknown) => error))).toBe('23505')
  expect(tries).toBe(1)
})
