import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tx } from '../platform/database/connect.ts'
import { newUuid } from '../platform/ids.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import {
  checkInvariants,
  checkNew,
  houseAccount,
  memberAccount,
  openLedger,
  proveNext,
  sealBooks,
  unprovenBatches,
} from './index.ts'

/**
 * The check of what is new, on the state that was proven. Each test changes the books as their
 * owner, with the guards off, and puts them back.
 */
const ledger = openLedger()
let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
  await aDay('old')
  expect(await proveAll()).toEqual([])
  await aDay('new')
})
afterAll(() => db.close())

const act = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => db.database.transaction().execute(work)

/** Something of each table of the history, under names of its own. */
async function aDay(name: string): Promise<void> {
  const account = memberAccount(newUuid(), 'USDT')
  const coins = memberAccount(account.owner, 'LEAF')
  const ext = houseAccount('USDT', 'EXT')
  await act(async tx => {
    const recharge = { from: ext, to: account, kind: 'recharge' } as const
    await ledger.post(tx, [
      { ...recharge, amount: 100n, reference: `${name} first` },
      { ...recharge, amount: 50n, reference: `${name} second` },
    ])
    const issue = { from: houseAccount('LEAF', 'ISSUE'), to: coins } as const
    await ledger.post(tx, [{ ...issue, amount: 30n, kind: 'subscription_issue', reference: name }])
    const hold = { account, kind: 'withdrawal' } as const
    await ledger.hold(tx, { ...hold, amount: 10n, reference: `${name} open` })
    const paid = await ledger.hold(tx, { ...hold, amount: 9n, reference: `${name} paid` })
    const withdrawal = { from: account, to: ext, kind: 'withdrawal' } as const
    await ledger.postHold(tx, paid, [{ ...withdrawal, amount: 8n, reference: `${name} paid` }])
    const pool = { from: ext, to: houseAccount('USDT', 'POOL.static'), kind: 'genesis' } as const
    await ledger.post(tx, [{ ...pool, amount: 90n, reference: `${name} pool` }])
  })
  await act(tx => ledger.split(tx, 2))
  await ledger.postCredits(db.database, {
    settlementId: name,
    kind: 'static_earning',
    from: houseAccount('USDT', 'POOL.static'),
    credits: [newUuid(), newUuid()].sort().map(owner => ({ owner, amount: 4n })),
  })
  while ((await ledger.writeSplitLines(db.database, 100)) > 0);
}

/** Seals and proves everything; returns the breaches of the batch that could not be proven. */
async function proveAll(): Promise<string[]> {
  await sealBooks(db.database)
  for (;;) {
    const proven = await proveNext(db.database)
    if (proven === null) return []
    if (proven.breaches.length > 0) return proven.breaches.map(({ invariant }) => invariant)
  }
}

const provenBatch = async () =>
  Number((await db.owner.query('select batch from ledger_proof')).rows[0].batch)
const namesOf = (breaches: readonly { invariant: string }[]) => [
  ...new Set(breaches.map(({ invariant }) => invariant)),
]

const history = [
  'account',
  'transfer',
  'settlement',
  'transfer_block',
  'hold',
  'hold_resolution',
  'epoch',
]
const tables = [...history, 'audit', 'proof', 'proven_account', 'proven_ahead', 'proven_hold']

/** Runs a check while the books are changed; everything is as before afterwards. */
async function tampered(change: string, check: () => Promise<void>): Promise<void> {
  const asOwner = async (sql: string) => {
    const client = await db.owner.connect()
    try {
      await client.query(`begin; set local session_replication_role = replica; ${sql}; commit`)
    } finally {
      client.release()
    }
  }
  await asOwner(
    `${tables.map(t => `create table kept_${t} as table ledger_${t}`).join(';')}; ${change}`,
  )
  try {
    await check()
  } finally {
    await asOwner(
      tables
        .map(
          t =>
            `delete from ledger_${t}; insert into ledger_${t} table kept_${t}; drop table kept_${t}`,
        )
        .join(';'),
    )
  }
}

/** One change for each kind of row, by the name of the day that it is done to. */
const changes: readonly [what: string, change: (day: string) => string, proof: boolean][] = [
  [
    'an amount',
    day => `update ledger_transfer set amount = amount + 1 where reference = '${day} second'`,
    true,
  ],
  [
    'a transfer that is gone',
    // Its successor waits for it, and nothing else can be said of one batch.
    day => `delete from ledger_transfer where reference = '${day} second'`,
    false,
  ],
  [
    'a balance after',
    day =>
      `update ledger_transfer set credit_after = credit_after - 1 where reference = '${day} first'`,
    true,
  ],
  [
    'a balance after below zero',
    day => `update ledger_transfer set credit_after = -1 where reference = '${day} first'`,
    true,
  ],
  [
    'an asset',
    day => `update ledger_transfer set asset = 'LEAF' where reference = '${day} first'`,
    true,
  ],
  [
    'an account that is not there',
    day =>
      `update ledger_transfer set debit_account = gen_random_uuid() where reference = '${day} second'`,
    true,
  ],
  [
    'an instant',
    day =>
      `update ledger_transfer set posted_at = posted_at - interval '1 day' where reference = '${day} first'`,
    true,
  ],
  [
    'the end of a hold',
    day =>
      `update ledger_hold_resolution set posted = 7 where hold_id = (select id from ledger_hold where reference = '${day} paid')`,
    true,
  ],
  ['a hold that is gone', day => `delete from ledger_hold where reference = '${day} open'`, false],
  [
    'a member twice in a settlement',
    day =>
      `update ledger_transfer_block set owners = array[owners[1], owners[1]], last = owners[1] where settlement = '${day}'`,
    true,
  ],
  [
    'amounts of a settlement',
    day => `update ledger_transfer_block set amounts = array[3, 5] where settlement = '${day}'`,
    true,
  ],
  [
    'the asset of a settlement',
    day => `update ledger_settlement set asset = 'LEAF' where settlement = '${day}'`,
    true,
  ],
  [
    'a reversal of itself',
    day => `update ledger_transfer set reverses = id where reference = '${day} first'`,
    true,
  ],
  [
    'a line that is called a split',
    day => `update ledger_transfer set kind = 'split' where reference = '${day}'`,
    true,
  ],
]

describe('the check of what is new', () => {
  it('finds nothing in sound books, proven in part, and neither does the full one', async () => {
    expect(await provenBatch()).toBeGreaterThan(0)
    expect(await checkNew(db.database)).toEqual([])
    expect(await checkInvariants(db.database)).toEqual([])
  })

  it.each(changes)('finds %s in a new row', async (_, change) => {
    await tampered(change('new'), async () => {
      const fresh = namesOf(await checkNew(db.database))
      expect(fresh).not.toEqual([])
      // What it finds, the full check finds as well.
      expect(namesOf(await checkInvariants(db.database))).toEqual(expect.arrayContaining(fresh))
    })
  })

  it.each(changes)(
    'leaves %s in a proven row to the full check, which finds it',
    async (_, change) => {
      await tampered(change('old'), async () => {
        expect(namesOf(await checkInvariants(db.database))).not.toEqual([])
      })
    },
  )

  it('reads no row that is proven', async () => {
    // The lines of old accounts are gone, and nobody notices: their state is kept.
    await tampered("delete from ledger_transfer where reference like 'old%'", async () => {
      expect(await checkNew(db.database)).toEqual([])
      expect(await checkInvariants(db.database)).not.toEqual([])
    })
  })

  it.each(['first', 'last'])('finds a row for the %s member of a proven block', async which => {
    const owner = which === 'first' ? 'owners[1]' : 'owners[cardinality(owners)]'
    const change = `
      insert into ledger_transfer (id, group_id, debit_account, credit_account, asset, amount, kind, reference, epoch,
        request_hash, posted_at, xid, debit_version, debit_after, credit_version, credit_after)
      select gen_random_uuid(), group_id, debit_account, credit_account, asset, amount, 'loss_share',
        'old/' || (select ${owner} from ledger_transfer_block where settlement = 'old'), epoch, request_hash, posted_at,
        xid, debit_version + 90, debit_after, credit_version + 90, credit_after
      from ledger_transfer where reference = 'new first';
      update ledger_transfer_block set kind = 'loss_share' where settlement = 'old'`
    await tampered(change, async () =>
      expect(namesOf(await checkNew(db.database))).toContain(
        'I1 nobody has a settlement in a block and in a row',
      ),
    )
  })

  it.each([
    [
      'a balance',
      "update ledger_account set posted = posted + 1, held = held where kind = 'OPS' or (kind = 'available' and held > 0)",
    ],
    ['what is held', 'update ledger_account set held = held + 1 where held > 0'],
    ['a version', "update ledger_account set version = version + 1 where kind = 'POOL.static'"],
    ['an overdraft', "update ledger_account set overdraft = true where kind = 'POOL.static'"],
    ['an account that is gone', "delete from ledger_account where kind = 'POOL.static'"],
    [
      'an account under another name',
      "update ledger_account set owner = gen_random_uuid() where kind = 'available' and held > 0",
    ],
  ])('finds %s of any account', async (_, change) => {
    await tampered(change, async () => expect(await checkNew(db.database)).not.toEqual([]))
  })
})

describe('what is kept as proven', () => {
  it.each([
    ['a balance', 'update ledger_proven_account set posted = posted + 1 where version = 2', true],
    [
      'a version',
      'update ledger_proven_account set version = version + 1 where posted = 90 - 8',
      true,
    ],
    ['an account that is gone', 'delete from ledger_proven_account where posted = 90 - 8', true],
    [
      'an account too many',
      'insert into ledger_proven_account values (gen_random_uuid(), 1, 1)',
      true,
    ],
    ['an open hold that is gone', 'delete from ledger_proven_hold', true],
    [
      'a hold that has ended',
      "insert into ledger_proven_hold select id from ledger_hold where reference = 'old paid'",
      true,
    ],
    ['an end that no batch has', 'update ledger_proof set to_xid = to_xid - 1', false],
  ])('is found to be wrong by %s, by both checks', async (_, change, alsoNew) => {
    await tampered(change, async () => {
      expect(namesOf(await checkInvariants(db.database)).join()).toMatch(/proven|proof/)
      if (alsoNew) expect(await checkNew(db.database)).not.toEqual([])
    })
  })
})

describe('the proof of a batch', () => {
  it.each(changes.filter(([, , proof]) => proof))('stops at %s', async (_, change) => {
    await tampered(change('new'), async () => {
      const before = await provenBatch()
      expect(await proveAll()).not.toEqual([])
      expect(await proveAll()).not.toEqual([])
      expect(await provenBatch()).toBeGreaterThanOrEqual(before)
      expect(await checkNew(db.database)).not.toEqual([])
    })
  })

  it('stops where a row was changed between its seal and its proof', async () => {
    await tampered('select', async () => {
      await sealBooks(db.database)
      const change =
        "set session_replication_role = replica; update ledger_transfer set reference = 'other' where reference = 'new first'; reset session_replication_role"
      await db.owner.query(change)
      const stopped = 'the rows of a batch are those that were sealed'
      expect(await proveAll()).toContain(stopped)
      // The log is not all that has it: both checks find it, so money stops.
      expect(namesOf(await checkNew(db.database))).toContain(stopped)
      expect(namesOf(await checkInvariants(db.database))).toContain(stopped)
      expect((await unprovenBatches(db.database).read())[0]?.value).toBeGreaterThan(0)
    })
  })

  it('goes on with a hold of before that ends, a split, and many batches', async () => {
    expect(await proveAll()).toEqual([])
    const { rows } = await db.owner.query("select id from ledger_hold where reference = 'old open'")
    await act(tx => ledger.voidHold(tx, rows[0].id))
    expect(await checkNew(db.database)).toEqual([])
    await aDay('third')
    await aDay('fourth')
    expect(await checkNew(db.database)).toEqual([])
    expect(await proveAll()).toEqual([])
    expect(await proveNext(db.database)).toBeNull()
    expect(await unprovenBatches(db.database).read()).toEqual([{ value: 0 }])
    expect(await checkNew(db.database)).toEqual([])
    expect(await checkInvariants(db.database)).toEqual([])
  })
})
