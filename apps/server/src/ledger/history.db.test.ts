import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newUuid } from '../platform/ids.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { houseAccount, memberAccount, openLedger } from './index.ts'

const ledger = openLedger()
let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
  const account = memberAccount(newUuid(), 'USDT')
  await db.database.transaction().execute(async tx => {
    const recharge = { from: houseAccount('USDT', 'EXT'), to: account, kind: 'recharge' } as const
    await ledger.post(tx, [{ ...recharge, amount: 100n, reference: 'r' }])
    const id = await ledger.hold(tx, { account, amount: 9n, kind: 'withdrawal', reference: 'w' })
    await ledger.voidHold(tx, id)
  })
  await ledger.postDebits(db.database, {
    settlementId: 'run',
    kind: 'loss_share',
    to: houseAccount('USDT', 'LOSS'),
    debits: [{ owner: account.owner, amount: 1n }],
  })
  await db.owner.query("insert into ledger_epoch (epoch, asset, multiple) values (1, 'LEAF', 2)")
})
afterAll(() => db.close())

const change = {
  ledger_transfer: 'credit_after = credit_after + 1',
  ledger_transfer_block: 'amounts = array[2]',
  ledger_settlement: "asset = 'LEAF'",
  ledger_hold: 'amount = amount + 1',
  ledger_hold_resolution: "outcome = 'expired'",
  ledger_epoch: 'multiple = 3',
}

describe.each(Object.entries(change))('the history in %s', (table, set) => {
  const acts = [`update ${table} set ${set}`, `delete from ${table}`, `truncate ${table}`]

  it.each(acts)('is out of the reach of the application: %s', async act => {
    await expect(db.pool.query(act)).rejects.toThrow(`permission denied for table ${table}`)
  })

  it.each(acts)('is kept even from the owner: %s', async act => {
    const { rowCount } = await db.owner.query(`select from ${table}`)
    expect(rowCount).toBeGreaterThan(0)
    await expect(db.owner.query(act)).rejects.toThrow(
      /the ledger's history cannot be changed|referenced in a foreign key/,
    )
  })
})

describe('an account', () => {
  it.each([
    'owner = gen_random_uuid()',
    "kind = 'escrow'",
    'overdraft = true',
    'closed_at = now()',
  ])('never changes %s', async set => {
    await expect(db.pool.query(`update ledger_account set ${set}`)).rejects.toThrow(
      'permission denied',
    )
  })

  it('is never deleted', async () => {
    await expect(db.pool.query('delete from ledger_account')).rejects.toThrow('permission denied')
  })
})
