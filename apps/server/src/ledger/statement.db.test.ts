import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newUuid } from '../platform/ids.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import {
  houseAccount,
  isStatementCursor,
  memberAccount,
  openLedger,
  type StatementLine,
  type TransferOrder,
} from './index.ts'

const ledger = openLedger()
const owner = newUuid()
let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

const post = (...group: TransferOrder[]) =>
  db.database.transaction().execute(tx => ledger.post(tx, group))

const recharge = (amount: bigint): TransferOrder => ({
  from: houseAccount('USDT', 'EXT'),
  to: memberAccount(owner, 'USDT'),
  amount,
  kind: 'recharge',
  reference: newUuid(),
})
const issue = (amount: bigint): TransferOrder => ({
  from: houseAccount('LEAF', 'ISSUE'),
  to: memberAccount(owner, 'LEAF'),
  amount,
  kind: 'subscription_issue',
  reference: newUuid(),
})
const freeze = (amount: bigint): TransferOrder => ({
  from: memberAccount(owner, 'LEAF'),
  to: memberAccount(owner, 'LEAF', 'escrow'),
  amount,
  kind: 'otc_freeze',
  reference: newUuid(),
})

async function allPages(limit: number, between?: () => Promise<unknown>): Promise<StatementLine[]> {
  const lines: StatementLine[] = []
  let cursor: string | undefined
  do {
    const page = await ledger.statement(db.database, owner, { cursor, limit })
    expect(page.lines.length).toBeLessThanOrEqual(limit)
    lines.push(...page.lines)
    cursor = page.nextCursor ?? undefined
    await between?.()
  } while (cursor !== undefined)
  return lines
}

const shown = (line: StatementLine) => `${line.asset} ${line.account} ${line.amount}`

describe('a statement', () => {
  it('lists every line of every own account, newest first, with the balance after it', async () => {
    await post(recharge(100n))
    await post(issue(50n))
    await post(freeze(20n), freeze(5n))
    await post(recharge(7n))
    const { lines, nextCursor } = await ledger.statement(db.database, owner, { limit: 100 })
    expect(lines.map(line => [shown(line), line.balanceAfter])).toEqual([
      ['USDT available 7', 107n],
      ['LEAF escrow 5', 25n],
      ['LEAF available -5', 25n],
      ['LEAF escrow 20', 20n],
      ['LEAF available -20', 30n],
      ['LEAF available 50', 50n],
      ['USDT available 100', 100n],
    ])
    expect(nextCursor).toBeNull()
  })

  it.each([1, 2, 3, 7])('is the same in pages of %i', async limit => {
    const { lines } = await ledger.statement(db.database, owner, { limit: 100 })
    expect(await allPages(limit)).toEqual(lines)
  })

  it('repeats and loses nothing when lines arrive while it is read', async () => {
    const { lines } = await ledger.statement(db.database, owner, { limit: 100 })
    expect(await allPages(2, () => post(recharge(1n), issue(1n)))).toEqual(lines)
  })

  it('lists each line once although the clock went back between them', async () => {
    await db.owner.query("insert into house_clock (shift) values (interval '-1 day')")
    await post(recharge(2n), freeze(1n))
    await db.owner.query('delete from house_clock')
    const { lines } = await ledger.statement(db.database, owner, { limit: 100 })
    const paged = await allPages(3)
    expect(paged).toEqual(lines)
    const usdt = lines.filter(line => line.asset === 'USDT')
    const balances = usdt.map(line => line.balanceAfter)
    expect(balances).toEqual([...balances].sort((a, b) => Number(b - a)))
  })

  it('can be of one asset', async () => {
    const { lines } = await ledger.statement(db.database, owner, { asset: 'LEAF', limit: 100 })
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.every(line => line.asset === 'LEAF')).toBe(true)
  })

  it('refuses a cursor that it did not give', async () => {
    const bad = ['', 'x', Buffer.from('1.2.3').toString('base64url'), 'LS0tLQ', '%00']
    expect(bad.map(isStatementCursor)).toEqual(bad.map(() => false))
    await expect(ledger.statement(db.database, owner, { cursor: 'x', limit: 5 })).rejects.toThrow(
      RangeError,
    )
  })
})

describe('totals', () => {
  it('sum the transfers from and to the outside world, and nothing else', async () => {
    const before = await ledger.totals(db.database, owner)
    await post(recharge(30n))
    await post({
      ...recharge(4n),
      from: memberAccount(owner, 'USDT'),
      to: houseAccount('USDT', 'EXT'),
      kind: 'withdrawal',
    })
    await post({
      ...recharge(3n),
      from: memberAccount(owner, 'USDT'),
      to: houseAccount('USDT', 'OPS'),
      kind: 'withdrawal_fee',
    })
    const after = await ledger.totals(db.database, owner)
    expect(after.totalIn - before.totalIn).toBe(30n)
    expect(after.totalOut - before.totalOut).toBe(4n)
  })

  it('count a withdrawal once it is on its way, without its fee, until it comes back', async () => {
    const before = await ledger.totals(db.database, owner)
    const others = await ledger.totals(db.database, newUuid())
    const onTheWay = houseAccount('USDT', 'PAYOUTS')
    const out = { ...recharge(12n), from: memberAccount(owner, 'USDT'), to: onTheWay }
    await post(
      { ...out, kind: 'withdrawal' },
      { ...out, amount: 2n, kind: 'withdrawal_fee', reference: newUuid() },
    )
    const gone = await ledger.totals(db.database, owner)
    expect(gone).toEqual({ totalIn: before.totalIn, totalOut: before.totalOut + 12n })
    const back = { ...recharge(5n), from: onTheWay }
    await post(
      { ...back, kind: 'withdrawal_return' },
      { ...back, amount: 1n, kind: 'withdrawal_fee_return', reference: newUuid() },
    )
    const left = await ledger.totals(db.database, owner)
    expect(left).toEqual({ totalIn: before.totalIn, totalOut: before.totalOut + 7n })
    expect(others).toEqual({ totalIn: 0n, totalOut: 0n })
  })
})
