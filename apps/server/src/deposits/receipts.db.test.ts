import { endGuard } from '@banyan/tools/guard'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ConfigError } from '../platform/config.ts'
import { newUuid } from '../platform/ids.ts'
import {
  custodyAddresses,
  hotWallet,
  otherPayer,
  payer,
  startLyingNode,
  tokens,
} from '../testing/chain.ts'
import { type OnChain, openOnChain } from './deposits.fixture.ts'

const { income, hot } = custodyAddresses
let opened: OnChain
let chain: OnChain['chain']
let db: OnChain['db']
let module: OnChain['module']

afterAll(endGuard)
beforeEach(async () => {
  opened = await openOnChain()
  ;({ chain, db, module } = opened)
  await module.publish()
})
afterEach(() => opened.close())

const step = async (blocks = 1) => {
  await chain.mine(blocks)
  await module.run()
}
const only = async () => {
  const rows = await module.receipts()
  expect(rows.length).toBe(1)
  const [shown] = rows
  if (!shown) throw new Error('there is no receipt')
  return shown
}

describe('a receipt', () => {
  it('has the facts of the chain: amount, time, sender and place; it becomes final when a recharge would be credited', async () => {
    const { hash } = await chain.pay(income, tokens(600.123456))
    await step()
    const { row, wire } = await only()
    const at = await timeOfBlock(row.blockNumber)
    expect(wire).toMatchObject({
      use: 'income',
      address: income,
      from: payer.address.toLowerCase(),
      amount: '600.123456',
      hash,
      position: 0,
      blockAt: at.toISOString(),
      confirmations: 1,
      needed: 15,
      state: 'confirming',
    })
    for (let confirmations = 2; confirmations < 15; confirmations++) {
      await step()
      expect((await only()).wire).toMatchObject({ confirmations, state: 'confirming' })
    }
    await step()
    expect((await only()).wire).toMatchObject({ state: 'final', confirmations: 15 })
    const news = db.database.selectFrom('outbox').select('memberId').where('topic', '=', 'custody')
    expect(await news.execute()).toEqual([{ memberId: null }, { memberId: null }])
  })

  it('of 1,000 USDT or more waits until every validator has confirmed it', async () => {
    const node = await startLyingNode(chain.rpcUrl)
    module = opened.openOver({ rpcUrls: [node.url] })
    await module.run()
    const before = await header(await chain.head())
    node.state.lie = ({ method }) => (method === 'eth_getFinalizedHeader' ? before : undefined)
    await chain.pay(income, tokens(1000))
    await step(40)
    expect((await only()).wire.state).toBe('confirming')
    node.state.lie = null
    await step()
    expect((await only()).wire.state).toBe('final')
    await node.stop()
  })

  it('is seen at every published address, several in one transaction’s block, each once', async () => {
    for (const address of Object.values(custodyAddresses)) await chain.pay(address, tokens(5))
    await chain.pay(income, tokens(5))
    await step(16)
    const uses = (await module.receipts()).map(({ wire }) => wire.use).sort()
    expect(uses).toEqual(['cold', 'founding', 'hot', 'income', 'income'])
    await Promise.all([module.run(3), opened.openOver().run(3)])
    expect((await module.receipts()).length).toBe(5)
  })

  it('is found in a range of blocks from a time without a watcher, with its own time', async () => {
    await module.run()
    await chain.mine(100)
    await chain.pay(income, tokens(7))
    await chain.mine(200)
    await module.run(3)
    const { row, wire } = await only()
    expect([wire.state, wire.blockAt]).toEqual([
      'final',
      (await timeOfBlock(row.blockNumber)).toISOString(),
    ])
  })
})

describe('no receipt', () => {
  it('is another token, a failed transaction, or a transfer of zero', async () => {
    const fake = await chain.deployToken()
    await chain.mine()
    await chain.call('mint', [payer.address, tokens(500)], { contract: fake })
    await chain.call('transfer', [income, tokens(500)], { contract: fake })
    await chain.call('transfer', [income, tokens(1e9)])
    await chain.call('transfer', [income, 0n])
    await chain.call('transferFrom', [payer.address, income, 0n], { from: otherPayer })
    await step(20)
    expect(await module.receipts()).toEqual([])
  })

  it('is what custody sends to itself: existing money is not income, and nobody’s recharge', async () => {
    const member = newUuid()
    const { address } = await module.address(member)
    await chain.pay(hot, tokens(300))
    await chain.fund(hotWallet)
    await step(20)
    await chain.call('transfer', [income, tokens(100)], { from: hotWallet })
    await chain.call('transfer', [address, tokens(100)], { from: hotWallet })
    await step(20)
    expect((await module.receipts()).map(({ wire }) => wire.use)).toEqual(['hot'])
    expect((await module.list(member)).items).toEqual([])
    expect(await module.available(member)).toBe(0n)
  })
})

describe('a reorganisation', () => {
  it('takes a receipt back visibly, and another block brings the same one again', async () => {
    await chain.mine(3)
    const { raw } = await chain.pay(income, tokens(50))
    await step(5)
    const first = await only()
    await chain.reorg(7)
    await step()
    expect((await only()).wire).toMatchObject({ state: 'vanished', confirmations: 0 })
    await chain.reorg(2, [[raw, 1]])
    await step()
    const again = await only()
    expect(again.wire).toMatchObject({ id: first.wire.id, state: 'confirming' })
    expect(again.row.blockHash).not.toBe(first.row.blockHash)
    await step(16)
    expect((await only()).wire.state).toBe('final')
  })

  it('of a final block is logged, and the receipt is not shown as existing', async () => {
    const { raw } = await chain.pay(income, tokens(50))
    await step(20)
    expect((await only()).wire.state).toBe('final')
    await chain.reorg(20)
    await step()
    expect(module.logged(50)).toContainEqual(expect.stringContaining('a final receipt'))
    expect((await only()).wire).toMatchObject({ state: 'vanished', confirmations: 0 })
    await chain.reorg(1, [[raw, 0]])
    await step()
    expect((await only()).wire.state).toBe('final')
  })
})

describe('the published addresses', () => {
  it('are those of the settings; one that is no longer named stays watched and ours', async () => {
    const later = otherPayer.address
    await chain.pay(hot, tokens(300))
    await chain.fund(hotWallet)
    await step(20)
    const addresses = { ...custodyAddresses, hot: later }
    module = opened.openOver({ addresses })
    await module.publish()
    const published = await module.published()
    expect(published.map(one => [one.use, one.address, one.replacedAt !== null])).toEqual([
      ['founding', custodyAddresses.founding, false],
      ['income', income, false],
      ['hot', later, false],
      ['cold', custodyAddresses.cold, false],
      ['hot', hot, true],
    ])
    // The old one empties into the new one: that is no receipt. Later transfers to the old one are.
    await chain.call('transfer', [later, tokens(300)], { from: hotWallet })
    await step(20)
    expect((await module.receipts()).length).toBe(1)
    await chain.pay(hot, tokens(9))
    await step(20)
    expect((await module.receipts()).map(({ wire }) => wire.amount)).toEqual(['9', '300'])
    // Named again, it is in use again.
    await opened.openOver().publish()
    const inUse = (await module.published()).filter(one => one.replacedAt === null)
    expect(inUse.map(one => one.address)).toContain(hot)
  })

  it('are none of the members’: a recharge address is refused', async () => {
    const { address } = await module.address(newUuid())
    const wrong = opened.openOver({ addresses: { ...custodyAddresses, cold: address } })
    await expect(wrong.publish()).rejects.toThrow(ConfigError)
    await expect(wrong.publish()).rejects.toThrow('is the recharge address of a member')
  })

  it('are never shown to a member for a recharge', async () => {
    const member = newUuid()
    const { address } = await module.address(member)
    await db.database
      .insertInto('custodyAddress')
      .values({ chainId: 31_337, address, use: 'cold', publishedAt: new Date() })
      .execute()
    await expect(module.address(member)).rejects.toThrow('depositAddressUnverified')
  })
})

it('the database keeps what is final, and one row for each transfer', async () => {
  await chain.pay(income, tokens(50))
  await step(20)
  const { row } = await only()
  const change = (to: string) =>
    expect(db.owner.query(`update custody_receipt set ${to} where id = $1`, [row.id])).rejects
  await change('amount = amount * 2, token_units = token_units * 2').toThrow('is final')
  await change("block_at = now() - interval '3 days'").toThrow('is final')
  await change("state = 'confirming', final_at = null").toThrow('is final')
  await change('amount = amount + 1').toThrow()
  await db.owner.query('update custody_receipt set booked_at = now() where id = $1', [row.id])
  await change('booked_at = null').toThrow('is final')
  const again = `insert into custody_receipt select gen_random_uuid(), chain_id, transaction_hash, ordinal, address,
    sender, token_units, units_per_micro, amount, state, block_number, block_hash, block_at, seen_at, final_at
    from custody_receipt`
  await expect(db.owner.query(again)).rejects.toThrow('custody_receipt_chain_id_transaction_hash')
})

async function header(number: number): Promise<{ timestamp: string }> {
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'eth_getBlockByNumber',
    params: [`0x${number.toString(16)}`, false],
  })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(chain.rpcUrl, { method: 'POST', headers, body })
  return ((await answer.json()) as { result: { timestamp: string } }).result
}

const timeOfBlock = async (number: number): Promise<Date> =>
  new Date(Number((await header(number)).timestamp) * 1_000)
