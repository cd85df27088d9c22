import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { openAddressBook } from './addresses.ts'
import { custodyAddresses, rechargeHoldings } from './custody-store.ts'
import { openDepositKeys } from './deposit-keys.ts'
import { newXpub, openModule } from './deposits.fixture.ts'
import { openDerivation } from './derive.ts'
import { keyNews, openKeyChanges } from './key-change.ts'

let db: TestDatabase
const [first, next] = [newXpub(), newXpub()]
const [wei, mei] = [newUuid(), newUuid()]
const why = { zh: '旧钥匙已停用。', en: 'The earlier key is retired.' }
beforeAll(async () => {
  db = await openTestDatabase()
})
afterEach(() => db.owner.query('truncate deposit_key, deposit_address, deposit'))
afterAll(() => db.close())

const open = (...depositXpubs: string[]) => openModule(db, { depositXpubs })
const changes = (isHeld = true, ...xpubs: string[]) =>
  openKeyChanges({
    keys: openDepositKeys(xpubs.length > 0 ? xpubs : [first, next]),
    holdsDepositKey: async () => isHeld,
  })
const propose = (xpub = next, by = changes()) =>
  inTransaction(db.database, tx => by.propose(tx, { xpub, why, operatorId: wei }))
const approve = (id: string, operatorId = mei, by = changes()) =>
  inTransaction(db.database, tx => by.approve(tx, { id, operatorId }))
const changed = async () => approve(await propose())
const rows = async () =>
  (
    await db.owner.query(
      'select derivation_index as index, address from deposit_address order by 1',
    )
  ).rows

describe('another deposit key', () => {
  it('gives every member a new address once two operators agree, and the earlier ones stay valid', async () => {
    const module = open(first, next)
    const [early, late] = [newUuid(), newUuid()]
    const { address: old, change } = await module.address(early)
    expect(change).toBeNull()
    const id = await propose()
    expect((await module.address(early)).address).toBe(old)
    await approve(id)
    const shown = await module.address(early)
    expect(shown).toMatchObject({
      address: openDerivation(next)(1),
      earlier: [old],
      change: { why },
    })
    expect((await module.address(early)).address).toBe(shown.address)
    expect(await module.address(late)).toMatchObject({
      address: openDerivation(next)(2),
      earlier: [],
      change: null,
    })
    for (const address of [old, shown.address])
      expect(await module.isOwnAddress(db.database, address)).toBe(true)
    const book = openAddressBook(
      db.database,
      { chainId: 1, keys: openDepositKeys([first, next]) },
      pino({ level: 'silent' }),
    )
    await book.refresh()
    expect([old, shown.address].map(one => book.ownerOf(one.toLowerCase()))).toEqual([
      { memberId: early, derivationIndex: 0 },
      { memberId: early, derivationIndex: 1 },
    ])
    const [news] = await keyNews(db.database, new Date(0))
    expect(await inTransaction(db.database, async tx => news?.members(tx, null, 10))).toEqual([
      early,
    ])
  })

  it('counts an address of each key once a transfer to it was seen', async () => {
    const module = open(first, next)
    const memberId = newUuid()
    const { address: old } = await module.address(memberId)
    await changed()
    const { address } = await module.address(memberId)
    const paid = async () => [
      (await custodyAddresses(db.database, 56)).map(one => one.address),
      (await rechargeHoldings(db.database, -1, 10)).map(one => one.address),
    ]
    const recharge = (index: number) =>
      db.owner.query(
        `insert into deposit (id, chain_id, transaction_hash, ordinal, member_id, derivation_index, token_units,
           units_per_micro, amount, state, block_number, block_hash, seen_at)
         values (gen_random_uuid(), 56, $1, 0, $2, $3, 1, 1, 1, 'confirming', 1, '0x', now())`,
        [`0x${index}`, memberId, index],
      )
    await recharge(0)
    expect(await paid()).toEqual([[old], [old]])
    await recharge(1)
    expect(await paid()).toEqual([
      [old, address],
      [old, address],
    ])
  })

  it.each<[string, () => Promise<unknown>, string]>([
    ['that the settings do not name', () => propose(newXpub()), 'depositKeyNotNamed'],
    ['that the signer does not hold', () => propose(next, changes(false)), 'depositKeyNotHeld'],
    ['that is in use', () => propose(first), 'depositKeyUsed'],
    ['beside another one', async () => [await propose(), await propose()], 'depositKeyProposed'],
    ['by one person alone', async () => approve(await propose(), wei), 'secondPersonNeeded'],
    [
      'twice',
      async () => {
        const id = await propose()
        await approve(id)
        await approve(id)
      },
      'stale',
    ],
    [
      'whose settings were taken back before the approval',
      async () => approve(await propose(), mei, changes(true, first)),
      'depositKeyNotNamed',
    ],
  ])('is refused %s', async (_, act, refusal) => {
    await open(first, next).address(newUuid())
    await expect(act()).rejects.toThrow(refusal)
  })
})

describe('nobody is moved to another key', () => {
  it('by a setting: a further key changes nothing, and another first one shows and starts nothing', async () => {
    const member = newUuid()
    const { address } = await open(first).address(member)
    expect((await open(first, next).address(member)).address).toBe(address)
    expect((await open(next, first).address(member)).address).toBe(address)
    const unnamed = open(next)
    for (const one of [member, newUuid()])
      await expect(unnamed.address(one)).rejects.toThrow('depositAddressUnverified')
    await expect(unnamed.publish()).rejects.toThrow(`does not name the deposit key ${first}`)
    expect((await rows()).length).toBe(1)
  })

  it('by rows of the database: without the setting nothing is shown, and no block is skipped', async () => {
    const member = newUuid()
    await open(first).address(member)
    await db.owner.query(
      `insert into deposit_key (id, xpub, number, first_index, since, why_zh, why_en, proposed_by, proposed_at, approved_by)
       values (gen_random_uuid(), $1, 2, 1, now(), '为', 'why', $2, now(), $3)`,
      [next, wei, mei],
    )
    const module = open(first)
    for (const one of [member, newUuid()])
      await expect(module.address(one)).rejects.toThrow('depositAddressUnverified')
    const keys = openDepositKeys([first])
    const book = openAddressBook(db.database, { chainId: 1, keys }, pino({ level: 'silent' }))
    await expect(book.refresh()).rejects.toMatchObject({ kind: 'depositKey' })
  })

  it('by a row without a second person', async () => {
    await open(first).address(newUuid())
    const alone = (approver: string | null) =>
      db.owner.query(
        `insert into deposit_key (id, xpub, number, first_index, since, why_zh, why_en, proposed_by, proposed_at, approved_by)
         values (gen_random_uuid(), $1, 2, 1, now(), '为', 'why', $2, now(), $3)`,
        [next, wei, approver],
      )
    for (const approver of [null, wei]) await expect(alone(approver)).rejects.toThrow('check')
  })

  it('from before keys were stored, unless the first setting derives the shown addresses', async () => {
    const member = newUuid()
    const { address } = await open(first).address(member)
    await db.owner.query('delete from deposit_key')
    await expect(open(next, first).publish()).rejects.toThrow('that were given out')
    await expect(open(next).address(newUuid())).rejects.toThrow('depositAddressUnverified')
    await open(first, next).publish()
    expect((await open(next, first).address(member)).address).toBe(address)
  })
})

it('a restored database gives out no index that it may have given out before', async () => {
  const module = open(first)
  await module.address(newUuid())
  await module.address(newUuid())
  await db.owner.query(
    `insert into database_cluster (number, system_identifier, timeline, base, reason)
     select number + 1, system_identifier, timeline, base, 'restore' from database_cluster order by number desc limit 1`,
  )
  for (let i = 0; i < 2; i++) await module.address(newUuid())
  expect((await rows()).map(row => row.index)).toEqual([0, 1, 1_000_002, 1_000_003])
})
