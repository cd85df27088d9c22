import { formatAmount } from '@banyan/domain'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type HouseAccountKind, houseAccount, openLedger } from '../ledger/index.ts'
import { migrations } from '../migrations.ts'
import { migrate } from '../platform/database/migrate.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { openEconomyNode, platformOn } from '../testing/economy-node.ts'
import { postingFunctions } from '../testing/posting-functions.ts'
import { bookAs, receiveOnChain } from '../testing/receipts.ts'
import { genesis } from './genesis.ts'
import { checkCustody } from './index.ts'
import { receiptBreaches } from './receipt-check.ts'

/*
 * A database from before receipts came from the chain: founded, and paid 600 USDT, on unproven
 * statements; 110,000 more are entered and approved by two people, and 50 are entered by one.
 */
const [booked, approved, open] = [newUuid(), newUuid(), newUuid()]
const [ann, ben] = [newUuid(), newUuid()]
const ledger = openLedger()
let db: TestDatabase
let node: ReturnType<typeof openEconomyNode>
beforeAll(async () => {
  db = await openTestDatabase(migrations.filter(one => one.id < '2026-11-23'))
  await db.owner.query(postingFunctions)
  node = openEconomyNode(platformOn(db.url, db.pool))
  const put = (table: string, columns: string, ...values: unknown[]) =>
    db.owner.query(
      `insert into ${table} (${columns}) values (${values.map((_, i) => `$${i + 1}`).join()})`,
      values,
    )
  await put('treasury_founding', 'founded_at', '2026-03-01T08:00:00Z')
  await put(
    'settlement_run',
    'period, cutoff_at, parameters_version, reserve, outstanding, closed_at, published_at',
    '2026-03-01',
    '2026-03-01T16:00:00Z',
    1,
    100_000000,
    100_000000,
    '2026-03-01T16:00:00Z',
    '2026-03-01T16:00:01Z',
  )
  for (const [id, amount, people] of [
    [booked, 600_000000, [ann, ben]],
    [approved, 110_000_000000, [ann, ben]],
    [open, 50_000000, [ann]],
  ] as const) {
    await put(
      'treasury_receipt',
      'id, amount, payment_reference, evidence, block_at, entered_by, entered_at',
      id,
      amount,
      `bank:${amount}`,
      'A word.',
      '2026-03-01T09:00:00Z',
      ann,
      '2026-03-01T09:00:00Z',
    )
    for (const operatorId of people)
      await put(
        'treasury_receipt_approval',
        'receipt_id, operator_id, approved_at',
        id,
        operatorId,
        '2026-03-01T09:00:00Z',
      )
  }
  await put('treasury_receipt_run', 'receipt_id, period', booked, '2026-03-01')
  const [from, to] = [houseAccount('USDT', 'EXT'), houseAccount('USDT', 'RESERVE')]
  const reference = `${booked}/reserve`
  await inTransaction(db.database, tx =>
    ledger.post(tx, [...genesis, { from, to, amount: 600_000000n, kind: 'income', reference }]),
  )
  const client = new pg.Client({ connectionString: db.url })
  await client.connect()
  expect((await migrate(client, migrations)).length).toBeGreaterThan(0)
  await client.end()
})
afterAll(() => db.close())

const inTx = <T>(work: Parameters<typeof inTransaction<T>>[1]) => inTransaction(db.database, work)
const usdt = async (kind: HouseAccountKind) =>
  formatAmount((await ledger.balance(db.database, houseAccount('USDT', kind))).posted)

test('what was entered by hand is kept, shown as such, and breaks no check', async () => {
  expect(await node.treasury.typedTotal(db.database)).toBe(700_000000n)
  expect([await usdt('EXT'), await usdt('RESERVE')]).toEqual(['-700', '700'])
  expect(await receiptBreaches(db.database)).toEqual([])
  expect(await checkCustody(db.database)).toEqual([])
})

test('entries that were not booked can no longer enter the books', async () => {
  for (const id of [approved, open])
    await expect(
      inTx(tx => node.treasury.approveReceipt(tx, { id, operatorId: newUuid() })),
    ).rejects.toThrow('receiptNotOnChain')
  // The proposal can be refused, and ends.
  await inTx(tx => node.treasury.dropReceipt(tx, open))
  for (const statement of [
    `insert into treasury_receipt select gen_random_uuid(), amount, 'bank:new', evidence, block_at, entered_by, entered_at from treasury_receipt limit 1`,
    `insert into treasury_receipt_approval select receipt_id, gen_random_uuid(), now() from treasury_receipt_approval limit 1`,
    `insert into treasury_receipt_run values ('${approved}', '2026-03-01')`,
    `insert into treasury_founding (founded_at) values (now())`,
  ])
    await expect(db.pool.query(statement)).rejects.toThrow(/permission denied|founded_by_a_receipt/)
  expect(await usdt('RESERVE')).toBe('700')
})

test('the founder sends the stated amount: reserve and coin stay as they were', async () => {
  const receiptId = await receiveOnChain(db.database, '130', { use: 'founding' })
  await bookAs(db.database, node.treasury, receiptId, 'founding')
  expect(await node.treasury.typedTotal(db.database)).toBe(600_000000n)
  expect([await usdt('EXT'), await usdt('RESERVE'), await usdt('OPS')]).toEqual([
    '-730',
    '700',
    '30',
  ])
  expect(await receiptBreaches(db.database)).toEqual([])
  expect(await checkCustody(db.database)).toEqual([])
  const again = await receiveOnChain(db.database, '100', { use: 'founding' })
  await expect(bookAs(db.database, node.treasury, again, 'founding')).rejects.toThrow(
    'foundedBefore',
  )
})
