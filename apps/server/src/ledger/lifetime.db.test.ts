import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tx } from '../platform/database/connect.ts'
import { newUuid } from '../platform/ids.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import {
  checkInvariants,
  houseAccount,
  LedgerBug,
  ledgerJobs,
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
const balance = (owner: string, asset: 'USDT' | 'LEAF' = 'USDT') =>
  ledger.balance(db.database, memberAccount(owner, asset))
const move = (order: Partial<TransferOrder> & { to: TransferOrder['to'] }): TransferOrder => ({
  from: houseAccount(order.to.asset, order.to.asset === 'USDT' ? 'EXT' : 'ISSUE'),
  amount: 100n,
  kind: 'recharge',
  reference: newUuid(),
  ...order,
})
async function member(asset: 'USDT' | 'LEAF' = 'USDT'): Promise<string> {
  const owner = newUuid()
  await act(tx => ledger.post(tx, [move({ to: memberAccount(owner, asset) })]))
  return owner
}
const job = async (name: string) => {
  const job = ledgerJobs({ ...db, logger: pino({ level: 'silent' }) }, ledger).find(
    one => one.name === name,
  )
  await job?.run()
}

describe("a caller's id", () => {
  it('identifies the request as the reference does', async () => {
    const to = memberAccount(newUuid(), 'USDT')
    const order = move({ to, id: newUuid() })
    expect(await act(tx => ledger.post(tx, [order]))).toBe('done')
    expect(await act(tx => ledger.post(tx, [order]))).toBe('replayed')
    const other = { ...order, reference: newUuid() }
    await expect(act(tx => ledger.post(tx, [other]))).rejects.toThrow('another content')
    expect(await act(tx => ledger.post(tx, [{ ...order, id: newUuid() }]))).toBe('replayed')
  })
})

describe('a split', () => {
  it('changes every holder, their holds and their statements at one instant', async () => {
    const [owner, other] = [await member('LEAF'), await member('LEAF')]
    const account = memberAccount(owner, 'LEAF')
    const id = await act(tx =>
      ledger.hold(tx, { account, amount: 30n, kind: 'withdrawal', reference: newUuid() }),
    )
    const { before, after } = await act(tx => ledger.split(tx, 2))
    expect(after).toBe(before * 2n)
    expect(await balance(owner, 'LEAF')).toEqual({ posted: 200n, held: 60n })
    expect(await ledger.balances(db.database, owner)).toMatchObject([{ posted: 200n, held: 60n }])
    const early = await ledger.statement(db.database, other, { limit: 10 })
    expect(
      early.lines.map(({ kind, amount, balanceAfter }) => [kind, amount, balanceAfter]),
    ).toEqual([
      ['split', 100n, 200n],
      ['recharge', 100n, 100n],
    ])
    await job('ledger.tell-splits')
    expect(await ledger.statement(db.database, other, { limit: 10 })).toEqual(early)
    expect(await balance(owner, 'LEAF')).toEqual({ posted: 200n, held: 60n })
    await act(tx => ledger.voidHold(tx, id))
    expect(await balance(owner, 'LEAF')).toEqual({ posted: 200n, held: 0n })
    expect((await ledger.balance(db.database, houseAccount('LEAF', 'SPLIT'))).posted).toBe(0n)
  })

  it('can be one of several that an account has missed: one line for each, paged like any other', async () => {
    const owner = await member('LEAF')
    await act(tx => ledger.split(tx, 2))
    await act(tx => ledger.split(tx, 5))
    const { lines } = await ledger.statement(db.database, owner, { limit: 10 })
    expect(lines.map(({ amount, balanceAfter }) => [amount, balanceAfter])).toEqual([
      [800n, 1_000n],
      [100n, 200n],
      [100n, 100n],
    ])
    const paged: unknown[] = []
    let cursor: string | undefined
    do {
      const page = await ledger.statement(db.database, owner, { cursor, limit: 1 })
      paged.push(...page.lines)
      cursor = page.nextCursor ?? undefined
      // Applied between two pages: the lines are the same.
      await ledger.writeSplitLines(db.database, 1_000)
    } while (cursor !== undefined)
    expect(paged).toEqual(lines)
  })

  it('takes an amount of an older epoch in its own units', async () => {
    const [owner, other] = [await member('LEAF'), newUuid()]
    const { epoch } = await act(tx => ledger.split(tx, 2))
    const order = move({
      from: memberAccount(owner, 'LEAF'),
      to: memberAccount(other, 'LEAF'),
      amount: 40n,
      epoch: epoch - 1,
    })
    await act(tx => ledger.post(tx, [order]))
    expect(await act(tx => ledger.post(tx, [order]))).toBe('replayed')
    expect((await balance(other, 'LEAF')).posted).toBe(80n)
  })

  it('leaves nothing behind when it comes with a repeated request', async () => {
    const [owner, other] = [await member('LEAF'), newUuid()]
    const order = move({ from: memberAccount(owner, 'LEAF'), to: memberAccount(other, 'LEAF') })
    await act(tx => ledger.post(tx, [order]))
    await act(tx => ledger.post(tx, [move({ to: memberAccount(owner, 'LEAF') })]))
    await act(tx => ledger.split(tx, 2))
    expect(await act(tx => ledger.post(tx, [order]))).toBe('replayed')
    expect((await balance(owner, 'LEAF')).posted).toBe(200n)
    expect(await checkInvariants(db.database)).toEqual([])
  })

  it.each([1, 3, 4])('by %i is not in the rule book', async multiple => {
    await expect(act(tx => ledger.split(tx, multiple))).rejects.toThrow(LedgerBug)
  })
})
