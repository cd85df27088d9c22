import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrations } from '../../migrations.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { scansIn } from '../../testing/plans.ts'
import { migrate } from '../database/migrate.ts'
import { newUuid } from '../ids.ts'
import { announce } from './announce.ts'
import { followOutbox } from './follow.ts'
import { outboxLag } from './lag.ts'
import { LiveOutbox } from './live.ts'
import { deleteOldNews, oldestNewsGone } from './old-news.ts'
import { outboxPlaceMigration } from './place-migration.ts'
import { placeNews } from './places.ts'
import { ofMember } from './read.ts'

let db: TestDatabase
let live: LiveOutbox
const open = async (steps = migrations) => {
  db = await openTestDatabase(steps)
  live = new LiveOutbox(db.database, pino({ level: 'silent' }))
}
afterEach(() => db.close())

const ada = newUuid()
const bob = newUuid()

/** News of a trade, one transaction each. */
async function write(memberId: string | null, ...subjects: string[]): Promise<void> {
  for (const subject of subjects)
    await db.database
      .transaction()
      .execute(tx => announce(tx, [{ memberId, topic: 'otc.trade', subject }]))
}
const sinceOf = async (memberId: string, place: number) =>
  (await live.since(memberId, place))?.map(({ event }) => event.id) ?? null
/** Reads as a follower; returns the subjects. */
async function follow(name: string): Promise<(string | null)[]> {
  const subjects: (string | null)[] = []
  while (
    (await followOutbox(db.database, name, async (_, rows) => {
      subjects.push(...rows.map(row => row.subject))
    })) > 0
  );
  return subjects
}
/** As if everything until now had been written so long ago. */
const age = (hours: number) =>
  db.owner.query(
    `update outbox set created_at = created_at - make_interval(hours => ${hours});
     update outbox_place set created_at = created_at - make_interval(hours => ${hours})`,
  )

describe('what a stream has missed', () => {
  beforeEach(() => open())

  it('is what is its own and what is for everyone after its place, in order', async () => {
    await write(ada, 'a1')
    await write(bob, 'b1')
    await write(null, 'all1')
    await write(ada, 'a2')
    await placeNews(db.database)
    expect(await sinceOf(ada, 1)).toEqual(['all1', 'a2'])
    expect(await sinceOf(bob, 1)).toEqual(['b1', 'all1'])
    expect(await sinceOf(newUuid(), 1)).toEqual(['all1'])
    expect(await sinceOf(ada, 4)).toEqual([])
  })

  it('is not known after a place that is not kept: of the future, below the first, or deleted', async () => {
    await write(ada, 'a1', 'a2', 'a3')
    await placeNews(db.database)
    for (const place of [0, 4, 999_999_999_999_999])
      expect(await sinceOf(ada, place), `${place}`).toBeNull()
    await age(25)
    await write(ada, 'a4')
    await placeNews(db.database)
    await deleteOldNews(db.database, 24)
    expect(await sinceOf(ada, 3)).toBeNull()
    expect(await sinceOf(ada, 4)).toEqual([])
  })

  it('is too much to be sent from 499 on', async () => {
    await write(ada, 'first')
    const subjects = Array.from({ length: 499 }, (_, n) => `t${n}`)
    await db.database.transaction().execute(tx =>
      announce(
        tx,
        subjects.map(subject => ({ memberId: ada, topic: 'otc.trade' as const, subject })),
      ),
    )
    await placeNews(db.database)
    expect(await sinceOf(ada, 2)).toHaveLength(498)
    expect(await sinceOf(ada, 1)).toBeNull()
  })

  it('is read from two ranges of an index, however much others and everyone were sent', async () => {
    await db.owner.query(
      `insert into outbox_place (place, outbox_id, member_id, topic, subject, created_at)
       select n, gen_random_uuid(), case n % 20 when 0 then $1::uuid when 1 then gen_random_uuid() end,
         'otc.trade', null, now() from generate_series(1, 20000) n`,
      [ada],
    )
    await db.owner.query('analyze outbox_place')
    const client = await db.owner.connect()
    try {
      // As the program runs it: planned for its values, and after some runs for any.
      await client.query(`prepare missed as ${ofMember.text}`)
      const { parameters } = ofMember
        .of({ memberId: ada, place: 1, topics: ['otc.trade'] })
        .compile()
      const values = parameters.map(one => `'${Array.isArray(one) ? `{${one}}` : one}'`)
      for (const mode of ['custom', 'generic']) {
        await client.query(`set plan_cache_mode = force_${mode}_plan`)
        const { rows } = await client.query(
          `explain (analyze, format json) execute missed (${values})`,
        )
        const scans = scansIn(rows[0]['QUERY PLAN'][0].Plan)
        expect(
          scans.map(scan => scan['Index Name']),
          mode,
        ).toEqual(['outbox_place_pkey', 'outbox_place_member', 'outbox_place_member'])
        // Each range is read in its order, up to the last row that is wanted.
        for (const scan of scans) {
          expect(scan['Actual Rows'], mode).toBeLessThanOrEqual(500)
          expect(scan['Rows Removed by Filter'] ?? 0, mode).toBe(0)
        }
      }
    } finally {
      client.release(true)
    }
  })

  it('of operators’ topics is theirs alone, of every member', async () => {
    await write(ada, 'a1')
    await db.database
      .transaction()
      .execute(tx => announce(tx, [{ memberId: null, topic: 'treasury', subject: 'held' }]))
    await write(bob, 'b1')
    await placeNews(db.database)
    const of = async (topics: Parameters<LiveOutbox['sinceOf']>[0]) =>
      (await live.sinceOf(topics, 1))?.map(({ event }) => event.id)
    expect(await of(['treasury'])).toEqual(['held'])
    expect(await of(['otc.trade'])).toEqual(['b1'])
    expect(await sinceOf(ada, 1)).toEqual([])
    expect(await live.sinceOf(['treasury'], 4)).toBeNull()
  })
})

describe('the outbox', () => {
  beforeEach(() => open())

  it('is deleted from its first place up to what is young or unread, and its newest place stays', async () => {
    expect(await follow('slow')).toEqual([])
    await write(ada, 'a1', 'a2')
    expect(await follow('slow')).toEqual(['a1', 'a2'])
    await write(ada, 'a3', 'a4')
    await placeNews(db.database)
    await age(25)
    const left = async () => {
      await deleteOldNews(db.database, 24)
      const { rows } = await db.pool.query(
        `select (select array_agg(place::int order by place) from outbox_place) as places,
           (select count(*)::int from outbox) as rows, (select count(*)::int from outbox_round) as rounds,
           (select array_agg(place::int) from outbox_followed) as read`,
      )
      return rows[0]
    }
    expect(await left()).toEqual({ places: [3, 4], rows: 2, rounds: 1, read: [2] })
    expect(await follow('slow')).toEqual(['a3', 'a4'])
    expect(await left()).toEqual({ places: [4], rows: 1, rounds: 1, read: [4] })
    await write(ada, 'a5')
    expect(await placeNews(db.database)).toBe(5)
  })

  it('is deleted in as many batches as it needs', async () => {
    await write(ada, 'a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7')
    expect(await follow('read')).toHaveLength(7)
    await age(25)
    await write(ada, 'young')
    await placeNews(db.database)
    await deleteOldNews(db.database, 24, { batch: 3 })
    const { rows } = await db.pool.query(
      `select outbox.subject, place::int from outbox full join outbox_place on outbox_id = outbox.id`,
    )
    expect(rows).toEqual([{ subject: 'young', place: 8 }])
  })

  it('is not read as a whole by a batch of the deletion', async () => {
    await db.pool.query(
      `insert into outbox (id, member_id, topic) select gen_random_uuid(), $1, 'otc.trade'
       from generate_series(1, 20000)`,
      [ada],
    )
    for (let round = 0; round < 4; round++) await placeNews(db.database)
    await age(25)
    await db.owner.query('analyze outbox, outbox_place')
    const { sql: text, parameters } = oldestNewsGone.of({ hours: 24, batch: 10_000 }).compile()
    const { rows } = await db.pool.query(`explain (analyze, format json) ${text}`, [...parameters])
    const tables = scansIn(rows[0]['QUERY PLAN'][0].Plan)
      .filter(scan => scan['Node Type'] === 'Seq Scan')
      .map(scan => scan['Relation Name'])
    expect(tables.filter(table => table !== 'outbox_followed')).toEqual([])
    const { rows: left } = await db.pool.query(
      `select (select count(*)::int from outbox) as rows, (select count(*)::int from outbox_place) as places`,
    )
    expect(left).toEqual([{ rows: 10_000, places: 10_000 }])
  })

  it('is kept for a follower whose first batch fails, and its delay is seen', async () => {
    await write(ada, 'a1', 'a2')
    const failing = followOutbox(db.database, 'failing', async () => {
      throw new Error('it cannot')
    })
    await expect(failing).rejects.toThrow('it cannot')
    await age(25)
    await deleteOldNews(db.database, 24)
    const [first] = (await outboxLag(db.database).read()).map(({ labels, value }) => [
      labels?.follower,
      Math.round(value / 3_600),
    ])
    expect(first).toEqual(['failing', 25])
    expect(await follow('failing')).toEqual(['a1', 'a2'])
  })

  it('says how long news wait for their place and for each follower', async () => {
    const lag = async () =>
      (await outboxLag(db.database).read()).map(({ labels, value }) => [
        labels?.follower,
        Math.round(value / 3_600),
      ])
    await write(ada, 'a1')
    await follow('read')
    expect(await lag()).toEqual([
      ['places', 0],
      ['read', 0],
    ])
    await write(ada, 'a2')
    await age(2)
    expect(await lag()).toEqual([
      ['places', 2],
      ['read', 0],
    ])
    await placeNews(db.database)
    expect(await lag()).toEqual([
      ['places', 0],
      ['read', 2],
    ])
  })

  it('is placed anew after a mark of a restore, above what may have been lost', async () => {
    await write(ada, 'a1')
    await placeNews(db.database)
    await write(ada, 'a2')
    await db.owner.query(
      `insert into database_cluster (number, system_identifier, timeline, base, reason)
       select number + 1, system_identifier, timeline, base, 'timeline' from database_cluster
       order by number desc limit 1`,
    )
    expect(await placeNews(db.database)).toBe(1_000_000_002)
    expect(await placeNews(db.database)).toBe(1_000_000_002)
    // A reader of the lost time has a place that nobody has now.
    expect(await sinceOf(ada, 2)).toBeNull()
    expect(await sinceOf(ada, 1)).toEqual(['a2'])
    await write(ada, 'a3')
    expect(await placeNews(db.database)).toBe(1_000_000_003)
  })
})

describe('a database of the version before', () => {
  const before = migrations.filter(({ id }) => id !== outboxPlaceMigration.id)
  beforeEach(() => open(before))

  /** What a follower of the version before does: it reads in the order of transactions. */
  async function followAsBefore(name: string, limit = 500): Promise<(string | null)[]> {
    const { rows } = await db.pool.query(
      `select outbox.xid::text as xid, outbox.id, subject from outbox, outbox_follower place
       where name = $1 and (outbox.xid, outbox.id) > (place.xid, place.id)
         and outbox.xid < oldest_open_transaction()
       order by outbox.xid, outbox.id limit $2`,
      [name, limit],
    )
    const last = rows.at(-1)
    if (last)
      await db.pool.query('update outbox_follower set xid = $2, id = $3 where name = $1', [
        name,
        last.xid,
        last.id,
      ])
    return rows.map(({ subject }) => subject)
  }
  const upgrade = async () => {
    const client = await db.owner.connect()
    await migrate(client as never, migrations).finally(() => client.release())
  }

  it('goes on: each follower has read what it had read, and one of before that still runs reads nothing twice', async () => {
    await db.pool.query(
      `insert into outbox_follower (name) values ('notifications'), ('evidence'), ('idle')`,
    )
    await write(ada, 'a1', 'a2', 'a3')
    expect(await followAsBefore('notifications', 2)).toEqual(['a1', 'a2'])
    expect(await followAsBefore('evidence')).toEqual(['a1', 'a2', 'a3'])
    const open = await db.pool.connect()
    await open.query('begin')
    await open.query(
      `insert into outbox (id, member_id, topic, subject) values ($1, $2, 'otc.trade', 'open')`,
      [newUuid(), ada],
    )
    await upgrade()
    await open.query('commit')
    open.release()
    // Written by a program of before that still runs: it knows nothing of places.
    await write(ada, 'a4')
    expect(await followAsBefore('notifications')).toEqual([])
    expect(await follow('notifications')).toEqual(['a3', 'open', 'a4'])
    expect(await follow('evidence')).toEqual(['open', 'a4'])
    expect(await follow('idle')).toEqual(['a1', 'a2', 'a3', 'open', 'a4'])
    expect(await followAsBefore('evidence')).toEqual([])
    expect(await follow('evidence')).toEqual([])
  })

  it('keeps what has no place yet from the deletion of a program of before', async () => {
    await db.pool.query(`insert into outbox_follower (name) values ('notifications')`)
    await write(ada, 'a1', 'a2')
    await followAsBefore('notifications')
    const open = await db.pool.connect()
    await open.query('begin')
    await open.query(
      `insert into outbox (id, member_id, topic, subject) values ($1, $2, 'otc.trade', 'open')`,
      [newUuid(), ada],
    )
    await upgrade()
    await open.query('commit')
    open.release()
    await write(ada, 'a3')
    await age(25)
    // As housekeeping did.
    const { rowCount } = await db.pool.query(
      `delete from outbox where id in (
         select id from outbox where created_at < house_now() - make_interval(hours => 24)
           and not exists (select from outbox_follower one where (one.xid, one.id) < (outbox.xid, outbox.id))
         limit 10000)`,
    )
    expect(rowCount).toBe(2)
    // Their places are kept, and with them what the follower has not read.
    expect(await follow('notifications')).toEqual(['open', 'a3'])
    await deleteOldNews(db.database, 24)
    const { rows } = await db.pool.query('select subject from outbox')
    expect(rows).toEqual([{ subject: 'a3' }])
  })

  it('without anything and without a follower goes on as well, and cannot be followed by both', async () => {
    await upgrade()
    await write(ada, 'a1')
    expect(await followAsBefore('evidence')).toEqual([])
    expect(await follow('evidence')).toEqual(['a1'])
  })
})
