import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { verifyBooks } from '../accountant/index.ts'
import { migrations } from '../migrations.ts'
import { migrate } from '../platform/database/migrate.ts'
import { newUuid } from '../platform/ids.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { accountId } from './accounts.ts'
import { headOf } from './audit/chain.ts'
import { checkInvariants } from './check.ts'
import { houseAccount, memberAccount, openLedger, sealBooks } from './index.ts'

/** The last migration before both lines of a transfer moved into its row. */
const before = migrations.slice(
  0,
  migrations.findIndex(({ id }) => id === '2026-11-21-ledger-lines'),
)
const owner = newUuid()
const ext = accountId(houseAccount('USDT', 'EXT'))
const own = accountId(memberAccount(owner, 'USDT'))
const ids = [newUuid(), newUuid()]

let db: TestDatabase
let client: pg.Client
beforeEach(async () => {
  db = await openTestDatabase(before)
  client = new pg.Client({ connectionString: db.url })
  await client.connect()
  // Two recharges as the ledger of that version wrote them: 70, then 30.
  await client.query(`
    -- What seals today asks for the transfers by this name, and for the blocks of payments, which came later.
    create view ledger_every_transfer as table ledger_transfer;
    create view ledger_transfer_block as select null::bigint as xid, null::uuid[] as accounts where false;
    grant select on ledger_every_transfer, ledger_transfer_block to banyan_app;
    insert into ledger_account (id, owner, asset, kind, overdraft, posted, version) values
      ('${ext}', '${houseAccount('USDT', 'EXT').owner}', 'USDT', 'EXT', true, -100, 2),
      ('${own}', '${owner}', 'USDT', 'available', false, 100, 2);
    insert into ledger_transfer (id, group_id, debit_account, credit_account, asset, amount, kind, reference, request_hash, posted_at) values
      ('${ids[0]}', '${ids[0]}', '${ext}', '${own}', 'USDT', 70, 'recharge', 'a', sha256('a'), '2026-11-01'),
      ('${ids[1]}', '${ids[1]}', '${ext}', '${own}', 'USDT', 30, 'recharge', 'b', sha256('b'), '2026-11-02');
    insert into ledger_posting (account_id, version, transfer_id, amount, balance_after, posted_at) values
      ('${ext}', 1, '${ids[0]}', -70, -70, '2026-11-01'), ('${own}', 1, '${ids[0]}', 70, 70, '2026-11-01'),
      ('${ext}', 2, '${ids[1]}', -30, -100, '2026-11-02'), ('${own}', 2, '${ids[1]}', 30, 100, '2026-11-02')`)
})
afterEach(async () => {
  await client.end()
  await db.close()
})

const carry = async (): Promise<void> => {
  await client.query('drop view ledger_every_transfer, ledger_transfer_block')
  await migrate(client, migrations)
}

const differences = async (): Promise<string[]> => {
  const output: string[] = []
  const count = await verifyBooks(client, { heads: [], files: [] }, line => output.push(line))
  return count === 0 ? [] : output
}

describe('books with a table of postings', () => {
  it('are migrated whole: the chain that sealed them, every line and every balance', async () => {
    expect(await sealBooks(db.database)).toBeGreaterThan(0)
    const head = await headOf(db.database)
    await carry()
    expect(await differences()).toEqual([])
    expect(await headOf(db.database)).toEqual(head)
    expect(await checkInvariants(db.database)).toEqual([])
    const { lines } = await openLedger().statement(db.database, owner, { limit: 10 })
    expect(lines.map(({ amount, balanceAfter }) => [amount, balanceAfter])).toEqual([
      [30n, 100n],
      [70n, 70n],
    ])
  })

  it('continue to work after the migration', async () => {
    await sealBooks(db.database)
    await carry()
    const order = { from: houseAccount('USDT', 'EXT'), to: memberAccount(owner, 'USDT') }
    await db.database
      .transaction()
      .execute(tx =>
        openLedger().post(tx, [{ ...order, amount: 5n, kind: 'recharge', reference: 'c' }]),
      )
    await sealBooks(db.database)
    expect(await differences()).toEqual([])
  })

  it('are not migrated when a posting does not match its transfer', async () => {
    await client.query(`set session_replication_role = replica;
      update ledger_posting set amount = 71 where account_id = '${own}' and version = 1;
      set session_replication_role = origin`)
    await expect(carry()).rejects.toThrow('is not that of its transfer')
    const { rows } = await client.query('select count(*)::int as lines from ledger_posting')
    expect(rows).toEqual([{ lines: 4 }])
  })
})
