import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openIdentity } from './identity/index.ts'
import { readConfig } from './platform/config.ts'
import { newUuid } from './platform/ids.ts'
import { sealClearRows } from './seal-clear-rows.ts'
import { openTestDatabase, type TestDatabase } from './testing/database.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

const ADDRESS = '0x55d398326f99059fF775485246999027B3197955'

it('seals every row that was stored in clear, so that it reads as before, and then none', async () => {
  const members = Array.from({ length: 1_203 }, () => newUuid())
  await db.owner.query(
    `insert into receiving_account (member_id, bsc, contact, changed_at)
     select id, $2, 'call ' || id, now() from unnest($1::uuid[]) id`,
    [members, ADDRESS],
  )
  const platform = {
    config: readConfig({ DATABASE_URL: db.url }),
    secrets: {
      pepper: randomBytes(32),
      fingerprintKey: randomBytes(32),
      fieldKey: randomBytes(32),
    },
    logger: pino({ level: 'silent' }),
  }
  expect(await sealClearRows(platform)).toBe(1_203)
  expect(await sealClearRows(platform)).toBe(0)
  const { rows } = await db.owner.query(
    'select count(*)::int as clear from receiving_account where num_nonnulls(bsc, tron, contact) > 0',
  )
  expect(rows).toEqual([{ clear: 0 }])
  const whole = { ...platform, pool: db.pool, database: db.database }
  const identity = openIdentity(whole, { notify: async () => {}, welcome: async () => {} })
  for (const memberId of members.slice(0, 3))
    expect(await identity.receivingAccount(db.database, memberId)).toMatchObject({
      bsc: ADDRESS,
      tron: null,
      contact: `call ${memberId}`,
    })
})
