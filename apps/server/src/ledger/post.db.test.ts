import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tx } from '../platform/database/connect.ts'
import { newUuid } from '../platform/ids.ts'
import { Refused } from '../platform/refused.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { changesOf, meet, times } from '../testing/meet.ts'
import { houseAccount, LedgerBug, memberAccount, openLedger, type TransferOrder } from './index.ts'

const ledger = openLedger()
const ext = houseAccount('USDT', 'EXT')
let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

// Without the retries of the programs: a deadlock must show as an error here.
const act = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => db.database.transaction().execute(work)
const post = (...group: TransferOrder[]) => act(tx => ledger.post(tx, group))
const posted = async (owner: string) =>
  (await ledger.balance(db.database, memberAccount(owner, 'USDT'))).posted

const recharge = (to: string, amount: bigint, reference = newUuid()): TransferOrder => ({
  from: ext,
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

/** Where all transfers meet. */
const balances = changesOf('ledger_account')
/** Callers at once; the pool lets the first twenty meet. */
const together = async (count: number, side: (i: number) => Promise<unknown>) =>
  Promise.all(await meet(db, balances, times(count, side), { waiting: 20 }))

describe('posting', () => {
  it('moves money between accounts that it opens itself, and each line keeps the balance after it', async () => {
    const [a, b] = [newUuid(), newUuid()]
    await post(recharge(a, 100n))
    await post(give(a, b, 30n), give(a, b, 20n), give(b, a, 5n))
    expect([await posted(a), await posted(b)]).toEqual([55n, 45n])
    const { lines } = await ledger.statement(db.database, a, { limit: 10 })
    expect(lines.map(line => [line.amount, line.balanceAfter])).toEqual([
      [5n, 55n],
      [-20n, 50n],
      [-30n, 70n],
      [100n, 100n],
    ])
  })

  it('posts all of a group or nothing of it', async () => {
    const [a, b, c] = [newUuid(), newUuid(), newUuid()]
    await post(recharge(a, 100n))
    await expect(post(give(a, b, 60n), give(a, c, 60n))).rejects.toThrow('insufficientBalance')
    expect([await posted(a), await posted(b), await posted(c)]).toEqual([100n, 0n, 0n])
  })

  it('reports what the whole group needs when an account cannot give it', async () => {
    const [a, b] = [newUuid(), newUuid()]
    await post(recharge(a, 100_500_000n))
    const error = await post(give(a, b, 100_000_000n), give(a, b, 1_000_000n)).catch(e => e)
    expect(error).toBeInstanceOf(Refused)
    expect(error.slots).toEqual({ asset: 'USDT', needed: '101', available: '100.5' })
  })

  it('covers a debit by what the group gave before, never by what it gives after', async () => {
    const [a, b, c] = [newUuid(), newUuid(), newUuid()]
    await post(recharge(a, 10n))
    await expect(post(give(b, c, 10n), give(a, b, 10n))).rejects.toThrow('insufficientBalance')
    await post(give(a, b, 10n), give(b, c, 10n))
    expect(await posted(c)).toBe(10n)
  })

  it('lets only the outside of the books go below zero', async () => {
    const a = newUuid()
    await post(recharge(a, 5n))
    expect((await ledger.balance(db.database, ext)).posted).toBeLessThan(0n)
    for (const kind of ['RESERVE', 'POOL.static', 'OPS', 'RISK'] as const) {
      const order = { ...recharge(a, 1n), from: houseAccount('USDT', kind) }
      await expect(post(order)).rejects.toThrow('insufficientBalance')
    }
  })

  it('enforces the overdraft rule in the database too', async () => {
    const a = newUuid()
    await post(recharge(a, 5n))
    const change = db.pool.query('update ledger_account set held = 6 where owner = $1', [a])
    await expect(change).rejects.toThrow('no_overdraft')
  })

  it.each([
    ['an amount of zero', () => [recharge(newUuid(), 0n)]],
    ['an amount below zero', () => [recharge(newUuid(), -1n)]],
    ['no transfer at all', () => []],
    ['two assets', () => [{ ...recharge(newUuid(), 1n), from: houseAccount('LEAF', 'ISSUE') }]],
    ['an account that gives to itself', () => [{ ...recharge(newUuid(), 1n), to: ext }]],
    [
      'a house account of a member',
      () => [{ ...recharge(newUuid(), 1n), from: { ...ext, owner: newUuid() } }],
    ],
    [
      'one reference twice',
      () => [recharge(newUuid(), 1n, 'twice'), recharge(newUuid(), 1n, 'twice')],
    ],
    [
      'a platform account with a member as its owner',
      () => [{ ...recharge(newUuid(), 1n), to: memberAccount(ext.owner, 'USDT') }],
    ],
    ['no reference', () => [recharge(newUuid(), 1n, '')]],
    ['an id that is none', () => [{ ...recharge(newUuid(), 1n), id: `${newUuid()}0` }]],
    ['no id of its own', () => [{ ...recharge(newUuid(), 1n), id: 'one' }]],
    [
      'an id for what comes by the million',
      () => [{ ...recharge(newUuid(), 1n), kind: 'static_earning' as const, id: newUuid() }],
    ],
    ['a split', () => [{ ...recharge(newUuid(), 1n), kind: 'split' as const }]],
    ['a reversal', () => [{ ...recharge(newUuid(), 1n), kind: 'reversal' as const }]],
  ])('is stopped as a bug by %s', async (_, group) => {
    await expect(post(...group())).rejects.toThrow(LedgerBug)
  })
})

describe('one transfer per kind and reference', () => {
  it('posts once when 64 callers send the same reference at once', async () => {
    const [a, b] = [newUuid(), newUuid()]
    await post(recharge(a, 100n))
    const order = give(a, b, 70n)
    await together(64, () => post(order))
    expect([await posted(a), await posted(b)]).toEqual([30n, 70n])
  })

  it('replays a group even when the first time spent what it would need again', async () => {
    const [a, b] = [newUuid(), newUuid()]
    await post(recharge(a, 100n))
    const group = [give(a, b, 60n), give(a, b, 40n)]
    await post(...group)
    await post(...group)
    expect([await posted(a), await posted(b)]).toEqual([0n, 100n])
  })

  it('rejects different content under a used reference, also in part and also in a race', async () => {
    const [a, b] = [newUuid(), newUuid()]
    await post(recharge(a, 100n))
    const order = give(a, b, 10n)
    await post(order)
    await expect(post({ ...order, amount: 11n })).rejects.toThrow('another content')
    await expect(post(order, give(a, b, 1n))).rejects.toThrow('another content')
    const reference = newUuid()
    const sides = [1n, 2n].map(amount => () => post(recharge(newUuid(), amount, reference)))
    const results = await Promise.allSettled(await meet(db, balances, sides))
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect([await posted(a), await posted(b)]).toEqual([90n, 10n])
  })
})

describe('many at once', () => {
  it('lets exactly one of 100 parallel transfers of 60 % win', async () => {
    const [a, b] = [newUuid(), newUuid()]
    await post(recharge(a, 100n))
    const sides = times(100, () => post(give(a, b, 60n)))
    const results = await Promise.allSettled(await meet(db, balances, sides, { waiting: 20 }))
    const lost = results.filter(result => result.status === 'rejected')
    expect(lost).toHaveLength(99)
    expect(lost.every(({ reason }) => reason instanceof Refused)).toBe(true)
    expect([await posted(a), await posted(b)]).toEqual([40n, 60n])
  })

  it('opens new accounts from many callers at once, once each', async () => {
    const members = Array.from({ length: 8 }, newUuid)
    await together(64, i => {
      const order = members.map((_, place) => recharge(members[(i + place) % 8] as string, 1n))
      return post(...order)
    })
    expect(await Promise.all(members.map(posted))).toEqual(members.map(() => 64n))
  })

  it('never deadlocks when transfers cross', async () => {
    const [a, b, c] = [newUuid(), newUuid(), newUuid()]
    await post(recharge(a, 500n), recharge(b, 500n), recharge(c, 500n))
    await together(40, i =>
      i % 2 === 0
        ? post(give(a, b, 1n), give(b, c, 1n), give(c, a, 1n))
        : post(give(c, b, 1n), give(b, a, 1n), give(a, c, 1n)),
    )
    expect([await posted(a), await posted(b), await posted(c)]).toEqual([500n, 500n, 500n])
  })
})
