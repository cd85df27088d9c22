import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { until } from '@banyan/tools/until'
import type pg from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase, withTestLimits } from '../../testing/database.ts'
import { lockNumbers } from '../database/advisory-locks.ts'
import { connectDatabase, connectPool } from '../database/connect.ts'
import { newUuid } from '../ids.ts'
import { LiveOutbox, type LiveRow } from './live.ts'
import { placeNews, placeNewsIfFree } from './places.ts'

let db: TestDatabase
let ended: (() => Promise<void>)[]
beforeEach(async () => {
  db = await openTestDatabase()
  ended = []
})
afterEach(async () => {
  for (const end of ended.reverse()) await end()
  await db.close()
})

const ada = newUuid()
const bob = newUuid()

/** A process of the server: its own connections, and a stream of each of these members. */
async function openProcess(members = [ada, bob]) {
  const pool = withTestLimits(connectPool(db.url, { max: 3 }))
  const live = new LiveOutbox(connectDatabase(pool), pino({ level: 'silent' }))
  await live.open()
  ended.push(async () => {
    live.close()
    await pool.end()
  })
  const streams = members.map(member => {
    const rows: LiveRow[] = []
    live.listen(member, row => rows.push(row))
    return rows
  })
  return { live, streams }
}

const subjectsOf = (rows: readonly LiveRow[] | undefined) => rows?.map(({ event }) => event.id)

/** A transaction that a test commits when it wants to. */
async function openTransaction(pool: pg.Pool = db.pool) {
  const client = await pool.connect()
  await client.query('begin')
  const end = (how: 'commit' | 'rollback') => async () => {
    await client.query(how)
    client.release()
  }
  return {
    client,
    write: (subject: string, memberId: string | null = ada) => write(client, subject, memberId),
    commit: end('commit'),
    rollback: end('rollback'),
  }
}

const write = (on: pg.Pool | pg.ClientBase, subject: string, memberId: string | null = ada) =>
  on.query(`insert into outbox (id, member_id, topic, subject) values ($1, $2, 'otc.trade', $3)`, [
    newUuid(),
    memberId,
    subject,
  ])

/** Every row of the outbox with its places, in their order. */
async function placed(): Promise<{ subject: string; places: number[] }[]> {
  const { rows } = await db.pool.query(
    `select outbox.subject, array_agg(place::int) filter (where place is not null) as places
     from outbox left join outbox_place on outbox_id = outbox.id
     group by outbox.id order by min(place)`,
  )
  return rows
}

describe('news', () => {
  it('come while write transactions are open, in this database and in another of the server', async () => {
    const here = await openTransaction()
    await here.write('late')
    const elsewhere = new URL(db.url)
    elsewhere.pathname = '/postgres'
    const otherPool = connectPool(elsewhere.href, { max: 1, role: null })
    ended.push(() => otherPool.end())
    const there = await openTransaction(otherPool)
    const { rows: held } = await there.client.query('select pg_current_xact_id()::text as xid')
    const { streams } = await openProcess()
    await write(db.pool, 'first')
    await write(db.pool, 'second')
    await expect.poll(() => subjectsOf(streams[0])).toEqual(['first', 'second'])
    // By the oldest open transaction, which these are not before, they would not have come.
    const { rows } = await db.pool.query(
      `select bool_or(xid < oldest_open_transaction()) as final, min(xid) > $1::bigint as later from outbox`,
      [held[0].xid],
    )
    expect(rows).toEqual([{ final: false, later: true }])
    await here.commit()
    await expect.poll(() => subjectsOf(streams[0])).toEqual(['first', 'second', 'late'])
    await there.rollback()
  })

  it('that are committed in another order than they were begun come once, in the order of their commits', async () => {
    const { streams } = await openProcess()
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => openTransaction()))
    if (!first || !second || !third) throw new Error('three are open')
    await first.write('first')
    await second.write('second')
    await third.write('third')
    await third.commit()
    await expect.poll(() => subjectsOf(streams[0])).toEqual(['third'])
    await first.commit()
    await expect.poll(() => subjectsOf(streams[0])).toEqual(['third', 'first'])
    await second.rollback()
    await write(db.pool, 'fourth')
    await expect.poll(() => subjectsOf(streams[0])).toEqual(['third', 'first', 'fourth'])
    expect((await placed()).map(({ places }) => places)).toEqual([[1], [2], [3]])
  })

  it('of two transactions that waited for each other come in the order in which they were written', async () => {
    // Both are placed by one round: the one that began later was first.
    const earlier = await openTransaction()
    await earlier.client.query('select pg_current_xact_id()')
    await write(db.pool, 'first')
    await earlier.write('second')
    await earlier.commit()
    await placeNews(db.database)
    expect((await placed()).map(({ subject }) => subject)).toEqual(['first', 'second'])
  })

  it('of many writers at once have one place each, and two processes pass them on in the same order', async () => {
    const processes = await Promise.all([openProcess(), openProcess()])
    const long = await openTransaction()
    await long.write('long', null)
    const kept: string[] = ['long']
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let turn = 0; turn < 25; turn++) {
        const subject = `${writer}-${turn}`
        const tx = await openTransaction()
        await tx.write(subject, turn % 3 === 0 ? null : turn % 2 === 0 ? ada : bob)
        // What was taken back within a transaction was never written.
        const isPartTaken = turn % 4 === 0
        await tx.client.query('savepoint part')
        await tx.write(`${subject} part`)
        await tx.client.query(isPartTaken ? 'rollback to savepoint part' : 'release savepoint part')
        const isTaken = turn % 5 === 4
        await (isTaken ? tx.rollback() : tx.commit())
        if (!isTaken) kept.push(subject, ...(isPartTaken ? [] : [`${subject} part`]))
      }
    })
    // Besides the two processes, as other programs do.
    const others = Array.from({ length: 3 }, async () => {
      for (let turn = 0; turn < 40; turn++) await placeNews(db.database)
    })
    await Promise.all([...writers, ...others])
    await long.commit()
    await expect
      .poll(async () => (await placed()).filter(({ places }) => places === null))
      .toEqual([])
    const rows = await placed()
    expect(rows.map(({ subject }) => subject).sort()).toEqual([...kept].sort())
    expect(rows.map(({ places }) => places)).toEqual(rows.map((_, place) => [place + 1]))
    await until('both have passed on everything', async () =>
      processes.every(({ live }) => live.place === rows.length),
    )
    for (const [n, member] of [ada, bob].entries()) {
      const { rows: own } = await db.pool.query(
        'select subject from outbox_place where member_id = $1 order by place',
        [member],
      )
      for (const { streams } of processes) {
        const stream = streams[n] ?? []
        expect(stream.map(row => row.place)).toEqual(
          [...new Set(stream.map(row => row.place))].sort((a, b) => a - b),
        )
        expect(subjectsOf(stream.filter(row => row.memberId !== null))).toEqual(
          own.map(({ subject }) => subject),
        )
      }
    }
  })

  it('of one transaction that are more than a round have a place each, beside others', async () => {
    const many = await openTransaction()
    await many.client.query(
      `insert into outbox (id, member_id, topic, subject)
       select gen_random_uuid(), $1, 'otc.trade', 'many ' || n from generate_series(1, 12000) n`,
      [ada],
    )
    await write(db.pool, 'before')
    await placeNews(db.database)
    const open = await openTransaction()
    await open.write('open meanwhile')
    await many.commit()
    await write(db.pool, 'beside')
    expect(await placeNews(db.database)).toBe(5_001)
    // Comes while the rest waits.
    await open.commit()
    await write(db.pool, 'after')
    const whole = 12_004
    for (let round = 0; round < 5; round++) await placeNews(db.database)
    const rows = await placed()
    expect(rows).toHaveLength(whole)
    expect(rows.map(({ places }) => places)).toEqual(rows.map((_, place) => [place + 1]))
    const { rows: rounds } = await db.pool.query(
      'select upto from outbox_round order by number desc limit 1',
    )
    expect(rounds).toEqual([{ upto: null }])
  })
})

describe('a process', () => {
  it('that is opened starts after everything that is committed, however much has no place yet', async () => {
    const many = (name: string, amount: number) =>
      db.pool.query(
        `insert into outbox (id, member_id, topic, subject)
         select gen_random_uuid(), $1, 'otc.trade', $2 || n from generate_series(1, $3::int) n`,
        [ada, name, amount],
      )
    await many('before', 12_000)
    // Another process has begun with them, and does not yet see what comes then.
    expect(await placeNews(db.database)).toBe(5_000)
    await many('then', 6_000)
    const { live, streams } = await openProcess()
    expect(live.place).toBe(18_000)
    await write(db.pool, 'new')
    await expect.poll(() => subjectsOf(streams[0])).toEqual(['new'])
  })

  it('that is ahead of the database, which was set back, says so and goes on from there', async () => {
    const { live, streams } = await openProcess()
    let setBacks = 0
    live.whenSetBack(() => setBacks++)
    await write(db.pool, 'kept')
    await expect.poll(() => live.place).toBe(1)
    await write(db.pool, 'lost')
    await expect.poll(() => live.place).toBe(2)
    await db.owner.query(`
      select pg_advisory_xact_lock(${lockNumbers.outboxPlaces});
      delete from outbox where subject = 'lost';
      delete from outbox_place where place > 1;
      update outbox_round set place = least(place, 1)`)
    await expect.poll(() => live.place).toBe(1)
    expect(setBacks).toBe(1)
    await write(db.pool, 'new')
    await expect.poll(() => subjectsOf(streams[0])).toEqual(['kept', 'lost', 'new'])
  })
})

describe('a process that is killed', () => {
  /**
   * A process of its own with one connection: it does this, says what the last statement returned,
   * and then does nothing more.
   */
  function begin(statements: string[]) {
    const code = `
      import pg from 'pg'
      const client = new pg.Client({ connectionString: ${JSON.stringify(db.url)} })
      await client.connect()
      let last
      for (const one of ${JSON.stringify(statements)}) last = await client.query(one)
      console.log(JSON.stringify(last.rows))
      setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    ended.push(async () => void child.kill('SIGKILL'))
    const answer = once(child.stdout, 'data').then(([said]) => JSON.parse(String(said)))
    return { child, answer }
  }
  const aRound = 'select place_outbox(5000, true)::int as newest'

  it('after it has given places and before it has passed on anything leaves that to the others', async () => {
    const { streams } = await openProcess()
    // Nobody gives a place while the lock is held, and then the one that waits for it is the next.
    const holder = await openTransaction()
    await holder.client.query('select pg_advisory_xact_lock($1)', [lockNumbers.outboxPlaces])
    await write(db.pool, 'placed by another')
    const { child, answer } = begin([aRound])
    await until('the other process waits for the lock', async () => {
      const { rowCount } = await db.pool.query(
        `select from pg_locks where locktype = 'advisory' and not granted
           and database = (select oid from pg_database where datname = current_database())`,
      )
      return rowCount === 1
    })
    expect(await placed()).toEqual([{ subject: 'placed by another', places: null }])
    await holder.commit()
    expect(await answer).toEqual([{ newest: 1 }])
    child.kill('SIGKILL')
    await expect.poll(() => subjectsOf(streams[0])).toEqual(['placed by another'])
  })

  it('while it holds the lock has given no place, and the others go on', async () => {
    const { live, streams } = await openProcess()
    await write(db.pool, 'before')
    await expect.poll(() => subjectsOf(streams[0])).toEqual(['before'])
    const { child, answer } = begin([
      'begin',
      `insert into outbox (id, member_id, topic, subject) values (gen_random_uuid(), '${ada}', 'otc.trade', 'its own')`,
      aRound,
    ])
    expect(await answer).toHaveLength(1)
    await write(db.pool, 'waiting')
    expect(await placeNewsIfFree(db.database)).toBeNull()
    expect(live.place).toBe(1)
    child.kill('SIGKILL')
    await expect.poll(() => subjectsOf(streams[0])).toEqual(['before', 'waiting'])
    expect((await placed()).map(({ places }) => places)).toEqual([[1], [2]])
  })

  it('or stopped between its rounds holds nobody up', async () => {
    const { child, answer } = begin([aRound])
    expect(await answer).toEqual([{ newest: 0 }])
    child.kill('SIGSTOP')
    const { streams } = await openProcess()
    await write(db.pool, 'meanwhile')
    await expect.poll(() => subjectsOf(streams[0])).toEqual(['meanwhile'])
  })
})
