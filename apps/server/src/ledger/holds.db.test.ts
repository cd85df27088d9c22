import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tx } from '../platform/database/connect.ts'
import { newUuid } from '../platform/ids.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { changesOf, meet, times } from '../testing/meet.ts'
import {
  checkInvariants,
  houseAccount,
  LedgerBug,
  memberAccount,
  openLedger,
  type TransferOrder,
} from './index.ts'

const ledger = openLedger()
let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(async () => {
  expect(await checkInvariants(db.database)).toEqual([])
  await db.close()
})

const act = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => db.database.transaction().execute(work)
const balance = (owner: string) => ledger.balance(db.database, memberAccount(owner, 'USDT'))

/** A member with 100 micro-USDT. */
async function member(): Promise<string> {
  const owner = newUuid()
  await act(tx =>
    ledger.post(tx, [
      {
        from: houseAccount('USDT', 'EXT'),
        to: memberAccount(owner, 'USDT'),
        amount: 100n,
        kind: 'recharge',
        reference: owner,
      },
    ]),
  )
  return owner
}

const hold = (owner: string, amount: bigint, reference = newUuid()) =>
  act(tx =>
    ledger.hold(tx, {
      account: memberAccount(owner, 'USDT'),
      amount,
      kind: 'withdrawal',
      reference,
    }),
  )

const payOut = (owner: string, amount: bigint, reference = newUuid()): TransferOrder => ({
  from: memberAccount(owner, 'USDT'),
  to: houseAccount('USDT', 'EXT'),
  amount,
  kind: 'withdrawal',
  reference,
})
const fee = (owner: string, amount: bigint): TransferOrder => ({
  ...payOut(owner, amount),
  to: houseAccount('USDT', 'OPS'),
  kind: 'withdrawal_fee',
})

/** Where all transfers meet; the pool lets twenty of them get this far. */
const balances = changesOf('ledger_account')

describe('a hold', () => {
  it('counts as spent for every other transfer', async () => {
    const a = await member()
    await hold(a, 70n)
    expect(await balance(a)).toEqual({ posted: 100n, held: 70n })
    await expect(hold(a, 31n)).rejects.toThrow('insufficientBalance')
    await expect(act(tx => ledger.post(tx, [payOut(a, 31n)]))).rejects.toThrow(
      'insufficientBalance',
    )
    await act(tx => ledger.post(tx, [payOut(a, 30n)]))
  })

  it('is free again after it is voided', async () => {
    const a = await member()
    const id = await hold(a, 70n)
    await act(tx => ledger.voidHold(tx, id))
    expect(await balance(a)).toEqual({ posted: 100n, held: 0n })
  })

  it('pays its transfers from the held amount, and frees the rest', async () => {
    const a = await member()
    const id = await hold(a, 70n)
    await act(tx => ledger.postHold(tx, id, [payOut(a, 50n), fee(a, 1n)]))
    expect(await balance(a)).toEqual({ posted: 49n, held: 0n })
  })

  it('can be of the whole balance, and then be paid in full', async () => {
    const a = await member()
    const id = await hold(a, 100n)
    await act(tx => ledger.postHold(tx, id, [payOut(a, 100n)]))
    expect(await balance(a)).toEqual({ posted: 0n, held: 0n })
  })

  it('is placed once per reference, also when 64 callers place it at once', async () => {
    const a = await member()
    const reference = newUuid()
    const asked = times(64, () => hold(a, 70n, reference))
    const ids = await Promise.all(await meet(db, balances, asked, { waiting: 20 }))
    expect(new Set(ids).size).toBe(1)
    expect(await balance(a)).toEqual({ posted: 100n, held: 70n })
    await expect(hold(a, 10n, reference)).rejects.toThrow('another content')
  })

  it('is another one under another kind, and for another member', async () => {
    const [a, b] = [await member(), await member()]
    const order = { account: memberAccount(a, 'USDT'), amount: 10n, reference: newUuid() }
    const first = await act(tx => ledger.hold(tx, { ...order, kind: 'withdrawal' }))
    const second = await act(tx => ledger.hold(tx, { ...order, kind: 'exchange' }))
    expect(second).not.toBe(first)
    expect(await balance(a)).toEqual({ posted: 100n, held: 20n })
    const ofAnother = { ...order, account: memberAccount(b, 'USDT'), kind: 'withdrawal' } as const
    await expect(act(tx => ledger.hold(tx, ofAnother))).rejects.toThrow('another content')
    expect(await balance(b)).toEqual({ posted: 100n, held: 0n })
  })

  it('is found again although what is left would not bear it, under the id that it was given', async () => {
    const a = await member()
    const id = newUuid()
    const order = { account: memberAccount(a, 'USDT'), amount: 60n, reference: newUuid(), id }
    const again = () => act(tx => ledger.hold(tx, { ...order, kind: 'withdrawal' }))
    expect(await again()).toBe(id)
    await act(tx => ledger.post(tx, [payOut(a, 40n)]))
    expect(await again()).toBe(id)
    expect(await balance(a)).toEqual({ posted: 60n, held: 60n })
  })

  it('is refused with what it needs and what is free', async () => {
    const a = await member()
    await hold(a, 30n)
    const error = await hold(a, 71n).catch(error => error)
    const slots = { asset: 'USDT', needed: '0.000071', available: '0.00007' }
    expect(error.slots).toEqual(slots)
  })

  it.each([
    ['of zero', (a: string) => ({ account: memberAccount(a, 'USDT'), amount: 0n })],
    ['below zero', (a: string) => ({ account: memberAccount(a, 'USDT'), amount: -1n })],
    [
      'on an account that the chart does not have',
      (a: string) => ({ account: { ...houseAccount('USDT', 'OPS'), owner: a }, amount: 1n }),
    ],
  ])('%s is a bug', async (_, order) => {
    const placed = { ...order(await member()), kind: 'withdrawal', reference: newUuid() } as const
    await expect(act(tx => ledger.hold(tx, placed))).rejects.toThrow(LedgerBug)
  })

  it('lets exactly one of two parallel holds of 60 % win', async () => {
    const a = await member()
    const asked = times(20, () => hold(a, 60n))
    const results = await Promise.allSettled(await meet(db, balances, asked))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await balance(a)).toEqual({ posted: 100n, held: 60n })
  })
})

describe('the end of a hold', () => {
  it('happens once: of many callers at the same time one wins and the others get a bug', async () => {
    const a = await member()
    const id = await hold(a, 70n)
    const ends = times(20, i =>
      act(tx =>
        i % 2 === 0 ? ledger.voidHold(tx, id) : ledger.postHold(tx, id, [payOut(a, 70n)]),
      ),
    )
    const results = await Promise.allSettled(await meet<unknown>(db, balances, ends))
    const lost = results.filter(result => result.status === 'rejected')
    expect(lost).toHaveLength(19)
    expect(lost.every(({ reason }) => reason instanceof LedgerBug)).toBe(true)
    const { posted, held } = await balance(a)
    expect(held).toBe(0n)
    expect([30n, 100n]).toContain(posted)
  })

  it.each([
    ['more than it holds', (a: string) => [payOut(a, 71n)]],
    ['money of another account', () => [payOut(newUuid(), 1n)]],
    ['nothing', () => []],
  ])('is stopped as a bug when it would pay %s', async (_, group) => {
    const a = await member()
    const id = await hold(a, 70n)
    await expect(act(tx => ledger.postHold(tx, id, group(a)))).rejects.toThrow(LedgerBug)
    expect(await balance(a)).toEqual({ posted: 100n, held: 70n })
  })

  it('fails as a bug for a hold that does not exist', async () => {
    await expect(act(tx => ledger.voidHold(tx, newUuid()))).rejects.toThrow(LedgerBug)
  })
})

describe('holds that end together', () => {
  const gift = (owner: string, amount: bigint): TransferOrder => ({
    from: houseAccount('USDT', 'EXT'),
    to: memberAccount(owner, 'USDT'),
    amount,
    kind: 'recharge',
    reference: newUuid(),
  })

  it('are posted and voided at once, and further transfers come after them', async () => {
    const owners = await Promise.all([member(), member(), member()])
    const ids = await Promise.all(owners.map(owner => hold(owner, 70n)))
    const endings = ids.map((holdId, i) => ({
      holdId,
      group: i === 2 ? null : [payOut(owners[i] ?? '', 60n)],
    }))
    await act(tx =>
      ledger.endHolds(
        tx,
        endings,
        owners.map(owner => gift(owner, 5n)),
      ),
    )
    expect(await Promise.all(owners.map(balance))).toEqual([
      { posted: 45n, held: 0n },
      { posted: 45n, held: 0n },
      { posted: 105n, held: 0n },
    ])
    for (const [i, owner] of owners.entries()) {
      const { lines } = await ledger.statement(db.database, owner, { limit: 2 })
      expect(lines.map(line => line.amount)).toEqual(i === 2 ? [5n, 100n] : [5n, -60n])
    }
  })

  it('are one request: when one has ended before, none of them ends', async () => {
    const owners = await Promise.all([member(), member()])
    const ids = await Promise.all(owners.map(owner => hold(owner, 70n)))
    await act(tx => ledger.voidHold(tx, ids[1] ?? ''))
    const endings = ids.map((holdId, i) => ({ holdId, group: [payOut(owners[i] ?? '', 1n)] }))
    await expect(act(tx => ledger.endHolds(tx, endings))).rejects.toThrow(LedgerBug)
    expect(await balance(owners[0] ?? '')).toEqual({ posted: 100n, held: 70n })
  })
})
