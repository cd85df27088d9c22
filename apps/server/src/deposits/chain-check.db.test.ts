import { endGuard } from '@banyan/tools/guard'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newUuid } from '../platform/ids.ts'
import {
  custodyAddresses,
  hotWallet,
  otherPayer,
  startLyingNode,
  tokens,
} from '../testing/chain.ts'
import { type OnChain, openOnChain } from './deposits.fixture.ts'

let opened: OnChain
let address: string
let hashes: Record<'recharge' | 'small' | 'receipt' | 'out', string>

beforeAll(async () => {
  opened = await openOnChain()
  const { chain, module } = opened
  await module.publish()
  address = (await module.address(newUuid())).address
  await step()
  const recharge = await chain.pay(address, tokens(25))
  const small = await chain.pay((await module.address(newUuid())).address, tokens(3))
  const receipt = await chain.pay(custodyAddresses.hot, tokens(80))
  await chain.fund(hotWallet)
  await step()
  // One stays in custody, and one goes to an address outside.
  await chain.call('transfer', [custodyAddresses.cold, tokens(30)], { from: hotWallet })
  const out = await chain.call('transfer', [otherPayer.address, tokens(10)], { from: hotWallet })
  await step(80)
  hashes = { recharge: recharge.hash, small: small.hash, receipt: receipt.hash, out: out.hash }
})
afterAll(async () => {
  await opened.close()
  await endGuard()
})

const step = async (blocks = 20) => {
  await opened.chain.mine(blocks)
  await opened.module.run(3)
}
const compared = async () => {
  const comparison = await opened.module.compare()
  if (comparison === null) throw new Error('nothing was compared')
  return comparison
}
const differences = async () => (await compared()).breaches.map(({ what }) => what)

/** Changes the books directly in the database, compares, and changes them back. */
async function planted(change: string, undo: string): Promise<string[]> {
  const { owner } = opened.db
  const inOneSession = async (sql: string) => {
    const client = await owner.connect()
    await client.query(`set session_replication_role = replica; ${sql}`)
    client.release(true)
  }
  await inOneSession(change)
  const breaches = await differences()
  await inOneSession(undo)
  return breaches
}

test('every final transfer of the chain is in the books, and nothing else is', async () => {
  expect(await compared()).toMatchObject({
    from: 0,
    deposits: 2,
    receipts: 1,
    outgoing: 2,
    breaches: [],
  })
  const { rows } = await opened.db.owner.query('select state from deposit order by state')
  expect(rows.map(row => row.state)).toEqual(['below_minimum', 'credited'])
})

test.each<[string, () => [string, string], () => string]>([
  [
    'a recharge that is on the chain and in no account',
    () => [
      `create table kept as select * from deposit where transaction_hash = '${hashes.recharge}';
       delete from deposit where transaction_hash = '${hashes.recharge}'`,
      'insert into deposit select * from kept; drop table kept',
    ],
    () => `recharge ${hashes.recharge}:0 is on the chain with 25 USDT`,
  ],
  [
    'a small one that nobody carries',
    () => [
      `update deposit set state = 'vanished', taken_back_at = now() where transaction_hash = '${hashes.small}'`,
      `update deposit set state = 'below_minimum', taken_back_at = null where transaction_hash = '${hashes.small}'`,
    ],
    () => `recharge ${hashes.small}:0 is on the chain with 3 USDT`,
  ],
  [
    'one that waits and waits',
    () => [
      `update deposit set state = 'confirming' where transaction_hash = '${hashes.small}'`,
      `update deposit set state = 'below_minimum' where transaction_hash = '${hashes.small}'`,
    ],
    () => `recharge ${hashes.small}:0 is final with 3 USDT`,
  ],
  [
    'another amount',
    () => [
      `update deposit set token_units = token_units * 2 where transaction_hash = '${hashes.recharge}'`,
      `update deposit set token_units = token_units / 2 where transaction_hash = '${hashes.recharge}'`,
    ],
    () => 'and in the books with 50 USDT',
  ],
  [
    "another member's recharge",
    () => [
      `create table kept as select member_id from deposit where transaction_hash = '${hashes.recharge}';
       update deposit set member_id = gen_random_uuid() where transaction_hash = '${hashes.recharge}'`,
      `update deposit set member_id = (select member_id from kept)
       where transaction_hash = '${hashes.recharge}'; drop table kept`,
    ],
    () => `recharge ${hashes.recharge}:0 is on the chain with 25 USDT`,
  ],
  [
    'a recharge that no chain holds',
    () => [
      `insert into deposit select gen_random_uuid(), chain_id, '0x${'ab'.repeat(32)}', ordinal, member_id,
         token_units, units_per_micro, amount, state, block_number, block_hash, seen_at, credited_at, taken_back_at
       from deposit where transaction_hash = '${hashes.recharge}'`,
      `delete from deposit where transaction_hash = '0x${'ab'.repeat(32)}'`,
    ],
    () => `recharge 0x${'ab'.repeat(32)}:0 is in the books (credited) with 25 USDT`,
  ],
  [
    'a receipt of another amount',
    () => [
      `update custody_receipt set token_units = token_units + units_per_micro, amount = amount + 1`,
      `update custody_receipt set token_units = token_units - units_per_micro, amount = amount - 1`,
    ],
    () => `receipt ${hashes.receipt}:0 is on the chain with 80 USDT`,
  ],
  [
    'a payout that was mined and is not in the books',
    () => [
      `create table kept as select * from custody_transfer where transaction_hash = '${hashes.out}';
       delete from custody_transfer where transaction_hash = '${hashes.out}'`,
      'insert into custody_transfer select * from kept; drop table kept',
    ],
    () => `transfer out ${hashes.out}:0 is on the chain with 10 USDT`,
  ],
  [
    'a payout in the books that was never mined',
    () => [
      `update custody_transfer set ordinal = 1 where transaction_hash = '${hashes.out}'`,
      `update custody_transfer set ordinal = 0 where transaction_hash = '${hashes.out}'`,
    ],
    () => `transfer out ${hashes.out}:1 is in the books (final) with 10 USDT`,
  ],
])('%s is found', async (_, change, expected) => {
  const breaches = await planted(...change())
  expect(breaches.join('\n')).toContain(expected())
  expect(await differences()).toEqual([])
})

test('what a node hides or does not answer is reported as unreadable, not as a difference', async () => {
  const node = await startLyingNode(opened.chain.rpcUrl)
  const { depositXpub, chain, openOver } = opened
  const other = openOver({
    rpcUrls: [chain.rpcUrl, node.url],
    usdt: chain.usdt,
    depositXpubs: [depositXpub],
  })
  node.state.lie = ({ method }) => (method === 'eth_getLogs' ? [] : undefined)
  await expect(other.compare()).rejects.toThrow('do not agree')
  node.state.lie = null
  node.state.down = true
  await expect(other.compare()).rejects.toThrow('1 of 2 nodes')
  await node.stop()
})

test('money that stayed in custody before such transfers were stored is no difference', async () => {
  const breaches = await planted(
    `create table kept as select * from custody_transfer where leads_to = 'cold';
     delete from custody_transfer where leads_to = 'cold'`,
    'insert into custody_transfer select * from kept; drop table kept',
  )
  expect(breaches).toEqual([])
})

test('above a given block only existing entries are compared', async () => {
  const comparison = await opened.module.compare((await compared()).to)
  expect(comparison).toMatchObject({ deposits: 0, receipts: 0, outgoing: 0, breaches: [] })
})
