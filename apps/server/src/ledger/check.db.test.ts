import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newUuid } from '../platform/ids.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { checkInvariants, houseAccount, memberAccount, openLedger } from './index.ts'
import { ledgerInvariants } from './invariants.ts'

const ledger = openLedger()
const owner = newUuid()
let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
  const account = memberAccount(owner, 'USDT')
  const ext = houseAccount('USDT', 'EXT')
  await db.database.transaction().execute(async tx => {
    const recharge = { from: ext, to: account, kind: 'recharge' } as const
    await ledger.post(tx, [
      { ...recharge, amount: 100n, reference: 'first' },
      { ...recharge, amount: 50n, reference: 'second' },
    ])
    const coins = { from: houseAccount('LEAF', 'ISSUE'), to: memberAccount(owner, 'LEAF') }
    await ledger.post(tx, [
      { ...coins, amount: 30n, kind: 'subscription_issue', reference: 'coins' },
    ])
    const hold = { account, kind: 'withdrawal' } as const
    await ledger.hold(tx, { ...hold, amount: 10n, reference: 'open' })
    const paid = await ledger.hold(tx, { ...hold, amount: 9n, reference: 'paid' })
    const withdrawal = { from: account, to: ext, kind: 'withdrawal' } as const
    await ledger.postHold(tx, paid, [{ ...withdrawal, amount: 8n, reference: 'paid' }])
    await ledger.voidHold(tx, await ledger.hold(tx, { ...hold, amount: 7n, reference: 'void' }))
    const pool = { from: ext, to: houseAccount('USDT', 'POOL.static') } as const
    await ledger.post(tx, [{ ...pool, amount: 90n, kind: 'genesis', reference: 'pool' }])
  })
  await ledger.postCredits(db.database, {
    settlementId: 'run',
    kind: 'static_earning',
    from: houseAccount('USDT', 'POOL.static'),
    credits: [newUuid(), newUuid()].sort().map(owner => ({ owner, amount: 4n })),
  })
})
afterAll(() => db.close())

/**
 * Changes that a person with the owner's password could make to the books, and the check that finds
 * each.
 */
const tampering: readonly [act: string, invariant: string, named: RegExp][] = [
  [
    "update ledger_transfer set debit_account = gen_random_uuid() where reference = 'second'",
    'I1 both accounts of a transfer are there',
    /transfer .* of 50 goes from no account to available$/,
  ],
  [
    "update ledger_transfer set amount = amount + 1 where reference = 'second'",
    'I2 stored balance = sum of postings = last balance after',
    /EXT\) has -232 at version 4; its 4 postings sum to -233/,
  ],
  [
    "delete from ledger_transfer where reference = 'second'",
    'I2 stored balance = sum of postings = last balance after',
    /has 142 at version 3; its 2 postings sum to 92/,
  ],
  [
    "update ledger_transfer set asset = 'LEAF' where reference = 'first'",
    'I1 one asset on both sides of a transfer',
    /of LEAF goes from USDT to USDT/,
  ],
  [
    `update ledger_account set posted = posted + 1000000 where owner = '${owner}' and asset = 'USDT'`,
    'I1 all accounts of an asset sum to zero',
    /USDT sums to 1000000/,
  ],
  [
    "update ledger_transfer set posted_at = posted_at - interval '1 day' where reference = 'first'",
    'I1 a group is one request at one instant',
    /at 2 instants/,
  ],
  [
    `update ledger_account set posted = posted + 1000000 where owner = '${owner}' and asset = 'USDT'`,
    'I2 stored balance = sum of postings = last balance after',
    new RegExp(`${owner} USDT available\\) has 1000142 at version 3; its 3 postings sum to 142`),
  ],
  [
    'update ledger_transfer set credit_after = credit_after - 1 where credit_after = 100',
    'I2 versions without gaps, each balance after the one before',
    /ends at 99; what came up to it sums to 100/,
  ],
  [
    'update ledger_transfer set debit_version = 9 where debit_after = 142',
    'I2 versions without gaps, each balance after the one before',
    /posting 9 of account .* is number 3/,
  ],
  [
    `update ledger_account set overdraft = true where owner = '${owner}'`,
    'I2 nothing below zero but EXT, ISSUE, SPLIT and LOSS',
    /marked as free to go below zero/,
  ],
  [
    `update ledger_account set held = 0 where owner = '${owner}' and asset = 'USDT'`,
    'I2 held = the sum of holds that have not ended',
    /has 0 held, its open holds sum to 10/,
  ],
  [
    "delete from ledger_hold where reference = 'open'",
    'I2 held = the sum of holds that have not ended',
    /has 10 held, its open holds sum to 0/,
  ],
  [
    "update ledger_hold_resolution set posted = 7 where outcome = 'posted'",
    'I2 a hold ends once, by what its transfers took from its own account',
    /of 9, ended as posted with 7; its transfers sum to 8/,
  ],
  [
    "update ledger_hold_resolution set outcome = 'voided' where posted > 0",
    'I2 a hold ends once, by what its transfers took from its own account',
    /ended as voided with 8/,
  ],
  [
    "update ledger_transfer set reverses = id where reference = 'first'",
    'I2 a reversal is the whole opposite of one transfer',
    /of 100 reverses .* of 100$/,
  ],
  [
    "insert into ledger_epoch (epoch, asset, multiple) values (1, 'LEAF', 2)",
    'I9 SPLIT holds what holders have not been told of yet',
    /SPLIT has 0; what is still to be told sums to 30$/,
  ],
  [
    "update ledger_transfer set kind = 'split' where reference = 'coins'",
    'I9 each holder is told of each split once, by what was held then',
    /split line coins gives 30 to an account of 0$/,
  ],
  [
    'update ledger_transfer_block set owners = array[owners[1], owners[1]], last = owners[1]',
    'I1 a settlement has each member once, in the order of their ids, on their own account',
    /static_earning run has member (\S+) after \1, on account/,
  ],
  [
    `insert into ledger_transfer select gen_random_uuid(), group_id, debit_account, credit_account, asset, amount, 'loss_share',
        'run/' || (select owners[2] from ledger_transfer_block), hold_id, reverses, epoch, request_hash, posted_at, xid,
        debit_version + 90, debit_after, credit_version + 90, credit_after from ledger_transfer where reference = 'first';
      update ledger_transfer_block set kind = 'loss_share'`,
    'I1 nobody has a settlement in a block and in a row',
    /^loss_share run\/\S+ is transfer \S+ and one of block \S+$/,
  ],
  [
    "update ledger_settlement set asset = 'LEAF'",
    'I1 a settlement is named with the asset of its blocks',
    /^static_earning run is of USDT and named as of LEAF$/,
  ],
  [
    'update ledger_transfer_block set accounts = array[accounts[2], accounts[1]]',
    'I1 a settlement has each member once, in the order of their ids, on their own account',
    /after nobody, on account/,
  ],
  [
    'update ledger_transfer_block set amounts = array[3, 5]',
    'I2 versions without gaps, each balance after the one before',
    /ends at 4; what came up to it sums to 3$/m,
  ],
  [
    `update ledger_account set owner = '${newUuid()}' where owner = '${owner}' and asset = 'USDT'`,
    'I2 every account is in the chart, under the id of its name',
    /USDT available$/,
  ],
]

describe('the check of the ledger', () => {
  it('finds nothing in books that the ledger has written', async () => {
    expect(await checkInvariants(db.database)).toEqual([])
  })

  it('has a case here for each of its invariants', () => {
    const claimed = new Set(tampering.map(([, invariant]) => invariant))
    claimed.add('the history is guarded by triggers and by privilege')
    expect(claimed).toEqual(new Set(ledgerInvariants.map(({ name }) => name)))
  })

  it.each(tampering)('finds %s', async (act, invariant, named) => {
    await tampered(act, async () => {
      const breaches = await checkInvariants(db.database)
      const broken = breaches.filter(breach => breach.invariant === invariant)
      expect(broken.map(({ what }) => what).join('\n')).toMatch(named)
    })
    expect(await checkInvariants(db.database)).toEqual([])
  })

  it.each([
    [
      'a guard that is off',
      'alter table ledger_hold disable trigger ledger_hold_rows',
      'alter table ledger_hold enable trigger ledger_hold_rows',
      'ledger_hold has 1 of its 2 guards on',
    ],
    [
      'a privilege too many',
      'grant update (amount) on ledger_transfer to banyan_app',
      'revoke update (amount) on ledger_transfer from banyan_app',
      'banyan_app may change it',
    ],
  ])('finds %s', async (_, open, shut, named) => {
    await db.owner.query(open)
    const breaches = await checkInvariants(db.database)
    await db.owner.query(shut)
    expect(breaches.map(({ what }) => what).join()).toContain(named)
  })

  it('names some of many breaches and counts the rest', async () => {
    const group = Array.from({ length: 40 }, () => ({
      from: houseAccount('USDT', 'EXT'),
      to: memberAccount(newUuid(), 'USDT'),
      amount: 1n,
      kind: 'recharge' as const,
      reference: newUuid(),
    }))
    await db.database.transaction().execute(tx => ledger.post(tx, group))
    await tampered('update ledger_account set posted = 2 where posted = 1', async () => {
      const breaches = await checkInvariants(db.database)
      const stored = breaches.filter(({ invariant }) => invariant.startsWith('I2 stored'))
      expect(stored).toHaveLength(21)
      expect(stored.at(-1)?.what).toBe('and 20 more')
    })
  })
})

/** Changes the books as their owner, with the guards off; restores everything afterwards. */
async function tampered(act: string, check: () => Promise<void>): Promise<void> {
  const tables = [
    'account',
    'transfer',
    'settlement',
    'transfer_block',
    'hold',
    'hold_resolution',
    'epoch',
  ]
  const backup = tables.map(t => `create table kept_${t} as table ledger_${t};`)
  const restore = tables.map(
    t => `delete from ledger_${t}; insert into ledger_${t} table kept_${t}; drop table kept_${t};`,
  )
  const asOwner = async (sql: string) => {
    const client = await db.owner.connect()
    try {
      await client.query(`begin; set local session_replication_role = replica; ${sql} commit`)
    } finally {
      client.release()
    }
  }
  await asOwner(`${backup.join('')} ${act};`)
  try {
    await check()
  } finally {
    await asOwner(restore.join(''))
  }
}
