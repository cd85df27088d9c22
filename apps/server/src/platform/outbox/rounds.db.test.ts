import type pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { blocksRead } from '../../testing/plans.ts'
import { newUuid } from '../ids.ts'
import { outboxLag } from './lag.ts'
import { placeNews } from './places.ts'

const ROUND = 'select place_outbox(5000, true)'
const DELAY = 'select * from outbox_without_place(1000)'

let db: TestDatabase
/** On which the statements are measured: it has read beforehand what PostgreSQL needs to plan them. */
let meter: pg.PoolClient
beforeEach(async () => {
  db = await openTestDatabase()
  meter = await db.pool.connect()
  for (const statement of [ROUND, DELAY, ROUND, DELAY]) await blocksRead(meter, statement)
})
afterEach(async () => {
  meter.release()
  await db.close()
})

const ada = newUuid()
const GAP = 1_000_000_000

/** So many rows, in one transaction of their own unless one is given. */
const write = (name: string, amount: number, on: pg.Pool | pg.ClientBase = db.pool) =>
  on.query(
    `insert into outbox (id, member_id, topic, subject)
     select gen_random_uuid(), $1, 'otc.trade', $2 || n from generate_series(1, $3::int) n`,
    [ada, name, amount],
  )

/** A mark as the migration leaves it after PostgreSQL has begun another timeline. */
const mark = () =>
  db.owner.query(
    `insert into database_cluster (number, system_identifier, timeline, base, reason)
     select number + 1, system_identifier, timeline, base, 'timeline' from database_cluster
     order by number desc limit 1`,
  )

/** Blocks that a round may read: twenty thousand rows and their index are more than four hundred. */
const FEW = 300
const ofRound = () => blocksRead(meter, ROUND)
const ofDelay = () => blocksRead(meter, DELAY)

async function whileOpen(work: (client: pg.ClientBase) => Promise<void>): Promise<void> {
  const client = await db.pool.connect()
  await client.query('begin')
  try {
    await work(client)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** Places that rows of the outbox have, from this one on, by how many rows. */
const placesFrom = async (place: number) => {
  const { rows } = await db.pool.query(
    `select min(place)::float8 as first, max(place)::float8 as last, count(*)::int as amount,
       count(distinct outbox_id)::int as rows
     from outbox_place where place >= $1`,
    [place],
  )
  return rows[0]
}

describe('a round of placing', () => {
  it('does not read what open transactions have written, however much it is, nor does the measured delay', async () => {
    await placeNews(db.database)
    await whileOpen(async client => {
      await write('open', 20_000, client)
      // One round meets them.
      await placeNews(db.database)
      expect(await ofRound()).toBeLessThan(FEW)
      expect(await ofDelay()).toBeLessThan(FEW)
      // Beside others that are committed, and need more than one round.
      await write('committed', 6_000)
      expect(await placeNews(db.database)).toBe(5_000)
      expect(await placeNews(db.database)).toBe(6_000)
      expect(await ofRound()).toBeLessThan(FEW)
    })
  })

  it('leaves nothing behind where nothing is new and nothing open', async () => {
    await write('kept', 1)
    await placeNews(db.database)
    const rounds = async () => (await db.pool.query('select number from outbox_round')).rows
    const before = await rounds()
    await placeNews(db.database)
    expect(await rounds()).toEqual(before)
  })
})

describe('the first round after a mark of another timeline', () => {
  it('reads no more than any other, however many rows are kept', async () => {
    await write('kept', 20_000)
    for (let round = 0; round < 5; round++) await placeNews(db.database)
    await mark()
    await write('new', 1)
    expect(await ofDelay()).toBeLessThan(FEW)
    expect(await ofRound()).toBeLessThan(FEW)
    expect(await placeNews(db.database)).toBe(20_001 + GAP)
    const [places] = await outboxLag(db.database).read()
    expect(places).toMatchObject({ labels: { follower: 'places' }, value: 0 })
  })

  it('leaves out the places once, however many rounds are needed for what waits', async () => {
    await write('waiting', 12_000)
    await mark()
    const rounds: number[] = []
    for (let round = 0; round < 5; round++) rounds.push(await placeNews(db.database))
    expect(rounds).toEqual([5_000, 10_000, 12_000, 12_000, 12_000].map(place => GAP + place))
    expect(await placesFrom(1)).toEqual({
      first: GAP + 1,
      last: GAP + 12_000,
      amount: 12_000,
      rows: 12_000,
    })
  })

  it('goes on with what an unfinished one of before has left, and with what was open then', async () => {
    const open = await db.pool.connect()
    await open.query('begin')
    await write('open', 3, open)
    await write('waiting', 12_000)
    expect(await placeNews(db.database)).toBe(5_000)
    await mark()
    await open.query('commit')
    open.release()
    await write('after', 2)
    for (let round = 0; round < 4; round++) await placeNews(db.database)
    expect(await placesFrom(5_001)).toEqual({
      first: GAP + 5_001,
      last: GAP + 12_005,
      amount: 7_005,
      rows: 7_005,
    })
  })
})
