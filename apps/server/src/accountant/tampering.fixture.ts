import type { ClientBase } from 'pg'
import { houseAccount, memberAccount, openLedger, sealBooks } from '../ledger/index.ts'
import type { Tx } from '../platform/database/connect.ts'
import { newUuid } from '../platform/ids.ts'
import type { TestDatabase } from '../testing/database.ts'
import { verifyBooks } from './index.ts'

const ledger = openLedger()

export const ann = newUuid()
export const ben = newUuid()

const annUsdt = memberAccount(ann, 'USDT')
const annLeaf = memberAccount(ann, 'LEAF')
const ext = houseAccount('USDT', 'EXT')

/** A small ledger with every kind of row, sealed in three batches; the last rows are Ben's. */
export async function writeBooks(db: TestDatabase): Promise<void> {
  const inOne = (work: (tx: Tx) => Promise<unknown>) => db.database.transaction().execute(work)
  const recharge = { from: ext, kind: 'recharge' } as const
  await inOne(tx =>
    ledger.post(tx, [
      { ...recharge, to: annUsdt, amount: 100n, reference: 'first' },
      { ...recharge, to: annUsdt, amount: 50n, reference: 'second' },
    ]),
  )
  await inOne(tx =>
    ledger.post(tx, [
      {
        from: houseAccount('LEAF', 'ISSUE'),
        to: annLeaf,
        amount: 70n,
        kind: 'subscription_issue',
        reference: 'issue',
      },
    ]),
  )
  await sealBooks(db.database)
  await inOne(async tx => {
    const hold = { account: annUsdt, kind: 'withdrawal' } as const
    await ledger.hold(tx, { ...hold, amount: 10n, reference: 'open' })
    const paid = await ledger.hold(tx, { ...hold, amount: 9n, reference: 'paid' })
    const withdrawal = { from: annUsdt, to: ext, kind: 'withdrawal' } as const
    await ledger.postHold(tx, paid, [{ ...withdrawal, amount: 8n, reference: 'paid' }])
    await ledger.voidHold(tx, await ledger.hold(tx, { ...hold, amount: 7n, reference: 'void' }))
  })
  await sealBooks(db.database)
  await inOne(tx =>
    ledger.post(tx, [
      { ...recharge, to: memberAccount(ben, 'USDT'), amount: 40n, reference: 'third' },
    ]),
  )
  await db.owner.query("insert into ledger_epoch (epoch, asset, multiple) values (1, 'LEAF', 2)")
  await sealBooks(db.database)
}

const tables = [
  'account',
  'transfer',
  'settlement',
  'transfer_block',
  'hold',
  'hold_resolution',
  'epoch',
  'audit',
]

/** Changes the books as their owner, with the guards off; restores everything afterwards. */
export async function tampered<T>(
  db: TestDatabase,
  reference: string,
  check: () => Promise<T>,
): Promise<T> {
  const unguarded = async (sql: string) => {
    const client = await db.owner.connect()
    try {
      await client.query(`begin; set local session_replication_role = replica; ${sql}; commit`)
    } catch (error) {
      await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
  }
  const keep = tables.map(name => `create table kept_${name} as table ledger_${name}`)
  const restore = tables.map(
    name =>
      `delete from ledger_${name}; insert into ledger_${name} table kept_${name}; drop table kept_${name}`,
  )
  await unguarded([...keep, reference].join('; '))
  try {
    return await check()
  } finally {
    await unguarded(restore.join('; '))
  }
}

/** The verifier's findings about the books as they are now. */
export async function reportOf(books: ClientBase): Promise<{ differences: number; text: string }> {
  const lines: string[] = []
  const differences = await verifyBooks(books, { heads: [], files: [] }, line => lines.push(line))
  return { differences, text: lines.join('\n') }
}
