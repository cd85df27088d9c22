import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { sealedTables } from './sealed-tables.ts'
import { ann, ben, reportOf, tampered, writeBooks } from './tampering.fixture.ts'

let db: TestDatabase
let books: pg.Client
beforeAll(async () => {
  db = await openTestDatabase()
  await writeBooks(db)
  books = new pg.Client({ connectionString: db.url })
  await books.connect()
})
afterAll(async () => {
  await books.end()
  await db.close()
})

const report = () => reportOf(books)

const firstId = async (query: string): Promise<string> => {
  const { rows } = await db.owner.query<{ id: string }>(query)
  return rows[0]?.id ?? ''
}
const transfer = (reference: string) =>
  firstId(`select id from ledger_transfer where reference = '${reference}'`)
const account = (owner: string) =>
  firstId(`select id from ledger_account where owner = '${owner}' and asset = 'USDT'`)

const of = (owner: string) =>
  `(select id from ledger_account where owner = '${owner}' and asset = 'USDT')`
const ext = "(select id from ledger_account where kind = 'EXT')"

/** One cell or row changed by SQL, and the sentence that must name it. */
const references: readonly [reference: string, sentence: () => Promise<string>][] = [
  [
    "update ledger_transfer set amount = 99 where reference = 'first'",
    async () => `ledger_every_transfer ${await transfer('first')}: amount is 99, sealed as 100`,
  ],
  [
    "update ledger_transfer set amount = 1000 where reference = 'first'",
    async () => `ledger_posting 1 of account ${await account(ann)}: amount is 1000, sealed as 100`,
  ],
  [
    "update ledger_transfer set credit_after = 151 where reference = 'second'",
    async () =>
      `ledger_posting 2 of account ${await account(ann)}: balance_after is 151, sealed as 150`,
  ],
  [
    `update ledger_transfer set credit_account = ${of(ben)}, credit_version = 9 where reference = 'first'`,
    async () =>
      `ledger_every_transfer ${await transfer('first')}: credit_account is ${await account(ben)}, sealed as ${await account(ann)}`,
  ],
  [
    `update ledger_transfer set credit_account = ${of(ben)}, credit_version = 9 where reference = 'second'`,
    async () => `ledger_posting 9 of account ${await account(ben)}: is not as it was sealed`,
  ],
  [
    "update ledger_transfer set posted_at = '2026-01-01' where reference = 'third'",
    async () =>
      `ledger_every_transfer ${await transfer('third')}: is not as it was sealed; what was changed is group_id, hold_id, reverses, epoch, request_hash, posted_at, reference, or more`,
  ],
  [
    "update ledger_transfer set kind = 'genesis' where reference = 'second'",
    async () =>
      `ledger_every_transfer ${await transfer('second')}: kind is genesis, sealed as recharge`,
  ],
  [
    "update ledger_transfer set reference = 'other' where reference = 'second'",
    async () =>
      `ledger_every_transfer ${await transfer('second')}: is not as it was sealed; what was changed is group_id, hold_id, reverses, epoch, request_hash, posted_at, reference, or more`,
  ],
  [
    "update ledger_transfer set xid = xid + 1000000 where reference = 'first'",
    async () => `ledger_every_transfer ${await transfer('first')}: xid is `,
  ],
  [
    "update ledger_hold set amount = 11 where reference = 'open'",
    async () =>
      `ledger_hold ${await firstId("select id from ledger_hold where reference = 'open'")}: amount is 11, sealed as 10`,
  ],
  [
    "update ledger_hold_resolution set outcome = 'expired' where outcome = 'voided'",
    async () =>
      `ledger_hold_resolution ${await firstId("select id from ledger_hold where reference = 'void'")}: outcome is expired, sealed as voided`,
  ],
  [
    "delete from ledger_hold where reference = 'open'",
    async () =>
      `ledger_hold ${await firstId("select id from ledger_hold where reference = 'open'")}: was sealed in batch 2 and is not in the books any more`,
  ],
  [
    'update ledger_epoch set multiple = 3',
    async () => 'ledger_epoch 1: is not as it was sealed; what was changed is ',
  ],
  [
    `update ledger_account set posted = posted + 1 where id = ${of(ann)}`,
    async () =>
      `ledger_account ${await account(ann)} (${ann} USDT available): posted is 143, its 3 lines make 142`,
  ],
  [
    `update ledger_account set held = 0 where id = ${of(ann)}`,
    async () =>
      `ledger_account ${await account(ann)} (${ann} USDT available): held is 0, its open holds make 10`,
  ],
  [
    `update ledger_account set version = 4 where id = ${of(ann)}`,
    async () =>
      `ledger_account ${await account(ann)} (${ann} USDT available): version is 4, it has 3 lines`,
  ],
  [
    `update ledger_account set overdraft = true where id = ${of(ann)}`,
    async () =>
      `ledger_account ${await account(ann)} (${ann} USDT available): is marked as free to go below zero`,
  ],
  [
    `update ledger_account set owner = '${ben}', kind = 'vault' where id = ${of(ann)}`,
    async () => `ledger_account ${await account(ann)} (${ben} USDT vault): its name makes the id `,
  ],
  [
    `delete from ledger_account where id = ${of(ben)}`,
    async () => `ledger_posting 1 of account ${await account(ben)}: there is no such account`,
  ],
]

const linesInTransfer = ['debit_version', 'debit_after', 'credit_version', 'credit_after']

describe('the second accountant', () => {
  it('finds nothing in books that the ledger has written', async () => {
    const { differences, text } = await report()
    expect(text).toMatch(
      /^chain: ok \(batches 3, transfers 5, postings 10, holds 3, resolutions 2, epochs 1; head [0-9a-f]{64}\)$/m,
    )
    expect(text).toMatch(/^balances: ok \(accounts 5\)$/m)
    expect(differences).toBe(0)
  })

  it('reports rows that are not sealed yet', async () => {
    await tampered(db, 'delete from ledger_audit where batch = 3', async () => {
      const { differences, text } = await report()
      expect(differences).toBe(0)
      expect(text).toContain('note: transfers that are not sealed yet: 1, the oldest since 20')
    })
  })

  it.each(references)('names the row: %s', async (reference, sentence) => {
    const expected = await sentence()
    const { differences, text } = await tampered(db, reference, report)
    expect(text).toContain(`\n  ${expected}`)
    expect(differences).toBeGreaterThan(0)
    expect((await report()).differences).toBe(0)
  })

  it('names rows that were changed so that all sums still agree', async () => {
    const reference = `update ledger_transfer set amount = 900 where reference = 'second';
      update ledger_transfer set credit_after = credit_after + 850 where credit_account = ${of(ann)} and credit_version > 1;
      update ledger_transfer set debit_after = debit_after + 850 where debit_account = ${of(ann)} and debit_version > 1;
      update ledger_transfer set debit_after = debit_after - 850 where debit_account = ${ext} and debit_version > 1;
      update ledger_transfer set credit_after = credit_after - 850 where credit_account = ${ext} and credit_version > 1;
      update ledger_account set posted = posted + 850 where id = ${of(ann)};
      update ledger_account set posted = posted - 850 where kind = 'EXT'`
    const second = await transfer('second')
    const { text } = await tampered(db, reference, report)
    expect(text).toContain('balances: ok')
    expect(text).toContain(`ledger_every_transfer ${second}: is not as it was sealed`)
    expect(text).toContain(
      `ledger_posting 2 of account ${await account(ann)}: is not as it was sealed`,
    )
  })

  it('names what is missing when the last rows were deleted and the balances set back', async () => {
    const third = await transfer('third')
    const reference = `delete from ledger_transfer where reference = 'third';
      update ledger_account set posted = posted + 40, version = version - 1 where kind = 'EXT';
      delete from ledger_account where id = ${of(ben)}`
    const { text } = await tampered(db, reference, report)
    expect(text).toContain('balances: ok')
    expect(text).toContain(
      `ledger_every_transfer ${third}: was sealed in batch 3 and is not in the books any more`,
    )
    expect(text).toContain(`ledger_posting of transfer ${third}: was sealed in batch 3`)
  })

  it('names a forged transfer among sealed ones', async () => {
    const forged = '00000000-0000-7000-8000-00000000f06e'
    const reference = `insert into ledger_transfer (id, group_id, debit_account, credit_account, asset, amount, kind, reference, request_hash, posted_at, xid,
          debit_version, debit_after, credit_version, credit_after)
        select '${forged}', '${forged}', debit_account, credit_account, asset, 5, kind, 'forged', request_hash, posted_at, xid,
          debit_version + 1, debit_after - 5, credit_version + 1, credit_after + 5
        from ledger_transfer where reference = 'third';
      update ledger_account a set posted = p.balance_after, version = p.version
        from ledger_posting p where p.account_id = a.id and p.transfer_id = '${forged}'`
    const { text } = await tampered(db, reference, report)
    expect(text).toContain('balances: ok')
    expect(text).toContain(`ledger_every_transfer ${forged}: was put in after batch 3 was sealed`)
    expect(text).toContain(
      `ledger_posting 2 of account ${await account(ben)}: was put in after batch 3 was sealed`,
    )
  })

  it.each([
    [
      "update ledger_audit set head = sha256('x') where batch = 2",
      /batch 2: its head is .*; its row and the head before it make/,
    ],
    [
      "update ledger_audit set body = sha256('x') where batch = 1",
      /batch 1: its body is .*; the rows, which are those of its entries, make/,
    ],
    ["update ledger_audit set sealed_at = '2026-01-01' where batch = 3", /batch 3: its head is/],
    [
      'update ledger_audit set entries = entries || entries where batch = 3',
      /batch 3: its entries are not those of its rows/,
    ],
    [
      'update ledger_audit set holds = 2, epochs = epochs + 1 where batch = 2',
      /batch 2: counts 2 holds, there are 3/,
    ],
    [
      'update ledger_audit set total_transfers = 6 where batch = 2',
      /batch 2: counts 6 transfers in all, the links sum to 4/,
    ],
    ['delete from ledger_audit where batch = 2', /batch 3: follows batch 1/],
    [
      'update ledger_audit set to_xid = to_xid + 1 where batch = 1',
      /batch 2: begins after transaction .*, the one before ends with/,
    ],
  ])('names the link: %s', async (reference, sentence) => {
    const dropConstraint = 'alter table ledger_audit drop constraint if exists entry_for_each_row'
    const { text } = await tampered(db, `${dropConstraint}; ${reference}`, report)
    expect(text).toMatch(sentence)
  })

  it('reports one changed head, not the whole chain after it', async () => {
    const { differences } = await tampered(
      db,
      "update ledger_audit set head = sha256('x') where batch = 1",
      report,
    )
    expect(differences).toBe(1)
  })

  it('finds a guard that was disabled', async () => {
    await db.owner.query('alter table ledger_hold disable trigger ledger_hold_rows')
    const { text } = await report()
    await db.owner.query('alter table ledger_hold enable trigger ledger_hold_rows')
    expect(text).toContain('ledger_hold: 1 of the guards of its history are on')
  })

  it('knows every column of the history', async () => {
    for (const { table, columns } of sealedTables) {
      const { rows } = await db.owner.query<{ name: string }>(
        'select column_name as name from information_schema.columns where table_name = $1',
        [table],
      )
      const known = columns.map(([name]) => name)
      // The lines' fields in a transfer's row are sealed with the lines.
      if (table === 'ledger_every_transfer') known.push(...linesInTransfer)
      expect(known.sort()).toEqual(rows.map(({ name }) => name).sort())
    }
  })

  it('shares no code with what it checks', () => {
    const folder = new URL('.', import.meta.url)
    // The manifest is for the list of modules; the program does not read it.
    const own = readdirSync(folder).filter(name => !/\.(test|fixture)\.|^module\.ts$/.test(name))
    const sources = [...own.map(name => new URL(name, folder)), new URL('../bin/verify.ts', folder)]
    const imported = sources.flatMap(source =>
      [...readFileSync(source, 'utf8').matchAll(/from '([^']+)'/g)].map(match => match[1] ?? ''),
    )
    expect(imported.length).toBeGreaterThan(20)
    expect(imported.filter(name => !/^(node:|pg$|\.\/|\.\.\/accountant\/)/.test(name))).toEqual([])
  })
})
