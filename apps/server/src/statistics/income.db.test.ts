import { incomeStatistics, parseAmount } from '@banyan/domain'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { houseAccount, memberAccount } from '../ledger/index.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { type EconomyFixture, openEconomy } from '../testing/economy.ts'
import { changesOf, type Lock, meet, systemLock, times, whileHeld } from '../testing/meet.ts'
import { checkTotals } from './index.ts'

let system: EconomyFixture
beforeEach(async () => {
  system = await openEconomy('2026-03-01T08:00:00Z')
})
afterEach(() => system.db.close())

const income = () => system.call(incomeStatistics, null)

/** A pool that has money and pays one member. */
async function pay(member: string, amount: string, settlementId: string): Promise<void> {
  const pool = houseAccount('USDT', 'POOL.static')
  await inTransaction(system.database, tx =>
    system.ledger.post(tx, [
      {
        from: houseAccount('USDT', 'EXT'),
        to: pool,
        amount: parseAmount(amount),
        kind: 'income',
        reference: settlementId,
      },
    ]),
  )
  const credits = [{ owner: member, amount: parseAmount(amount) }]
  await system.ledger.postCredits(system.database, {
    settlementId,
    kind: 'static_earning',
    from: pool,
    credits,
  })
}

test('there is no income before the first settlement', async () => {
  expect(await system.statistics.countNewest()).toBe(false)
  expect(await income()).toEqual({ newest: null })
})

test("counts members without pay, leaves out house accounts, and shows everybody's net result", async () => {
  const [ann, ben, cleo, dan] = await Promise.all(
    ['1000', '500', '200', '1'].map(usdt => system.addMember(usdt)),
  )
  if (!ann || !ben || !cleo || !dan) throw new Error('four members were added')
  await pay(ann, '30', 'first')
  await pay(ben, '10', 'first-too')
  // Cleo sends 50 out of the platform and loses 20 there: the platform sees only the 50 that left.
  await inTransaction(system.database, tx =>
    system.ledger.post(tx, [
      {
        from: memberAccount(cleo, 'USDT'),
        to: houseAccount('USDT', 'OPS'),
        amount: parseAmount('20'),
        kind: 'withdrawal_fee',
        reference: 'cleo',
      },
    ]),
  )
  // One of the staff was invited like every member, and earned more than all of them.
  const staff = await system.addMember('9000')
  await pay(staff, '900', 'staff')
  await inTransaction(system.database, tx => system.distribution.listInsider(tx, staff, 'staff'))
  await system.setNow('2026-03-01T16:00:01Z')
  await system.treasury.settleDue()
  expect(await system.statistics.countNewest()).toBe(true)

  const { newest } = await income()
  expect(newest).toMatchObject({
    period: '2026-03-01',
    members: 4,
    ever: { withoutPay: 5_000, median: '0', p90: '30', topShare: 7_500, total: '40' },
    net: { p10: '-20', median: '0', p90: '30', losing: 2_500 },
  })
})

test('old pay leaves the window and stays in the total of all time', async () => {
  const ann = await system.addMember('100')
  await pay(ann, '5', 'old')
  await system.setNow('2026-04-15T16:00:01Z')
  await system.treasury.settleDue()
  await system.statistics.countNewest()
  const { newest } = await income()
  expect(newest).toMatchObject({
    lately: { withoutPay: 10_000, total: '0', topShare: 0 },
    ever: { withoutPay: 0, total: '5', topShare: 10_000 },
  })
})

test('what was counted is kept, and the next count goes on from there', async () => {
  const ann = await system.addMember('100')
  const ben = await system.addMember('40')
  await pay(ann, '30', 'first')
  await system.setNow('2026-03-01T16:00:01Z')
  await system.treasury.settleDue()
  await system.statistics.countNewest()
  expect((await income()).newest).toMatchObject({
    ever: { total: '30' },
    net: { median: '0', p90: '30' },
  })
  // Paid while another transaction is open: this count has it beside the totals, the next one in them.
  const open = await system.db.owner.connect()
  await open.query('begin; select pg_current_xact_id()')
  await pay(ben, '5', 'second')
  await system.setNow('2026-03-02T16:00:01Z')
  await system.treasury.settleDue()
  await system.statistics.countNewest()
  await open.query('commit')
  open.release()
  const second = {
    ever: { total: '35', withoutPay: 0 },
    net: { median: '5', p90: '30', losing: 0 },
  }
  expect((await income()).newest).toMatchObject(second)
  expect(await kept()).toBe(30_000000n)
  expect(await checkTotals(system.database)).toEqual([])
  await system.setNow('2026-03-03T16:00:01Z')
  await system.treasury.settleDue()
  await system.statistics.countNewest()
  expect((await income()).newest).toMatchObject(second)
  expect(await kept()).toBe(35_000000n)
  expect(await checkTotals(system.database)).toEqual([])
  await system.db.owner.query(`update income_total set paid = paid + 1 where member_id = '${ben}'`)
  expect(await checkTotals(system.database)).toMatchObject([
    { invariant: 'totals of income', what: expect.stringContaining(ben) },
  ])
})

const kept = async () => {
  const { rows } = await system.db.owner.query('select sum(paid)::bigint as paid from income_total')
  return BigInt(rows[0].paid)
}

test('a period is counted once, however many nodes try', async () => {
  await system.addMember('100')
  await system.setNow('2026-03-01T16:00:01Z')
  await system.treasury.settleDue()
  const nodes = times(3, () => system.statistics.countNewest())
  await Promise.all(await meet(system.db, changesOf('income_statistics'), nodes))
  expect(await system.statistics.countNewest()).toBe(false)
})

test('a count under way keeps no number of a transaction, so that news and seals go on', async () => {
  const ann = await system.addMember('100')
  await pay(ann, '30', 'first')
  await system.setNow('2026-03-01T16:00:01Z')
  await system.treasury.settleDue()
  // The count waits for a table that it reads; to advance the totals does not need it.
  const count = await numberWhileHeld('lock table otc_trade in access exclusive mode')
  expect(count.number).toBeNull()
  expect(await count.counted).toBe(true)
})

test('totals that are being advanced are waited for without a number', async () => {
  await system.addMember('100')
  await system.setNow('2026-03-01T16:00:01Z')
  await system.treasury.settleDue()
  const count = await numberWhileHeld(systemLock('incomeTotals'))
  expect(count.number).toBeNull()
  expect(await count.counted).toBe(true)
})

/** Begins a count that waits for a lock; the number that its transaction has while it does. */
const numberWhileHeld = (lock: Lock) =>
  whileHeld(system.db, lock, async held => {
    const counted = held.begin(() => system.statistics.countNewest())
    await held.waiters(1)
    const { rows } = await system.db.owner.query(
      "select backend_xid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    expect(rows).toHaveLength(1)
    return { counted, number: rows[0].backend_xid }
  })
