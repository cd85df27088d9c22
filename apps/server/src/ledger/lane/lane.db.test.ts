import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectPool } from '../../platform/database/connect.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { newUuid } from '../../platform/ids.ts'
import { Refused } from '../../platform/refused.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { changesOf, meet, times } from '../../testing/meet.ts'
import {
  checkInvariants,
  houseAccount,
  type Lane,
  type LaneAnswer,
  LedgerBug,
  memberAccount,
  openLane,
  openLedger,
  type TransferOrder,
} from '../index.ts'

const ledger = openLedger()
let db: TestDatabase
let lane: Lane
let second: Lane
beforeAll(async () => {
  db = await openTestDatabase()
  lane = openLane(db.pool)
  second = openLane(db.pool)
})
afterAll(async () => {
  await Promise.all([lane.close(), second.close()])
  expect(await checkInvariants(db.database)).toEqual([])
  await db.close()
})

const recharge = (to: string, amount: bigint, reference = newUuid()): TransferOrder => ({
  from: houseAccount('USDT', 'EXT'),
  to: memberAccount(to, 'USDT'),
  amount,
  kind: 'recharge',
  reference,
})
const give = (from: string, to: string, amount: bigint, reference = newUuid()): TransferOrder => ({
  from: memberAccount(from, 'USDT'),
  to: memberAccount(to, 'USDT'),
  amount,
  kind: 'otc_release',
  reference,
})
const balance = (owner: string) => ledger.balance(db.database, memberAccount(owner, 'USDT'))
const posted = async (owner: string) => (await balance(owner)).posted

async function member(amount: bigint): Promise<string> {
  const owner = newUuid()
  await lane.post([recharge(owner, amount)])
  return owner
}

const word = (answer: LaneAnswer): string =>
  answer.outcome === 'refused' ? answer.refused.refusal : answer.outcome
const words = async (answers: Promise<LaneAnswer>[]): Promise<string[]> =>
  (await Promise.all(answers)).map(word)
const count = (list: readonly string[], one: string): number =>
  list.filter(each => each === one).length

/** Where all who move money meet. */
const balances = changesOf('ledger_account')

describe('the lane', () => {
  it('posts once when 64 callers bring the same reference at once', async () => {
    const [a, b] = [await member(100n), newUuid()]
    const order = give(a, b, 70n)
    // A lane is one session, however many it carries.
    const sides = times(64, turn => (turn % 2 ? lane : second).post([order]))
    const answers = await Promise.all(await meet(db, balances, sides, { waiting: 2 }))
    expect(count(answers.map(word), 'done')).toBe(1)
    expect(count(answers.map(word), 'replayed')).toBe(63)
    expect(new Set(answers.map(answer => 'id' in answer && answer.id)).size).toBe(1)
    expect([await posted(a), await posted(b)]).toEqual([30n, 70n])
  })

  it('lets exactly one of 100 transfers of 60 % win, over two lanes and the joined path', async () => {
    const [a, b] = [await member(100n), newUuid()]
    const paths = [
      () => lane.post([give(a, b, 60n)]).then(word),
      () => second.post([give(a, b, 60n)]).then(word),
      () =>
        inTransaction(db.database, tx => ledger.post(tx, [give(a, b, 60n)])).catch(error => {
          if (error instanceof Refused) return error.refusal
          throw error
        }),
    ]
    const sides = times(100, turn => (paths[turn % 3] as () => Promise<string>)())
    // Both lanes, and as many beside them as the pool lets come.
    const answers = await Promise.all(await meet(db, balances, sides, { waiting: 22 }))
    expect(count(answers, 'done')).toBe(1)
    expect(count(answers, 'insufficientBalance')).toBe(99)
    expect([await posted(a), await posted(b)]).toEqual([40n, 60n])
  })

  it('refuses one without the others, in the order of arrival', async () => {
    const [a, b, c] = [await member(10n), newUuid(), newUuid()]
    const answers = await words([
      lane.post([give(b, c, 10n)]),
      lane.post([give(a, b, 10n)]),
      lane.post([give(b, c, 10n)]),
      lane.post([give(a, c, 1n)]),
      lane.post([give(c, a, 4n), give(a, b, 4n)]),
    ])
    expect(answers).toEqual(['insufficientBalance', 'done', 'done', 'insufficientBalance', 'done'])
    expect([await posted(a), await posted(b), await posted(c)]).toEqual([0n, 4n, 6n])
  })

  it('gives what there is to those who came first, however many come', async () => {
    const [a, b] = [await member(1_000n), newUuid()]
    const answers = await words(Array.from({ length: 1_500 }, () => lane.post([give(a, b, 1n)])))
    expect(answers.slice(0, 1_000)).toEqual(Array.from({ length: 1_000 }, () => 'done'))
    expect(answers.slice(1_000)).toEqual(Array.from({ length: 500 }, () => 'insufficientBalance'))
    expect([await posted(a), await posted(b)]).toEqual([0n, 1_000n])
  })

  it('is stopped as a bug by one caller, for that caller', async () => {
    const [a, b] = [await member(100n), newUuid()]
    const order = give(a, b, 10n)
    const results = await Promise.allSettled([
      lane.post([order]),
      lane.post([{ ...order, amount: 11n }]),
      lane.post([give(a, b, 1n)]),
      lane.voidHold(newUuid()),
      lane.post([give(a, b, 0n)]),
      lane.post([give(a, b, 2n)]),
    ])
    expect(results.map(({ status }) => status[0])).toEqual(['f', 'r', 'f', 'r', 'r', 'f'])
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(LedgerBug)
    expect(await posted(b)).toBe(13n)
  })

  it('is right beside joined transactions that change the same accounts', async () => {
    const [a, b, c] = [await member(1_000n), await member(1_000n), await member(1_000n)]
    const ring = [a, b, c]
    const sides = times<unknown>(150, turn => {
      const order = give(ring[turn % 3] as string, ring[(turn + 1) % 3] as string, 1n)
      if (turn % 5 === 0) return inTransaction(db.database, tx => ledger.post(tx, [order]))
      return (turn % 2 ? lane : second).post([order])
    })
    await Promise.all(await meet(db, balances, sides, { waiting: 22 }))
    expect([await posted(a), await posted(b), await posted(c)]).toEqual([1_000n, 1_000n, 1_000n])
  })

  it('holds, pays from a hold and frees it as the joined path does', async () => {
    const a = await member(100n)
    const order = { account: memberAccount(a, 'USDT'), amount: 70n, kind: 'withdrawal' } as const
    const [held, refused] = await Promise.all([
      lane.hold({ ...order, reference: newUuid() }),
      lane.hold({ ...order, reference: newUuid() }),
    ])
    expect(word(refused)).toBe('insufficientBalance')
    if (held.outcome === 'refused') throw held.refused
    const payment: TransferOrder = {
      ...recharge(a, 50n),
      from: memberAccount(a, 'USDT'),
      to: houseAccount('USDT', 'EXT'),
      kind: 'withdrawal',
    }
    const sides = [
      () => lane.postHold(held.id, [payment]),
      () => lane.voidHold(held.id),
      () => second.voidHold(held.id),
    ]
    const ends = await Promise.allSettled(await meet(db, balances, sides, { waiting: 2 }))
    expect(
      count(
        ends.map(({ status }) => status),
        'fulfilled',
      ),
    ).toBe(1)
    expect((await balance(a)).held).toBe(0n)
  })

  it('takes no more callers than may wait', async () => {
    const small = openLane(db.pool, { maxWaiting: 10 })
    const a = newUuid()
    const answers = await words(Array.from({ length: 30 }, () => small.post([recharge(a, 1n)])))
    expect(count(answers, 'done')).toBe(10)
    expect(count(answers, 'notReady')).toBe(20)
    await small.close()
    expect(word(await small.post([recharge(a, 1n)]))).toBe('notReady')
    expect(await posted(a)).toBe(10n)
  })

  it('goes on with the others when one account is locked for longer than it waits', async () => {
    const [a, b, c] = [await member(10n), await member(10n), newUuid()]
    const pool = connectPool(db.url, { max: 1 })
    pool.options.options += ' -c lock_timeout=150ms'
    const hurried = openLane(pool)
    await db.database.transaction().execute(async tx => {
      await ledger.lock(tx, [memberAccount(a, 'USDT')])
      const results = await Promise.allSettled([
        hurried.post([give(b, c, 1n)]),
        hurried.post([give(a, c, 1n)]),
        hurried.post([give(b, c, 2n)]),
      ])
      expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    })
    expect([await posted(a), await posted(b), await posted(c)]).toEqual([10n, 7n, 3n])
    await hurried.close()
    await pool.end()
  })

  it('tells a split before it moves coins', async () => {
    const [a, b] = [newUuid(), newUuid()]
    const coins = (from: ReturnType<typeof memberAccount>, to: string, amount: bigint) => ({
      from,
      to: memberAccount(to, 'LEAF'),
      amount,
      kind: 'subscription_issue' as const,
      reference: newUuid(),
    })
    await lane.post([coins(houseAccount('LEAF', 'ISSUE'), a, 50n)])
    await inTransaction(db.database, tx => ledger.split(tx, 2))
    expect(word(await lane.post([coins(memberAccount(a, 'LEAF'), b, 80n)]))).toBe('done')
    const { lines } = await ledger.statement(db.database, a, { limit: 5 })
    expect(lines.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['subscription_issue', -80n],
      ['split', 50n],
      ['subscription_issue', 50n],
    ])
  })
})

describe('a lane that loses its connection', () => {
  it('has every acknowledged transfer in the books, once', async () => {
    const [a, b] = [await member(100_000n), newUuid()]
    let stop = false
    let killed = 0
    const done: string[] = []
    const killer = (async () => {
      // As many deaths and answers as the claim needs, however busy the machine is.
      while (killed < 8 || done.length < 200) {
        await new Promise(resolve => setTimeout(resolve, 40))
        const { rowCount } = await db.owner.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'banyan-lane' and datname = current_database()",
        )
        killed += rowCount ?? 0
      }
      stop = true
    })()
    const caller = async () => {
      while (!stop) {
        const order = give(a, b, 1n)
        const answer = await lane.post([order])
        expect(answer.outcome).toBe('done')
        done.push(order.reference)
      }
    }
    await Promise.all([killer, ...Array.from({ length: 32 }, caller)])
    const { rows } = await db.owner.query(
      'select count(*)::int as found from ledger_transfer where reference = any($1)',
      [done],
    )
    expect(rows[0].found).toBe(done.length)
    expect(await posted(b)).toBe(BigInt(done.length))
  })
})
