import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database, Tx } from '../platform/database/connect.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { around } from '../testing/instants.ts'
import { FORGET_MS } from './login-delay.ts'
import {
  accountsOfDevice,
  dropOld,
  findSessions,
  knownSession,
  liveAmong,
  liveSessionIds,
  writeUse,
} from './store.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

const end = '2040-05-06 07:08:09.123+00'
const [id, me] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']
const bytes = (digit: string) => `'\\x${digit.repeat(64)}'::bytea`
const hash = (digit: string) => Buffer.from(digit.repeat(64), 'hex')
const ago = (span: string) => `timestamptz '${end}' - interval '${span}'`

const session = (usedAt: string, expiresAt: string, endedAt = 'null') => `
  insert into session (id, token_hash, member_id, device_hash, opened_at, used_at, expires_at, line_began_at, ended_at)
    values ('${id}', ${bytes('a')}, '${me}', ${bytes('b')}, ${ago('9 days')}, ${usedAt}, ${expiresAt},
      ${ago('9 days')}, ${endedAt})`
const member = `
  insert into member (id, account_id, nickname, invite_code, country, consented_at)
    values ('${me}', '12345678', 'somebody', 'AAAA1234', 'CN', ${ago('9 days')})`
const attempt = (lastAt: string) =>
  `insert into login_attempt (subject, bucket, began_at, last_at)
    values (${bytes('c')}, ${bytes('d')}, ${ago('2 days')}, ${lastAt})`

const known = async (tx: Tx, by: Parameters<typeof knownSession>[1]) =>
  (await knownSession(tx, by)) !== undefined
const left = async (tx: Tx, table: 'session' | 'loginAttempt'): Promise<boolean> => {
  await dropOld(tx as Database, FORGET_MS)
  return (await tx.selectFrom(table).selectAll().execute()).length > 0
}
const written = async (tx: Tx): Promise<boolean> => {
  const at = () =>
    tx.selectFrom('session').select('usedAt').where('id', '=', id).executeTakeFirstOrThrow()
  const { usedAt } = await at()
  await writeUse(tx as Database, id)
  return (await at()).usedAt.getTime() !== usedAt.getTime()
}

describe('a session', () => {
  it.each([
    ['its token', { tokenHash: hash('a') }],
    ['its id', { id }],
  ])('is known by %s until its absolute age', async (_, by) => {
    const prepare = session(ago('1 day'), `'${end}'`)
    const seen = await around(db, end, { prepare, read: tx => known(tx, by) })
    expect(seen).toEqual({ before: true, at: false, after: false })
  })

  it('is current until nobody has used it for seven days', async () => {
    const prepare = session(ago('7 days'), "'infinity'")
    const read = async (tx: Tx) => (await knownSession(tx, { id }))?.current
    expect(await around(db, end, { prepare, read })).toEqual({
      before: true,
      at: false,
      after: false,
    })
  })

  it.each([
    ['its absolute age', session(ago('1 day'), `'${end}'`)],
    ['seven days without a use', session(ago('7 days'), "'infinity'")],
  ])('is one of the live ones until %s', async (_, prepare) => {
    const read = async (tx: Tx) => [await liveSessionIds(tx, me), await liveAmong(tx, [id])]
    expect(await around(db, end, { prepare, read })).toEqual({
      before: [[id], [id]],
      at: [[], []],
      after: [[], []],
    })
  })

  it.each([
    ['young until its absolute age', 'young', ago('1 day'), `'${end}'`, [true, false, false]],
    [
      'awake for seven days after a use',
      'awake',
      ago('7 days'),
      "'infinity'",
      [true, false, false],
    ],
    [
      'to be written a minute after a use',
      'unwritten',
      ago('1 minute'),
      "'infinity'",
      [false, false, true],
    ],
  ] as const)('is found by its token as %s', async (_, fact, usedAt, expiresAt, seen) => {
    const prepare = `${session(usedAt, expiresAt)}; ${member}`
    const read = async (tx: Tx) => (await findSessions(tx as Database, [hash('a')]))[0]?.[fact]
    expect(Object.values(await around(db, end, { prepare, read }))).toEqual(seen)
  })

  it('is deleted after its absolute age, and no younger one', async () => {
    const prepare = session(ago('1 day'), `'${end}'`)
    const seen = await around(db, end, { prepare, read: tx => left(tx, 'session') })
    expect(seen).toEqual({ before: true, at: true, after: false })
  })

  it('has its use written again after a minute, unless it has ended', async () => {
    const prepare = session(ago('1 minute'), "'infinity'")
    expect(await around(db, end, { prepare, read: written })).toEqual({
      before: false,
      at: false,
      after: true,
    })
    const ended = session(ago('1 minute'), "'infinity'", ago('1 second'))
    expect((await around(db, end, { prepare: ended, read: written })).after).toBe(false)
  })
})

describe('a failed login', () => {
  it('is forgotten after a day', async () => {
    const prepare = attempt(ago('24 hours'))
    const seen = await around(db, end, { prepare, read: tx => left(tx, 'loginAttempt') })
    expect(seen).toEqual({ before: true, at: true, after: false })
  })
})

describe('the accounts of a device', () => {
  it('are fifty at most, those that were used last', async () => {
    const prepare = `insert into device_account
      select ${bytes('b')}, gen_random_uuid(), ${ago('1 day')} + make_interval(secs => turn)
      from generate_series(1, 51) as turn;
      insert into device_account values (${bytes('e')}, '${me}', '${end}')`
    const read = async (tx: Tx) =>
      (await accountsOfDevice(tx, hash('b'))).map(({ lastUsedAt }) => lastUsedAt.getTime())
    const { at: times } = await around(db, end, { prepare, read })
    const first = new Date(end.replace(' ', 'T').replace('+00', 'Z')).getTime() - 86_400_000
    expect(times).toEqual(Array.from({ length: 50 }, (_, place) => first + (51 - place) * 1_000))
  })
})
