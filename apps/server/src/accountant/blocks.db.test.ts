import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { houseAccount, memberAccount, openLedger, sealBooks } from '../ledger/index.ts'
import { writeReversal } from '../ledger/older-rows.fixture.ts'
import { newUuid } from '../platform/ids.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { reportOf, tampered } from './tampering.fixture.ts'

const ledger = openLedger()
const pool = houseAccount('USDT', 'POOL.static')
/** More than one block, with the last one not full. */
const members = Array.from({ length: 150 }, newUuid).sort()
const [member] = members.slice(70) as [string]
const [last] = members.slice(149) as [string]

let db: TestDatabase
let books: pg.Client
beforeAll(async () => {
  db = await openTestDatabase()
  books = new pg.Client({ connectionString: db.url })
  await books.connect()
  const order = { from: houseAccount('USDT', 'EXT'), kind: 'genesis' as const }
  await db.database
    .transaction()
    .execute(tx => ledger.post(tx, [{ ...order, to: pool, amount: 9_000n, reference: 'pool' }]))
  await ledger.postCredits(db.database, {
    settlementId: 'run',
    kind: 'static_earning',
    from: pool,
    credits: members.map(owner => ({ owner, amount: 10n })),
  })
  await ledger.postDebits(db.database, {
    settlementId: 'run',
    kind: 'loss_share',
    to: houseAccount('USDT', 'LOSS'),
    debits: members.map(owner => ({ owner, amount: 4n })),
  })
  await sealBooks(db.database)
})
afterAll(async () => {
  await books.end()
  await db.close()
})

const report = () => reportOf(books)

const idOf = async (kind: string, owner = member): Promise<string> => {
  const { rows } = await db.owner.query<{ id: string }>(
    'select id from ledger_every_transfer where kind = $1 and reference = $2',
    [kind, `run/${owner}`],
  )
  return rows[0]?.id ?? ''
}

/** The block of the member whose row is tampered with. */
const own = `kind = 'static_earning' and first <= '${member}' and last >= '${member}'`
const place = 71 - 64

describe('transfers in blocks', () => {
  it('are read whole: each with both of its lines', async () => {
    const { differences, text } = await report()
    expect(text).toMatch(/transfers 301, postings 602,/)
    expect(differences).toBe(0)
  })

  it.each([
    [
      `update ledger_transfer_block set amounts[${place}] = 11 where ${own}`,
      async () =>
        `ledger_every_transfer ${await idOf('static_earning')}: amount is 11, sealed as 10`,
    ],
    [
      `update ledger_transfer_block set balances[${place}] = 11 where ${own}`,
      async () => {
        const { rows } = await db.owner.query('select id from ledger_account where owner = $1', [
          member,
        ])
        return `ledger_posting 1 of account ${rows[0].id}: balance_after is 11, sealed as 10`
      },
    ],
    [
      `update ledger_transfer_block set kind = 'dynamic_earning' where kind = 'loss_share' and last = '${last}'`,
      async () =>
        `ledger_every_transfer ${await idOf('loss_share', last)}: kind is dynamic_earning, sealed as loss_share`,
    ],
    [
      `delete from ledger_transfer_block where ${own}`,
      async () =>
        `ledger_every_transfer ${await idOf('static_earning')}: was sealed in batch 1 and is not in the books any more`,
    ],
  ] as const)('are named one by one: %s', async (reference, sentence) => {
    const expected = await sentence()
    const { text } = await tampered(db, reference, report)
    expect(text).toContain(`\n  ${expected}`)
    expect((await report()).differences).toBe(0)
  })

  it('cost as many queries when all of a block are reported as when one is', async () => {
    const questions = async (reference: string): Promise<number> => {
      const asked = vi.spyOn(books, 'query')
      await tampered(db, reference, report)
      const count = asked.mock.calls.length
      asked.mockRestore()
      return count
    }
    const changed = await questions(
      `update ledger_transfer_block set balances[${place}] = 11 where ${own}`,
    )
    const all = await questions(
      `update ledger_transfer_block set request_hash = 'x', balances[${place}] = 11 where ${own}`,
    )
    expect(all).toBe(changed)
  })

  it('may have been reversed like any other', async () => {
    const id = await idOf('static_earning')
    const balance = () => ledger.balance(db.database, memberAccount(member, 'USDT'))
    const before = (await balance()).posted
    await db.database.transaction().execute(tx =>
      ledger.post(tx, [
        {
          from: pool,
          to: memberAccount(member, 'USDT'),
          amount: 10n,
          kind: 'genesis',
          reference: 'back',
        },
      ]),
    )
    await writeReversal(db.owner, id)
    expect((await balance()).posted).toBe(before)
    expect((await report()).differences).toBe(0)
  })
})
