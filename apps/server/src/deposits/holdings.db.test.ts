import { endGuard } from '@banyan/tools/guard'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { newUuid } from '../platform/ids.ts'
import { type SteeredChain, startSteeredChain, tokens } from '../testing/chain.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { newXpub, type OpenedRoom, openRoom } from './deposits.fixture.ts'

let chain: SteeredChain
let db: TestDatabase
let room: OpenedRoom
let depositXpub: string
let address: string

afterAll(endGuard)
beforeEach(async () => {
  chain = await startSteeredChain()
  db = await openTestDatabase()
  depositXpub = newXpub()
  room = openRoom(db, { rpcUrls: [chain.rpcUrl], usdt: chain.usdt, depositXpub })
  address = (await room.address(newUuid())).address
})
afterEach(() => Promise.all([db.close(), chain.stop()]))

/** Pays and mines until it is credited. */
async function recharge(usdt: number): Promise<void> {
  await chain.pay(address, tokens(usdt))
  await chain.mine(16)
  await room.turn(2)
}
const anHourLater = () =>
  sql`update deposit_holding set read_at = read_at - interval '61 minutes'`.execute(db.database)

test('an address is asked about after its recharge, by its balance and not by what was counted', async () => {
  await room.turn()
  expect(await room.custody()).toMatchObject({ addresses: 0, read: 0, held: 0n })
  await recharge(25.5)
  expect(await room.custody()).toMatchObject({ addresses: 1, read: 0, held: 0n, missing: 0n })
  // Too little to be credited, and on the chain all the same.
  await chain.pay(address, tokens(0.5))
  await chain.mine()
  await room.readHoldings()
  expect(await room.custody()).toMatchObject({ read: 1, held: 26_000_000n, missing: 0n })
  expect(await room.holdings()).toMatchObject([
    { address, held: 26_000_000n, block: await chain.head() },
  ])
})

test('a recharge after the reading neither hides nor feigns a shortfall, and is read next', async () => {
  await recharge(20)
  await room.readHoldings()
  await recharge(30)
  expect(await room.custody()).toMatchObject({ held: 20_000_000n, missing: 0n })
  await room.readHoldings()
  expect(await room.custody()).toMatchObject({ held: 50_000_000n, missing: 0n })
})

test('what was credited and is no longer on the chain is missing', async () => {
  await recharge(20)
  const lose = await chain.snapshot()
  await recharge(30)
  await room.readHoldings()
  expect(await room.custody()).toMatchObject({ held: 50_000_000n, missing: 0n })
  await lose()
  await chain.mine(40)
  await anHourLater()
  await room.readHoldings()
  expect(await room.custody()).toMatchObject({ held: 20_000_000n, missing: 30_000_000n })
})

test('a chain that does not answer leaves the last reading with its age', async () => {
  await recharge(20)
  await room.readHoldings()
  const before = await room.custody()
  await anHourLater()
  await openRoom(db, { depositXpub }).readHoldings()
  expect(await room.custody()).toMatchObject({ held: before.held, block: before.block })
})
