import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyBooks } from '../accountant/index.ts'
import { newUuid } from '../platform/ids.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import {
  type AccountName,
  checkInvariants,
  houseAccount,
  LedgerBug,
  memberAccount,
  openLedger,
  sealBooks,
} from './index.ts'
import { writeExpiry, writeLimitedHold, writeReversal } from './older-rows.fixture.ts'

/** Books with rows of acts that earlier versions of the ledger offered. */
const ledger = openLedger()
const [reversed, closed] = [memberAccount(newUuid(), 'USDT'), memberAccount(newUuid(), 'USDT')]

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
  await writeReversal(db.owner, await recharge(reversed))
  await db.database.transaction().execute(tx => ledger.lock(tx, [closed]))
  await db.owner.query('update ledger_account set closed_at = now() where owner = $1', [
    closed.owner,
  ])
})
afterAll(() => db.close())

/** Credits 100 to an account and returns the transfer's id. */
async function recharge(to: AccountName): Promise<string> {
  const id = newUuid()
  const order = { from: houseAccount('USDT', 'EXT'), to, amount: 100n, kind: 'recharge' as const }
  await db.database
    .transaction()
    .execute(tx => ledger.post(tx, [{ ...order, id, reference: newUuid() }]))
  return id
}

describe('books of earlier versions', () => {
  it('show a reversal in the statement', async () => {
    const { lines } = await ledger.statement(db.database, reversed.owner, { limit: 5 })
    expect(lines.map(({ kind, amount, balanceAfter }) => [kind, amount, balanceAfter])).toEqual([
      ['reversal', -100n, 0n],
      ['recharge', 100n, 100n],
    ])
  })

  it('keep a closed account empty', async () => {
    await expect(recharge(closed)).rejects.toThrow('closed_is_empty')
  })

  it('have holds with a time limit: an open one ends by its order, an expired one has ended', async () => {
    const member = memberAccount(newUuid(), 'USDT')
    const end = (id: string) => db.database.transaction().execute(tx => ledger.voidHold(tx, id))
    await recharge(member)
    const [open, expired] = [
      await writeLimitedHold(db.owner, member.owner, 30n),
      await writeLimitedHold(db.owner, member.owner, 20n),
    ]
    await writeExpiry(db.owner, expired)
    expect(await ledger.balance(db.database, member)).toEqual({ posted: 100n, held: 30n })
    await end(open)
    await expect(end(expired)).rejects.toThrow(LedgerBug)
    expect(await ledger.balance(db.database, member)).toEqual({ posted: 100n, held: 0n })
  })

  it('are sound, for the invariants and for the accountant', async () => {
    await sealBooks(db.database)
    expect(await checkInvariants(db.database)).toEqual([])
    const books = await db.owner.connect()
    const output: string[] = []
    const differences = await verifyBooks(books, { heads: [], files: [] }, line =>
      output.push(line),
    )
    books.release()
    expect(differences, output.join('\n')).toBe(0)
  })
})
