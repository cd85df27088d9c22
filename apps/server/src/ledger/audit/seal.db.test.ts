import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tx } from '../../platform/database/connect.ts'
import { newUuid } from '../../platform/ids.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { inTime } from '../../testing/in-time.ts'
import { changesOf, whileHeld } from '../../testing/meet.ts'
import { houseAccount, memberAccount, openLedger } from '../index.ts'
import { openSealer } from './seal.ts'

const ledger = openLedger()
let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

const recharge = (tx: Tx, transfers = 1) =>
  ledger.post(
    tx,
    Array.from({ length: transfers }, () => ({
      from: houseAccount('USDT', 'EXT'),
      to: memberAccount(newUuid(), 'USDT'),
      amount: 5n,
      kind: 'recharge' as const,
      reference: newUuid(),
    })),
  )
const committed = (transfers?: number) =>
  db.database.transaction().execute(tx => recharge(tx, transfers))

async function sealAll(sealer = openSealer(db.database)): Promise<number> {
  let batches = 0
  while ((await sealer.seal()) !== null) batches++
  return batches
}

/** Each history row with the number of batches that seal it. */
async function coverage(): Promise<{ sealed: number; rows: number }[]> {
  const { rows } = await db.pool.query(`
    select sealed, count(*)::int as rows from (
      select (select count(*)::int from ledger_audit where xid > from_xid and xid <= to_xid) as sealed
      from (select xid from ledger_every_transfer union all select xid from ledger_posting
        union all select xid from ledger_hold union all select xid from ledger_hold_resolution) row
    ) row group by sealed`)
  return rows
}

async function linksInOrder(): Promise<void> {
  const { rows } = await db.pool.query(`
    select batch, from_xid, lag(to_xid, 1, 0::bigint) over (order by batch) as before,
      row_number() over (order by batch) as place from ledger_audit order by batch`)
  for (const { batch, from_xid, before, place } of rows)
    expect([batch, from_xid]).toEqual([place, before])
}

describe('the chain', () => {
  it('is written for committed rows only, and only when there are any', async () => {
    await committed(3)
    const sealer = openSealer(db.database)
    expect(await sealer.seal()).toMatchObject({ batch: 1, rows: 9, totalTransfers: 3 })
    expect(await sealer.seal()).toBeNull()
    await db.database.transaction().execute(async tx => {
      await recharge(tx)
      const account = houseAccount('USDT', 'OPS')
      await ledger.post(tx, [
        {
          from: houseAccount('USDT', 'EXT'),
          to: account,
          amount: 9n,
          kind: 'genesis',
          reference: 'o',
        },
      ])
      const hold = await ledger.hold(tx, {
        account,
        amount: 1n,
        kind: 'withdrawal',
        reference: 'w',
      })
      await ledger.voidHold(tx, hold)
    })
    expect(await sealer.seal()).toMatchObject({ batch: 2, rows: 8, totalTransfers: 5 })
    expect(await coverage()).toEqual([{ sealed: 1, rows: 17 }])
  })

  it('never skips a transaction that commits late', async () => {
    let commit = () => {}
    const mayCommit = new Promise<void>(resolve => {
      commit = resolve
    })
    let posted = () => {}
    const hasPosted = new Promise<void>(resolve => {
      posted = resolve
    })
    const late = db.database.transaction().execute(async tx => {
      await tx
        .insertInto('outbox')
        .values({ id: newUuid(), topic: 'late', memberId: null })
        .execute()
      posted()
      await mayCommit
      await recharge(tx, 2)
    })
    await hasPosted
    await committed()
    expect(await sealAll()).toBe(0)
    commit()
    await late
    expect(await sealAll()).toBe(1)
    expect(await coverage()).toMatchObject([{ sealed: 1 }])
  })

  it('is one chain when several workers write it', async () => {
    const writers = Array.from({ length: 6 }, async () => {
      for (let i = 0; i < 10; i++) await committed()
    })
    const sealers = Array.from({ length: 4 }, async () => {
      const own = openSealer(db.database, 12)
      for (let i = 0; i < 15; i++) await own.seal()
    })
    await Promise.all([...writers, ...sealers])
    await sealAll()
    expect(await coverage()).toMatchObject([{ sealed: 1 }])
    await linksInOrder()
  })

  it('is left alone by a worker while another one seals', async () => {
    await committed(2)
    const [sealed] = await whileHeld(db, changesOf('ledger_audit'), async held => {
      const begun = held.begin(() => openSealer(db.database).seal())
      await held.waiters(1)
      for (let other = 0; other < 3; other++) {
        const own = openSealer(db.database)
        expect(await inTime('another worker leaves the batch to it', own.seal())).toBeNull()
        expect(await inTime('another worker leaves it the history', own.summarize())).toBe(0)
      }
      return [begun]
    })
    expect(await sealed).toMatchObject({ rows: 6 })
    expect(await sealAll()).toBe(0)
    await linksInOrder()
  })

  it('continues after a worker was killed in the middle of a batch', async () => {
    await committed(2)
    await whileHeld(db, changesOf('ledger_audit'), async held => {
      const killed = held.begin(() =>
        openSealer(db.database)
          .seal()
          .then(
            () => 'sealed',
            (error: Error) => error.message,
          ),
      )
      await held.waiters(1)
      await db.owner.query(`select pg_terminate_backend(pid) from pg_locks
        where not granted and relation = 'ledger_audit'::regclass`)
      // The message of PostgreSQL, or of the connection that it has closed meanwhile.
      expect(await killed).toMatch(/terminat|ECONNRESET/)
    })
    expect(await sealAll()).toBe(1)
    expect(await coverage()).toMatchObject([{ sealed: 1 }])
    await linksInOrder()
  })

  it('splits a backlog into batches, but never a transaction', async () => {
    for (let i = 0; i < 40; i++) await committed()
    await committed(30)
    const sealer = openSealer(db.database, 20)
    const sizes: number[] = []
    for (let one = await sealer.seal(); one; one = await sealer.seal()) sizes.push(one.rows)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(40 * 3 + 90)
    expect(sizes.at(-1)).toBe(90)
    expect(Math.max(...sizes.slice(0, -1))).toBeLessThanOrEqual(20)
    await linksInOrder()
  })

  it('counts every transfer of a block', async () => {
    await sealAll()
    const pay = async (settlementId: string) => {
      const members = Array.from({ length: 10 }, () => newUuid()).toSorted()
      await ledger.postCredits(db.database, {
        settlementId,
        kind: 'static_earning',
        from: houseAccount('USDT', 'POOL.static'),
        credits: members.map(owner => ({ owner, amount: 1n })),
      })
    }
    await db.database.transaction().execute(tx =>
      ledger.post(tx, [
        {
          from: houseAccount('USDT', 'EXT'),
          to: houseAccount('USDT', 'POOL.static'),
          amount: 100n,
          kind: 'genesis',
          reference: newUuid(),
        },
      ]),
    )
    await sealAll()
    await pay('first')
    await pay('second')
    const sealer = openSealer(db.database, 59)
    // Ten transfers and their twenty postings; both payments would be sixty rows.
    expect((await sealer.seal())?.rows).toBe(30)
    expect((await sealer.seal())?.rows).toBe(30)
    expect(await sealer.seal()).toBeNull()
  })

  it('reports an error when the database restarts its transaction numbers', async () => {
    const client = await db.owner.connect()
    await client.query(`begin; set local session_replication_role = replica;
      create table kept as table ledger_audit;
      update ledger_audit set to_xid = to_xid + 1000000000000 where batch = (select max(batch) from ledger_audit); commit`)
    try {
      await expect(openSealer(db.database).seal()).rejects.toThrow('restored by hand')
    } finally {
      await client.query(`begin; set local session_replication_role = replica;
        delete from ledger_audit; insert into ledger_audit table kept; drop table kept; commit`)
      client.release()
    }
  })

  it('finds a span by its index, and reads no other history rows', async () => {
    for (const [table, holder] of [
      ['ledger_every_transfer', 'ledger_transfer'],
      ['ledger_every_transfer', 'ledger_transfer_block'],
      ['ledger_posting', 'ledger_transfer'],
      ['ledger_posting', 'ledger_transfer_block'],
      ['ledger_hold', 'ledger_hold'],
      ['ledger_hold_resolution', 'ledger_hold_resolution'],
    ]) {
      const client = await db.pool.connect()
      await client.query('begin; set local enable_seqscan = off')
      const { rows } = await client.query(
        `explain select count(*) from ${table} where xid > 5 and xid <= 500`,
      )
      await client.query('rollback')
      client.release()
      const plan = rows.map(row => row['QUERY PLAN']).join('\n')
      expect(plan).toMatch(new RegExp(`Bitmap Index Scan on ${holder}\\w*_xid`))
      expect(plan).not.toContain('Seq Scan')
    }
  })

  it('summarises full pages, once, and skips the page that is being written', async () => {
    const sealer = openSealer(db.database)
    // A vacuum summarises too, and autovacuum runs by itself after so many writes: then nothing is
    // left to do.
    for (const table of ['ledger_transfer_single', 'ledger_transfer_bulk', 'ledger_hold'])
      await db.owner.query(`alter table ${table} set (autovacuum_enabled = off)`)
    await sealer.summarize()
    expect(await sealer.summarize()).toBe(0)
    await committed(1_000)
    // It also triggers the analysis that follows growth: without one, the plans for empty tables
    // would stay.
    await db.owner.query('analyze ledger_transfer, ledger_account')
    for (let i = 1; i < 12; i++) await committed(1_000)
    expect(await sealer.summarize()).toBeGreaterThan(0)
    expect(await sealer.summarize()).toBe(0)
  })

  it('does not wait for a vacuum', async () => {
    const vacuum = await db.owner.connect()
    await vacuum.query('begin; lock table ledger_hold in share update exclusive mode')
    expect(await openSealer(db.database).summarize()).toBe(0)
    await vacuum.query('rollback')
    vacuum.release()
  })

  it.each([
    'update ledger_audit set sealed_at = now()',
    'delete from ledger_audit',
    'truncate ledger_audit',
  ])('is out of reach: %s', async reference => {
    await expect(db.pool.query(reference)).rejects.toThrow(
      'permission denied for table ledger_audit',
    )
    await expect(db.owner.query(reference)).rejects.toThrow(
      "the ledger's history cannot be changed",
    )
  })
})
