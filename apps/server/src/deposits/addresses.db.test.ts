import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { houseAccount, memberAccount, openLedger, sealBooks } from '../ledger/index.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { changesOf, meet } from '../testing/meet.ts'
import { openAddressBook } from './addresses.ts'
import { openDepositKeys } from './deposit-keys.ts'
import { newXpub, openModule } from './deposits.fixture.ts'
import { openDerivation } from './derive.ts'
import { checkDeposits, checkLateDeposits } from './index.ts'
import type { DepositRow } from './store.ts'

let db: TestDatabase
const depositXpub = newXpub()
const derive = openDerivation(depositXpub)
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

const open = () => openModule(db, { depositXpubs: [depositXpub] })
const tamper = (memberId: string, address: string) =>
  db.owner.query('update deposit_address set address = $2 where member_id = $1', [
    memberId,
    address,
  ])

describe('a deposit address', () => {
  it("is the member's own, the same each time, and known as ours", async () => {
    const module = open()
    const [first, second] = [newUuid(), newUuid()]
    const shown = await module.address(first)
    expect(shown).toMatchObject({
      network: 'BSC',
      minimum: '10',
      confirmations: 15,
      testChain: true,
      underWay: [],
      chainState: 'unreachable',
    })
    expect((await module.address(first)).address).toBe(shown.address)
    expect((await module.address(second)).address).not.toBe(shown.address)
    expect(await module.isOwnAddress(db.database, shown.address)).toBe(true)
    expect(await module.isOwnAddress(db.database, shown.address.toLowerCase())).toBe(true)
    expect(await module.isOwnAddress(db.database, `0x${'ab'.repeat(20)}`)).toBe(false)
  })

  it('is created once when ten calls ask for it at once, and indices have no gaps', async () => {
    const module = open()
    const members = Array.from({ length: 8 }, newUuid)
    const asked = members.flatMap(member => Array.from({ length: 5 }, () => member))
    const sides = asked.map(member => () => module.address(member))
    const met = await meet(db, changesOf('deposit_address'), sides, { waiting: 20 })
    const shown = await Promise.all(met)
    expect(new Set(shown.map(one => one.address)).size).toBe(8)
    const rows = await db.database
      .selectFrom('depositAddress')
      .select(['derivationIndex', 'address'])
      .orderBy('derivationIndex')
      .execute()
    expect(rows.map(row => row.derivationIndex)).toEqual(rows.map((_, i) => i))
    expect(rows.map(row => row.address)).toEqual(rows.map((_, i) => derive(i)))
  })

  it('that was changed in the database is not shown, and an error is logged', async () => {
    const module = open()
    const member = newUuid()
    await module.address(member)
    await tamper(member, `0x${'Ab'.repeat(20)}`)
    await expect(module.address(member)).rejects.toThrow('depositAddressUnverified')
    expect(module.logged(50).length).toBe(1)
  })

  it('cannot be changed by the application at all', async () => {
    const change = db.database.updateTable('depositAddress').set({ address: '0x' }).execute()
    await expect(change).rejects.toThrow('permission denied')
  })

  it('of another extended key is not shown either', async () => {
    const member = newUuid()
    await open().address(member)
    const other = openModule(db, { depositXpubs: [newXpub()] })
    await expect(other.address(member)).rejects.toThrow('depositAddressUnverified')
  })

  it('is not offered without a chain, while past recharges can still be listed', async () => {
    const module = openModule(db, null)
    await expect(module.address(newUuid())).rejects.toThrow('depositsNotOffered')
    expect(await module.list(newUuid())).toEqual({ items: [], nextCursor: null })
    expect(module.job).toBeUndefined()
  })

  it('of a real chain is not made before the chain is followed', async () => {
    const member = newUuid()
    const module = openModule(db, { depositXpubs: [depositXpub], testWalletUrl: null })
    await expect(module.address(member)).rejects.toThrow('depositsNotReady')
    const addresses = db.database
      .selectFrom('depositAddress')
      .selectAll()
      .where('memberId', '=', member)
    expect(await addresses.execute()).toEqual([])
  })
})

describe('the address book', () => {
  it('reads what is new, and contains no address that its index does not derive', async () => {
    const chain = { chainId: 31_337, keys: openDepositKeys([depositXpub]) }
    const book = openAddressBook(db.database, chain, pino({ level: 'silent' }))
    await book.refresh()
    const before = book.all().length
    const module = open()
    const [honest, tampered] = [newUuid(), newUuid()]
    const { address } = await module.address(honest)
    await module.address(tampered)
    const exchange = `0x${'ee'.repeat(20)}`
    await tamper(tampered, exchange)
    expect(book.ownerOf(address.toLowerCase())).toBeUndefined()
    await book.refresh()
    expect(book.all().length).toBe(before + 2)
    expect(book.ownerOf(address.toLowerCase())?.memberId).toBe(honest)
    expect(book.ownerOf(exchange)).toBeUndefined()
  })
})

const ledger = openLedger()
async function put(database: TestDatabase['database'], row: Partial<DepositRow>) {
  const at = new Date()
  const filled = {
    id: newUuid(),
    chainId: 56,
    transactionHash: newUuid(),
    ordinal: 0,
    memberId: newUuid(),
    tokenUnits: 10n ** 19n,
    unitsPerMicro: 10n ** 12n,
    amount: 10_000_000n,
    state: 'credited' as const,
    blockNumber: 7,
    blockHash: '0x',
    seenAt: at,
    creditedAt: at,
    takenBackAt: null,
    derivationIndex: null,
    ...row,
  }
  await database.insertInto('deposit').values(filled).execute()
  return filled
}
const pay = (
  database: TestDatabase['database'],
  memberId: string,
  amount: bigint,
  reference: string,
) =>
  inTransaction(database, tx =>
    ledger.post(tx, [
      {
        from: houseAccount('USDT', 'EXT'),
        to: memberAccount(memberId, 'USDT'),
        amount,
        kind: 'recharge',
        reference,
      },
    ]),
  )

describe('the list', () => {
  it('is paged by key, newest first, and shows no other member’s', async () => {
    const module = open()
    const memberId = newUuid()
    const start = Date.now()
    const hashes: string[] = []
    for (let i = 0; i < 5; i++) {
      const seenAt = new Date(start + Math.floor(i / 2) * 1000)
      const state = 'confirming' as const
      const { transactionHash } = await put(db.database, {
        memberId,
        seenAt,
        state,
        creditedAt: null,
      })
      hashes.push(transactionHash)
    }
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page = await module.list(memberId, cursor ? { limit: '2', cursor } : { limit: '2' })
      seen.push(...page.items.map(item => item.hash))
      cursor = page.nextCursor
    } while (cursor)
    expect([...seen].sort()).toEqual([...hashes].sort())
    expect(seen[0]).toBe(hashes[4])
    expect((await module.list(newUuid())).items).toEqual([])
    await expect(module.list(memberId, { cursor: 'x' })).rejects.toThrow('invalidInput')
  })
})

describe('the check', () => {
  it('finds nothing where every credit has its recharge, and names each credit without one', async () => {
    const own = await openTestDatabase()
    const reference = (row: { transactionHash: string }) => `56:${row.transactionHash}:0`
    try {
      const right = await put(own.database, {})
      await pay(own.database, right.memberId, 10_000_000n, reference(right))
      expect(await checkDeposits(own.database)).toEqual([])

      const unpaid = await put(own.database, {})
      const short = await put(own.database, {})
      await pay(own.database, short.memberId, 9_000_000n, reference(short))
      const astray = await put(own.database, {})
      await pay(own.database, newUuid(), 10_000_000n, reference(astray))
      const early = await put(own.database, { state: 'confirming', creditedAt: null })
      await pay(own.database, early.memberId, 10_000_000n, reference(early))
      await pay(own.database, newUuid(), 1n, 'no deposit')
      await put(own.database, { tokenUnits: 10n ** 19n + 5n, transactionHash: 'dust', amount: 0n })
      const breaches = (await checkDeposits(own.database)).map(breach => breach.what)
      const about = (row: { id: string }) => expect.stringContaining(row.id.replaceAll('-', ''))
      for (const row of [unpaid, short, astray, early]) expect(breaches).toContainEqual(about(row))
      expect(breaches).toContainEqual(expect.stringContaining('belongs to no deposit'))
      expect(breaches).toContainEqual(expect.stringContaining('carries 0 token units'))
      expect(breaches.length).toBe(6)
      const late = async () => (await checkLateDeposits(own.database)).map(breach => breach.what)
      expect((await late()).toSorted()).toEqual(breaches.toSorted())
      // After some days it is the check of everything that finds them.
      await sealBooks(own.database)
      await own.owner.query("insert into house_clock (shift) values (interval '4 days')")
      expect(await late()).toEqual([])
      expect(await checkDeposits(own.database)).toHaveLength(6)
    } finally {
      await own.close()
    }
  })

  it('of what is new passes a deposit of days ago whose transaction has another one credited now', async () => {
    const own = await openTestDatabase()
    try {
      const transactionHash = newUuid()
      const first = await put(own.database, { transactionHash })
      await pay(own.database, first.memberId, 10_000_000n, `56:${transactionHash}:0`)
      await sealBooks(own.database)
      const days = 4
      await own.owner.query("insert into house_clock (shift) values (interval '4 days')")
      const creditedAt = new Date(Date.now() + days * 86_400_000)
      const second = await put(own.database, { transactionHash, ordinal: 1, creditedAt })
      await pay(own.database, second.memberId, 10_000_000n, `56:${transactionHash}:1`)
      expect(await checkLateDeposits(own.database)).toEqual([])
      expect(await checkDeposits(own.database)).toEqual([])
      // A recharge that is new and wrong is found, however old its deposit is.
      const old = await put(own.database, {})
      await pay(own.database, newUuid(), 10_000_000n, `56:${old.transactionHash}:0`)
      expect(await checkLateDeposits(own.database)).not.toEqual([])
    } finally {
      await own.close()
    }
  })
})
