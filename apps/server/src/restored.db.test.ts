import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type RunningPostgres, startPostgres } from '@banyan/tools/postgres'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApi } from './api-server.ts'
import { checks } from './invariants.ts'
import {
  HEAD_FILE,
  houseAccount,
  inSnapshot,
  memberAccount,
  openLedger,
  sealBooks,
} from './ledger/index.ts'
import { migrations } from './migrations.ts'
import { readConfig } from './platform/config.ts'
import { connectDatabase, connectPool, type Database } from './platform/database/connect.ts'
import { migrate } from './platform/database/migrate.ts'
import { newUuid } from './platform/ids.ts'
import { announce } from './platform/outbox/announce.ts'
import { followOutbox } from './platform/outbox/follow.ts'
import { openSystem } from './system.ts'
import { openTestDatabase } from './testing/database.ts'
import { type HttpSystem, openHttpSystem } from './testing/http-system.ts'
import { restoreLogically } from './testing/logical-restore.ts'
import type { TestMember } from './testing/members.ts'
import { programArgs } from './testing/program.ts'

const ledger = openLedger()
let system: HttpSystem
let bob: TestMember
let folder: string
let other: RunningPostgres

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'banyan-restored-'))
  other = await startPostgres({ dataDir: folder, isThrowAway: true })
  system = await openHttpSystem()
  bob = await system.join('bob')
})
afterAll(async () => {
  await system.close()
  await other.stop()
  rmSync(folder, { recursive: true })
})

const environment = () => ({
  DATABASE_URL: other.url,
  DATA_DIR: system.config.dataDir,
  LOG_LEVEL: 'silent',
})
/**
 * Runs a program of the server over the restored database. Returns its exit code and its output.
 */
async function run(name: string, args: string[] = []) {
  const env = { PATH: process.env.PATH, ...environment() }
  const running = promisify(execFile)(process.execPath, [...programArgs(name), ...args], { env })
  return running.then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    ({ code, stdout, stderr }) => ({ code, output: `${stdout}${stderr}` }),
  )
}
/** The server over the restored database, without a worker. */
const openRestored = () => openSystem(readConfig(environment()), pino({ level: 'silent' }))

/** A recharge of bob's, and its news. */
const pay = (database: Database, reference = newUuid()) =>
  database.transaction().execute(async tx => {
    await ledger.post(tx, [
      {
        from: houseAccount('USDT', 'EXT'),
        to: memberAccount(bob.memberId, 'USDT'),
        amount: 1_000n,
        kind: 'recharge' as const,
        reference,
      },
    ])
    await announce(tx, [{ memberId: bob.memberId, topic: 'wallets', subject: reference }])
  })

/** Reads the news to its end as a follower of this name. */
async function follow(database: Database, name: string): Promise<(string | null)[]> {
  const subjects: (string | null)[] = []
  while (
    (await followOutbox(database, name, async (_, rows) => {
      for (const { topic, subject } of rows) if (topic === 'wallets') subjects.push(subject)
    })) > 0
  );
  return subjects
}

/** The findings of reconcile, without those about recharges that are on no chain in this test. */
const breachesIn = (database: Database) =>
  inSnapshot(database, async snapshot => {
    const broken: { invariant: string }[] = []
    for (const { check } of checks) broken.push(...(await check(snapshot)))
    return broken.filter(({ invariant }) => !['I10 deposits', 'custody'].includes(invariant))
  })

/** An old cluster: its transactions are numbered far above those of a new one. */
const growOld = async () => {
  const client = await system.db.owner.connect()
  await client.query('set synchronous_commit = off')
  await client.query(
    `do $$ begin for turn in 1..5000 loop perform pg_current_xact_id(); commit; end loop; end $$`,
  )
  client.release(true)
}

it('a dump that is restored into another cluster continues where it was, after npm run restored', {
  timeout: 240_000,
}, async () => {
  await growOld()
  await pay(system.db.database, 'before')
  await sealBooks(system.db.database)
  expect(await follow(system.db.database, 'tested')).toContain('before')
  await pay(system.db.database, 'unread')
  await restoreLogically(system.db.owner, other.url)

  const restored = openRestored()
  const { app, live } = await openApi(restored)
  const { database } = restored.platform
  await expect(restored.ready()).rejects.toThrow(/restored into another .*run npm run restored\.$/)
  const broken = await app.inject('/readyz')
  expect([broken.statusCode, broken.json()]).toMatchObject([503, { ok: false, why: 'restored' }])
  // News wait for the mark, too: what is written until then has a number that was passed before.
  await database
    .transaction()
    .execute(tx => announce(tx, [{ memberId: null, topic: 'wallets', subject: 'unmarked' }]))
  const { rows: unmarked } = await sql`
    select xid < (select pg_snapshot_xmax(seen)::text::bigint from outbox_round
      order by number desc limit 1) as passed
    from outbox where subject = 'unmarked'`.execute(database)
  expect(unmarked).toEqual([{ passed: true }])
  const early = await follow(database, 'tested')
  expect(early).not.toContain('unmarked')
  await expect(sealBooks(database)).rejects.toThrow('npm run restored')
  expect(await run('restored')).toMatchObject({ code: 78, output: /connected.*stop them/ })
  expect(await run('migrate')).toMatchObject({ code: 78, output: /^This database was restored/ })
  await Promise.all([app.close(), live.close()])
  await restored.close()

  expect(await run('restored')).toEqual({
    code: 0,
    output: 'The restore is marked (number 2 in database_cluster).\n',
  })
  const whole = openRestored()
  await whole.ready()
  const opened = await openApi(whole)
  expect((await opened.app.inject('/readyz')).statusCode).toBe(200)
  const db = whole.platform.database
  await opened.live.open()
  const received: (string | null)[] = []
  opened.live.listen(bob.memberId, row => received.push(row.event.id))
  await pay(db, 'after')
  await expect.poll(() => received).toEqual(['after'])
  expect([...early, ...(await follow(db, 'tested'))]).toEqual(['unread', 'unmarked', 'after'])
  await sealBooks(db)
  expect(await breachesIn(db)).toEqual([])
  await Promise.all([opened.app.close(), opened.live.close()])
  await whole.close()
  expect(await run('verify')).toMatchObject({ code: 0, output: /The books are whole/ })
})

it('many transactions at once are announced once, in order, and sealed without a gap there', {
  timeout: 240_000,
}, async () => {
  const pool = connectPool(other.url, { max: 12 })
  const database = connectDatabase(pool)
  let isPaying = true
  const read: (string | null)[] = []
  const following = (async () => {
    while (isPaying) read.push(...(await follow(database, 'crowd')))
  })()
  const sealing = (async () => {
    while (isPaying) await sealBooks(database)
  })()
  const references = Array.from({ length: 120 }, (_, place) => `crowd ${place}`)
  const payers = Array.from({ length: 6 }, async (_, payer) => {
    for (const one of references.filter((_one, place) => place % 6 === payer))
      await pay(database, one)
  })
  await Promise.all(payers)
  isPaying = false
  await Promise.all([following, sealing])
  read.push(...(await follow(database, 'crowd')))
  await sealBooks(database)
  const crowd = read.filter(one => one?.startsWith('crowd'))
  expect([...crowd].sort()).toEqual([...references].sort())
  const { rows: order } = await pool.query(
    `select subject from outbox_place where subject like 'crowd%' order by place`,
  )
  expect(crowd).toEqual(order.map(row => row.subject))
  const { rows } = await pool.query(
    `select distinct (select count(*)::int from ledger_audit where xid > from_xid and xid <= to_xid) as sealed
     from ledger_every_transfer`,
  )
  expect(rows).toEqual([{ sealed: 1 }])
  expect(await breachesIn(database)).toEqual([])
  await pool.end()
})

it('what a statement sees is given in the numbers of the rows', async () => {
  const pool = connectPool(other.url, { max: 2 })
  const { rows } = await pool.query(
    `select bool_and(pg_visible_in_snapshot(xid::text::xid8, transaction_snapshot())) as seen,
       bool_or(pg_visible_in_snapshot((xid + 1000000)::text::xid8, transaction_snapshot())) as later from outbox`,
  )
  expect(rows).toEqual([{ seen: true, later: false }])
  const open = await pool.connect()
  await open.query('begin')
  const { rows: mine } = await open.query('select transaction_number() as own')
  const { rows: theirs } = await pool.query(
    `select pg_visible_in_snapshot($1::text::xid8, transaction_snapshot()) as seen,
       oldest_open_transaction() as oldest, transaction_number() as own`,
    [mine[0].own],
  )
  await open.query('rollback')
  open.release()
  expect(theirs[0].seen).toBe(false)
  expect(theirs[0].oldest).toBe(mine[0].own)
  expect(theirs[0].own).toBeGreaterThan(mine[0].own)
  await pool.end()
})

it('heads that a restore to an earlier point cut off are kept in another file, and the file continues', async () => {
  const heads = join(system.config.dataDir, HEAD_FILE)
  const lost = `999999 ${'ab'.repeat(32)} 2026-11-23T00:00:00.000Z 5\n`
  writeFileSync(heads, lost)
  expect((await run('restored')).output).toContain(
    'Heads that the books no longer have are kept in',
  )
  const aside = readdirSync(system.config.dataDir).find(name => name.includes('to-batch-999999'))
  expect(readFileSync(join(system.config.dataDir, aside ?? ''), 'utf8')).toBe(lost)
  expect((await run('verify')).code).toBe(0)
})

describe('a database from before the numbering had a base', () => {
  const own = [
    '2026-11-23-platform-clusters',
    '2026-11-23-ledger-audit-clusters',
    '2026-11-27-platform-outbox-places',
  ]
  const before = migrations.filter(({ id }) => !own.includes(id))
  /**
   * A row of news and a follower that has read it, at a number. Returns what the migration makes of
   * them.
   */
  const migratedFrom = async (number: string) => {
    const db = await openTestDatabase(before)
    try {
      await db.owner.query(
        `insert into outbox (id, topic, xid) values (gen_random_uuid(), 'wallets', $1::text::xid8)`,
        [number],
      )
      await db.owner.query(
        `insert into outbox_follower (name, xid, id)
         values ('tested', $1::text::xid8, 'ffffffff-ffff-ffff-ffff-ffffffffffff')`,
        [number],
      )
      const client = await db.owner.connect()
      await migrate(client as never, migrations).finally(() => client.release())
      const { rows } = await db.owner.query(
        `select reason, base, followed.place as followed, outbox.xid as written,
           transaction_number() as next, oldest_open_transaction() as oldest
         from database_cluster, outbox, outbox_followed as followed`,
      )
      return rows[0]
    } finally {
      await db.close()
    }
  }

  it('keeps its numbers where it is still in its cluster', async () => {
    expect(await migratedFrom('700')).toMatchObject({
      reason: 'first',
      base: 0,
      followed: 1,
      written: 700,
    })
  })

  it('is numbered above its rows where it was restored before', async () => {
    const marks = await migratedFrom('1000000000000')
    expect(marks).toMatchObject({ reason: 'dump', followed: 1, written: 1_000_000_000_000 })
    expect(marks.oldest).toBeGreaterThan(marks.written)
    expect(marks.next).toBeGreaterThanOrEqual(marks.oldest)
  })
})
