import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { holdLock } from '../platform/database/advisory-locks.ts'
import type { Tx } from '../platform/database/connect.ts'
import { newUuid } from '../platform/ids.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { whileHeld } from '../testing/meet.ts'
import { openSealer } from './audit/seal.ts'
import {
  checkInvariants,
  checkNew,
  houseAccount,
  memberAccount,
  openLedger,
  proveNext,
  sealBooks,
} from './index.ts'

/** Several that prove at once, one that is stopped half-way, and a transaction that commits late. */
const ledger = openLedger()
let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())
beforeEach(async () => {
  await sealAll()
  await proveAll()
})

const act = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => db.database.transaction().execute(work)
const sealAll = () => sealBooks(db.database)

const recharge = (tx: Tx, owner = newUuid()) =>
  ledger.post(tx, [
    {
      from: houseAccount('USDT', 'EXT'),
      to: memberAccount(owner, 'USDT'),
      amount: 5n,
      kind: 'recharge',
      reference: newUuid(),
    },
  ])

/** Several batches that are sealed and not proven. */
async function sealSome(count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    await act(tx => recharge(tx))
    await sealAll()
  }
}

/** Proves until there is nothing to prove, or somebody else is proving; returns what was proven. */
async function proveAll(): Promise<number[]> {
  const batches: number[] = []
  for (;;) {
    const proven = await proveNext(db.database)
    if (proven === null) return batches
    expect(proven.breaches).toEqual([])
    batches.push(proven.batch)
  }
}

async function kept() {
  const rows = async (table: string, order: string) =>
    (await db.owner.query(`select * from ${table} order by ${order}`)).rows
  return {
    proof: await rows('ledger_proof', 'batch'),
    accounts: await rows('ledger_proven_account', 'account_id'),
    holds: await rows('ledger_proven_hold', 'hold_id'),
  }
}

const ahead = async () =>
  Number((await db.owner.query('select count(*) from ledger_proven_ahead')).rows[0].count)

async function expectSound(): Promise<void> {
  expect(await checkNew(db.database)).toEqual([])
  expect(await checkInvariants(db.database)).toEqual([])
}

describe('the proof', () => {
  it('is made once for each batch by processes that prove at the same time', async () => {
    await sealSome(6)
    const before = Number((await kept()).proof[0].batch)
    const rounds: number[] = []
    for (let left = 6; left > 0; left = 6 - rounds.length)
      rounds.push(...(await Promise.all([proveAll(), proveAll(), proveAll()])).flat())
    expect(rounds.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6].map(n => before + n))
    await expectSound()
  })

  it('is left to the one who holds its lock', async () => {
    await sealSome(1)
    const before = await kept()
    await act(async tx => {
      await holdLock(tx, 'ledgerProof')
      expect(await proveNext(db.database)).toBeNull()
      expect(await kept()).toEqual(before)
    })
    expect(await proveAll()).toHaveLength(1)
  })

  it('keeps nothing of a batch when it is stopped before its end', async () => {
    await sealSome(2)
    const before = await kept()
    await db.owner.query(`
      create function stopped() returns trigger language plpgsql as $$ begin raise exception 'stopped'; end $$;
      create trigger stopped before insert on ledger_proven_hold for each statement execute function stopped()`)
    try {
      await expect(proveNext(db.database)).rejects.toThrow('stopped')
    } finally {
      await db.owner.query('drop trigger stopped on ledger_proven_hold; drop function stopped()')
    }
    expect(await kept()).toEqual(before)
    expect(await checkNew(db.database)).toEqual([])
    expect(await proveAll()).toHaveLength(2)
    await expectSound()
  })

  it('is not kept where another process has gone on in spite of the lock', async () => {
    await sealSome(1)
    const before = await kept()
    await db.owner.query(`
      create function passed() returns trigger language plpgsql as $$ begin return null; end $$;
      create trigger passed before update on ledger_proof for each row execute function passed()`)
    try {
      await expect(proveNext(db.database)).rejects.toThrow('was proven beside this proof')
    } finally {
      await db.owner.query('drop trigger passed on ledger_proof; drop function passed()')
    }
    expect(await kept()).toEqual(before)
    expect(await proveAll()).toHaveLength(1)
  })

  it('has no number of a transaction while it reads, so that news and seals go on', async () => {
    await sealSome(1)
    const lock = 'lock table ledger_transfer in access exclusive mode'
    const proof = await whileHeld(db, lock, async held => {
      const proven = held.begin(() => proveNext(db.database))
      await held.waiters(1)
      const { rows } = await db.owner.query(
        "select backend_xid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      expect(rows).toEqual([{ backend_xid: null }])
      return { proven }
    })
    expect(await proof.proven).toMatchObject({ breaches: [] })
  })

  it('does not pass a transaction that has a lower number and commits later', async () => {
    const client = await db.owner.connect()
    try {
      // It has its number before all others, and writes after them.
      await client.query('begin')
      await client.query('select pg_current_xact_id()')
      await sealSome(2)
      expect(await proveAll()).toEqual([])
      await client.query('insert into ledger_epoch (epoch, asset, multiple) values (1, $1, 3)', [
        'LEAF',
      ])
      await client.query('commit')
    } finally {
      client.release()
    }
    await expectSound()
    expect(await sealAll()).toBeGreaterThan(0)
    expect((await proveAll()).length).toBeGreaterThan(0)
    const { rows } = await db.owner.query(`select
      (select xid from ledger_epoch where epoch = 1) <= to_xid as proven from ledger_proof`)
    expect(rows).toEqual([{ proven: true }])
    await expectSound()
  })

  it('waits with a line whose predecessor is in a later batch', async () => {
    const to = memberAccount(newUuid(), 'USDT')
    const from = houseAccount('USDT', 'EXT')
    const bring = (tx: Tx) =>
      ledger.post(tx, [{ from, to, amount: 5n, kind: 'recharge', reference: newUuid() }])
    const held = await act(async tx => {
      await bring(tx)
      return ledger.hold(tx, { account: to, amount: 2n, kind: 'withdrawal', reference: newUuid() })
    })
    let holdLater = ''
    await act(async first => {
      // It has its number first, and its lines and the end of its hold after the other's.
      await sql`select pg_current_xact_id()`.execute(first)
      await act(async second => {
        await bring(second)
        const about = { account: to, amount: 1n, kind: 'withdrawal', reference: newUuid() } as const
        holdLater = await ledger.hold(second, about)
      })
      await bring(first)
      await ledger.voidHold(first, held)
      await ledger.voidHold(first, holdLater)
    })
    expect(await checkNew(db.database)).toEqual([])
    // Batches of one transaction each.
    const sealer = openSealer(db.database, 1)
    while ((await sealer.seal()) !== null);
    let waited = 0
    for (let next = await proveNext(db.database); next; next = await proveNext(db.database)) {
      expect(next.breaches).toEqual([])
      waited = Math.max(waited, await ahead())
      await expectSound()
    }
    expect(waited).toBe(2)
    expect(await ahead()).toBe(0)
  })

  it('does not take a line that is gone for one that comes later', async () => {
    const to = memberAccount(newUuid(), 'USDT')
    const from = houseAccount('USDT', 'EXT')
    const names = [newUuid(), newUuid(), newUuid()]
    for (const reference of names)
      await act(tx => ledger.post(tx, [{ from, to, amount: 5n, kind: 'recharge', reference }]))
    await db.owner.query(
      `begin; set local session_replication_role = replica;
      create table gone as select * from ledger_transfer where reference = '${names[1]}';
      delete from ledger_transfer where reference = '${names[1]}'; commit`,
    )
    await sealAll()
    expect(await proveAll()).not.toEqual([])
    expect(await ahead()).toBeGreaterThan(0)
    const broken = (await checkNew(db.database)).map(({ invariant }) => invariant)
    expect(broken).toContain('I2 versions without gaps, each balance after the one before')
    // It is put back under a later number, so that what follows goes on from sound books.
    await db.owner.query(
      `begin; set local session_replication_role = replica;
      update gone set xid = pg_current_xact_id()::text::bigint;
      insert into ledger_transfer select * from gone; drop table gone; commit`,
    )
    await expectSound()
  })

  it('goes on while others post and check, and each check finds nothing', async () => {
    const owners = [newUuid(), newUuid()]
    const work = async () => {
      for (let n = 0; n < 8; n++) await act(tx => recharge(tx, owners[n % 2]))
    }
    const proofs = async () => {
      for (let n = 0; n < 4; n++) {
        await sealAll()
        await proveAll()
      }
    }
    const checked = async () => {
      for (let n = 0; n < 4; n++) expect(await checkNew(db.database)).toEqual([])
    }
    await Promise.all([work(), work(), proofs(), checked()])
    await sealAll()
    await proveAll()
    await expectSound()
  })
})
