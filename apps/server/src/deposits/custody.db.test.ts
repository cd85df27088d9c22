import { endGuard } from '@banyan/tools/guard'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { newUuid } from '../platform/ids.ts'
import { custodyAddresses, hotWallet, startLyingNode, tokens } from '../testing/chain.ts'
import { type OnChain, openOnChain } from './deposits.fixture.ts'

let opened: OnChain
let chain: OnChain['chain']
let module: OnChain['module']
let address: string

afterAll(endGuard)
beforeEach(async () => {
  opened = await openOnChain()
  ;({ chain, module } = opened)
  await module.publish()
  address = (await module.address(newUuid())).address
})
afterEach(() => opened.close())

const step = async (blocks = 1) => {
  await chain.mine(blocks)
  await module.run(2)
}
const usdt = (whole: number): bigint => BigInt(Math.round(whole * 1e6))

test('custody is what every address holds at one final block, by the use of the addresses', async () => {
  await step()
  expect(await module.readCustody()).toMatchObject({ held: 0n, addresses: 4 })
  await chain.pay(address, tokens(25.5))
  await chain.pay(custodyAddresses.income, tokens(600))
  await chain.pay(custodyAddresses.cold, tokens(7))
  await step(20)
  const { block } = await module.instant()
  const read = await module.readCustody()
  expect(read).toMatchObject({
    block,
    addresses: 5,
    held: usdt(632.5),
    uncredited: 0n,
    unclassified: usdt(607),
    by: { recharges: usdt(25.5), income: usdt(600), cold: usdt(7), founding: 0n, hot: 0n },
  })
  expect(await module.recharged()).toMatchObject([
    { address, held: usdt(25.5), block: block.number, readAt: expect.any(Date) },
  ])
  const held = new Map((await module.published()).map(one => [one.use, one.held]))
  expect([held.get('income'), held.get('hot')]).toEqual([usdt(600), 0n])
})

test('what came in and is in no account is listed separately: a recharge under way, one below the minimum', async () => {
  await chain.pay(address, tokens(4))
  await step(20)
  expect(await module.readCustody()).toMatchObject({ held: usdt(4), uncredited: usdt(4) })
  // Not final: it is above the block of the reading.
  await chain.pay(address, tokens(50))
  await step()
  expect(await module.readCustody()).toMatchObject({ held: usdt(4), uncredited: usdt(4) })
  await step(20)
  expect(await module.readCustody()).toMatchObject({ held: usdt(54), uncredited: 0n })
})

test('fractions of a micro-USDT at several addresses are rounded once, never into a shortfall', async () => {
  const other = newUuid()
  const odd = 600_000_000_000n
  await chain.pay(address, tokens(20) + odd)
  await step(20)
  await chain.pay((await module.address(other)).address, tokens(3) + odd)
  await chain.pay(custodyAddresses.income, tokens(5) + odd)
  await step(20)
  const { held, uncredited, unclassified } = await module.readCustody()
  // 28.0000018 are held; 20 of them are credited.
  expect(held).toBe(28_000_001n)
  expect(held - uncredited - unclassified).toBe(20_000_000n)
})

test('transfers after the instant of the books do not change its reading', async () => {
  await chain.pay(address, tokens(20))
  await chain.pay(custodyAddresses.hot, tokens(80))
  await chain.fund(hotWallet)
  await step(20)
  const before = await module.instant()
  await chain.pay(address, tokens(30))
  await chain.call('transfer', [chain.usdt, tokens(80)], { from: hotWallet })
  await step(20)
  expect(await module.readCustody(before)).toMatchObject({ block: before.block, held: usdt(100) })
  expect(await module.readCustody()).toMatchObject({ held: usdt(50), by: { hot: 0n } })
})

test('an amount that was credited and is no longer on the chain is missing', async () => {
  await chain.pay(address, tokens(20))
  await step(20)
  const lose = await chain.snapshot()
  await chain.pay(address, tokens(30))
  await step(20)
  expect(await module.readCustody()).toMatchObject({ held: usdt(50) })
  await lose()
  await step(40)
  expect(await module.readCustody()).toMatchObject({ held: usdt(20), uncredited: 0n })
})

test('nothing is read of a chain that does not answer, that disagrees, or that is far ahead', async () => {
  await chain.pay(address, tokens(20))
  await step(20)
  await expect(opened.openOver({ rpcUrls: ['http://127.0.0.1:9'] }).readCustody()).rejects.toThrow(
    'told',
  )

  const liar = await startLyingNode(chain.rpcUrl)
  const two = opened.openOver({ rpcUrls: [chain.rpcUrl, liar.url] })
  const word = (value: bigint) => value.toString(16).padStart(64, '0')
  // The last word of the answer is the last address's balance.
  liar.state.lie = ({ method }, truth) =>
    method === 'eth_call' ? `${(truth as string).slice(0, -64)}${word(tokens(9e6))}` : undefined
  await expect(two.readCustody()).rejects.toThrow('do not agree on balances')
  liar.state.lie = null
  expect(await two.readCustody()).toMatchObject({ held: usdt(20) })
  await liar.stop()

  const { block, ...rest } = await module.instant()
  const another = { ...block, hash: `0x${'ab'.repeat(32)}` }
  await expect(module.readCustody({ ...rest, block: another })).rejects.toThrow('another one')
  await chain.mine(500)
  await expect(module.readCustody({ ...rest, block })).rejects.toThrow('far below')
})

test('a chain without Multicall3 is asked address by address, with the same result', async () => {
  await chain.pay(address, tokens(20))
  await chain.pay(custodyAddresses.cold, tokens(7))
  await step(20)
  const together = await module.readCustody()
  const bare = await startLyingNode(chain.rpcUrl)
  bare.state.lie = ({ method }) => (method === 'eth_getCode' ? '0x' : undefined)
  const calls = () => bare.state.asked.filter(method => method === 'eth_call').length
  const over = opened.openOver({ rpcUrls: [bare.url] })
  expect(await over.readCustody()).toEqual(together)
  expect(calls()).toBe(5)
  bare.state.lie = null
  expect(await over.readCustody()).toEqual(together)
  expect(calls()).toBe(6)
  await bare.stop()
})

test('balances of another block than the requested one are not accepted', async () => {
  await chain.pay(address, tokens(20))
  await step(20)
  const late = await startLyingNode(chain.rpcUrl)
  // The first word of the answer is the block.
  late.state.lie = ({ method }, truth) =>
    method === 'eth_call' ? `0x${'1'.padStart(64, '0')}${(truth as string).slice(66)}` : undefined
  const over = opened.openOver({ rpcUrls: [late.url] })
  await expect(over.readCustody()).rejects.toThrow('told balances')
  await late.stop()
})
