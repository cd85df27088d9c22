import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { carryRows } from './carry-rows.ts'
import { openIdentity } from './identity/index.ts'
import { readConfig } from './platform/config.ts'
import { newUuid } from './platform/ids.ts'
import { ringOf } from './platform/key-ring.ts'
import { openTestDatabase, type TestDatabase } from './testing/database.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

const platform = () => ({
  config: readConfig({ DATABASE_URL: db.url }),
  secrets: {
    pepper: ringOf(randomBytes(32)),
    fingerprintKey: ringOf(randomBytes(32)),
    fieldKey: ringOf(randomBytes(32)),
    pushKey: ringOf(randomBytes(32)),
    auditKey: ringOf(randomBytes(32)),
  },
  logger: pino({ level: 'silent' }),
})

const ADDRESS = '0x55d398326f99059fF775485246999027B3197955'

it('encrypts every row that was stored in clear, so that it reads as before, and then none', async () => {
  const members = Array.from({ length: 1_203 }, () => newUuid())
  await db.owner.query(
    `insert into receiving_account (member_id, bsc, contact, changed_at)
     select id, $2, 'call ' || id, now() from unnest($1::uuid[]) id`,
    [members, ADDRESS],
  )
  const program = platform()
  expect(await carryRows(program)).toBe(1_203)
  expect(await carryRows(program)).toBe(0)
  const { rows } = await db.owner.query(
    'select count(*)::int as clear from receiving_account where num_nonnulls(bsc, tron, contact) > 0',
  )
  expect(rows).toEqual([{ clear: 0 }])
  const whole = { ...program, pool: db.pool, database: db.database }
  const identity = openIdentity(whole, { notify: async () => {}, welcome: async () => {} })
  for (const memberId of members.slice(0, 3))
    expect(await identity.receivingAccount(db.database, memberId)).toMatchObject({
      bsc: ADDRESS,
      tron: null,
      contact: `call ${memberId}`,
    })
})

it('stores the skeleton of every nickname; of nicknames that look alike the first gets it', async () => {
  const names = [
    '星河',
    '星\ufe0f河',
    'Alice',
    'AIice',
    'Bob',
    ...Array.from({ length: 1_000 }, (_, i) => `M ${i}`),
  ]
  await db.owner.query(
    `insert into member (id, account_id, nickname, invite_code, country, consented_at, created_at)
     select gen_random_uuid(), (20000000 + n)::text, name, lpad(n::text, 8, '0'), 'SG', now(), now() + n * interval '1 second'
     from unnest($1::text[]) with ordinality as given (name, n)`,
    [names],
  )
  // 0 and O, 1 and l are one character each, and no two of these numbers differ by nothing else.
  expect(await carryRows(platform())).toBe(names.length)
  expect(await carryRows(platform())).toBe(0)
  const { rows } = await db.owner.query(
    `select nickname, nickname_skeleton as skeleton from member where account_id < '20000006' order by account_id`,
  )
  expect(rows).toEqual([
    { nickname: '星河', skeleton: '星河' },
    { nickname: '星\ufe0f河', skeleton: expect.stringMatching(/^LOOKS LIKE ANOTHER: /) },
    { nickname: 'Alice', skeleton: 'allce' },
    { nickname: 'AIice', skeleton: expect.stringMatching(/^LOOKS LIKE ANOTHER: /) },
    { nickname: 'Bob', skeleton: 'bob' },
  ])
})
