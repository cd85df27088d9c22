import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  claimLate as claimLateCall,
  getEvidence,
  getTrade,
  parseAmount,
  payTrade,
  publishOrder,
  refusals,
  releaseTrade,
  setReceivingAccount,
  type TradeView,
  takeOrder,
} from '@banyan/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newXpub } from '../deposits/deposits.fixture.ts'
import {
  addressSettings,
  chainId,
  payer,
  type SteeredChain,
  startLyingNode,
  startSteeredChain,
} from '../testing/chain.ts'
import { type HttpSystem, openHttpSystem } from '../testing/http-system.ts'
import { PAYMENT_PASSWORD, type TestMember } from '../testing/members.ts'
import { drawHash, equip, offer, takePart, uploadPicture } from '../testing/scene.ts'

const TRON_ADDRESS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
/** The same address in the form of TRON's events. */
const TRON_PAYER = 'a614f803b6fd780986a42c78ec9c7f77e6ded13c'

let chain: SteeredChain
let second: Awaited<ReturnType<typeof startLyingNode>>
let system: HttpSystem
let seller: TestMember
let buyer: TestMember
let orderId: string
beforeAll(async () => {
  chain = await startSteeredChain()
  second = await startLyingNode(chain.rpcUrl)
  system = await openHttpSystem({
    env: {
      CHAIN_RPC_URLS: `${chain.rpcUrl},${second.url}`,
      CHAIN_ID: String(chainId),
      USDT_CONTRACT: chain.usdt,
      DEPOSIT_XPUB: newXpub(),
      ...addressSettings,
      TEST_CHAIN_WALLET_URL: 'http://127.0.0.1:9/',
    },
  })
  seller = await system.join('Sorrel')
  buyer = await system.join('Bramble')
  await equip(system, seller)
  orderId = (await offer(system, seller)).id
})
afterAll(async () => {
  await system?.close()
  await second?.stop()
  await chain?.stop()
})

const newTrade = () => takePart(system, buyer, orderId, '20')
const claiming = async (trade: TradeView, hash: string, voucher?: string) => ({
  as: buyer,
  params: { id: trade.id },
  body: { vouchers: [voucher ?? (await uploadPicture(system, buyer))], hash },
})
const claim = async (trade: TradeView, hash: string, voucher?: string) =>
  system.must(payTrade, await claiming(trade, hash, voucher))
/** The amount to pay for a trade, in token units. */
const due = (trade: TradeView): bigint => parseAmount(trade.paymentAmount) * 10n ** 12n
/** Runs the worker's checks; returns the finding of the trade's newest hash. */
const checkedFinding = async (trade: TradeView, as = seller) => {
  await system.job('hash checks')
  const { hashes } = await system.must(getEvidence, { as, params: { id: trade.id } })
  return hashes.at(-1)?.now ?? null
}
/** Moves the clocks of the platform and of the chain: a payment counts by its block's time. */
const later = async (ms: number) => {
  clock += ms
  await system.shiftClock(clock)
  await chain.pass(ms)
}
let clock = 0

describe('a payment on the platform’s chain', () => {
  it('is pending, with its confirmations, until it is deep and final; then verified, visible to both', async () => {
    const trade = await newTrade()
    const { hash } = await chain.pay(trade.payTo, due(trade))
    await claim(trade, hash)
    expect((await checkedFinding(trade))?.finding).toBe('not_found')
    await chain.mine(3)
    await later(10_000)
    expect(await checkedFinding(trade)).toMatchObject({
      finding: 'pending',
      confirmations: 3,
      needed: 15,
    })
    await chain.mine(80)
    await later(2_000)
    expect(await checkedFinding(trade, buyer)).toMatchObject({
      finding: 'verified',
      received: trade.paymentAmount,
      payer: payer.address,
    })
    const { hashes } = await system.must(getEvidence, { as: buyer, params: { id: trade.id } })
    expect(hashes[0]?.history.map(one => one.finding)).toEqual(['not_found', 'pending', 'verified'])
    const { state } = await system.must(getTrade, { as: buyer, params: { id: trade.id } })
    expect(state, 'evidence releases nothing').toBe('paid')
  })

  it('that was made in time and shown late opens the trade again, and ends its case', async () => {
    const trade = await newTrade()
    const { hash } = await chain.pay(trade.payTo, due(trade))
    await chain.mine(80)
    await later(31 * 60_000)
    await system.job('otc deadlines')
    await system.must(claimLateCall, {
      as: buyer,
      params: { id: trade.id },
      body: { vouchers: [await uploadPicture(system, buyer)], hash },
    })
    const now = () => system.must(getTrade, { as: seller, params: { id: trade.id } })
    expect(await now()).toMatchObject({ state: 'arbitration_from_grace', stage: 'appeal' })
    expect((await checkedFinding(trade))?.finding).toBe('verified')
    expect(await now()).toMatchObject({
      state: 'paid',
      stage: 'payed',
      dispute: { state: 'verified' },
    })
    await system.must(releaseTrade, {
      as: seller,
      params: { id: trade.id },
      body: { paymentPassword: PAYMENT_PASSWORD },
    })
  })

  it('belongs to the trade whose amount it has: refused at once when it is shown for another', async () => {
    const [one, other] = [await newTrade(), await newTrade()]
    expect(one.paymentAmount).not.toBe(other.paymentAmount)
    const { hash } = await chain.pay(one.payTo, due(one))
    await chain.mine(3)
    const reply = await system.ask(payTrade, await claiming(other, hash))
    expect(reply.code).toBe(refusals.paymentOfAnotherTrade.code)
    expect(reply.msg).toContain(other.paymentAmount)
    const { state, payment } = await system.must(getTrade, { as: buyer, params: { id: other.id } })
    expect([state, payment]).toEqual(['unpaid', null])
    await claim(one, hash)
    await chain.mine(80)
    expect((await checkedFinding(one))?.finding).toBe('verified')
  })

  it('shown for two trades before a block holds it belongs to one of them in the end, and both are marked', async () => {
    const [one, other] = [await newTrade(), await newTrade()]
    const { hash } = await chain.pay(one.payTo, due(one))
    await claim(other, hash)
    await claim(one, hash)
    await chain.mine(80)
    expect((await checkedFinding(other))?.finding).toBe('other_trade')
    expect((await checkedFinding(one))?.finding).toBe('verified')
    for (const trade of [one, other]) {
      const { reused } = await system.must(getEvidence, { as: seller, params: { id: trade.id } })
      expect(reused).toEqual(['hash'])
    }
  })

  it('that a reorganisation removed is looked for again, and counts where it comes back', async () => {
    const trade = await newTrade()
    // A replacement block has the time of the one before it, which counts against the take's.
    await chain.mine()
    const { hash, raw } = await chain.pay(trade.payTo, due(trade))
    await chain.mine(3)
    await claim(trade, hash)
    expect((await checkedFinding(trade))?.finding).toBe('pending')
    await chain.reorg(3)
    await later(2_000)
    expect((await checkedFinding(trade))?.finding).toBe('not_found')
    await chain.reorg(1, [[raw, 0]])
    await chain.mine(80)
    // The longer it was missing, the longer the wait until the next check.
    await later(60_000)
    expect((await checkedFinding(trade))?.finding).toBe('verified')
  })

  it('is found by its amount although nobody has shown its hash', async () => {
    const trade = await newTrade()
    const { hash } = await chain.pay(trade.payTo, due(trade))
    await chain.mine(80)
    await system.job('payment watch')
    expect(await checkedFinding(trade)).toMatchObject({ finding: 'verified', payer: payer.address })
    const { hashes } = await system.must(getEvidence, { as: buyer, params: { id: trade.id } })
    expect(hashes[0]?.hash).toBe(hash.slice(2))
  })

  it('is distinguished from one to another address, in another token, or of another amount', async () => {
    const trades = [await newTrade(), await newTrade(), await newTrade(), await newTrade()]
    const [first] = trades
    if (!first) throw new Error('there is no first trade')
    const amount = due(first)
    const fake = await chain.deployToken()
    await chain.mine()
    await chain.call('mint', [payer.address, amount], { contract: fake })
    const sent = [
      await chain.pay('0x8617E340B3D01FA5F11F306F4090FD50E238070D', amount),
      await chain.call('transfer', [first.payTo, amount], { contract: fake }),
      // A token of 18 decimals can be sent in parts that USDT with six does not have.
      await chain.pay(first.payTo, amount - 1n),
      await chain.pay(first.payTo, amount / 2n),
    ]
    await chain.mine(80)
    for (const [at, trade] of trades.entries()) await claim(trade, sent[at]?.hash ?? '')
    const findings = []
    for (const trade of trades) findings.push((await checkedFinding(trade))?.finding)
    expect(findings).toEqual(['wrong_recipient', 'wrong_token', 'near', 'wrong_amount'])
  })

  it('has the finding "unavailable" while the nodes are away or disagree, never "not paid"', async () => {
    const trade = await newTrade()
    const { hash } = await chain.pay(trade.payTo, due(trade))
    await chain.mine(80)
    second.state.down = true
    await claim(trade, hash)
    expect((await checkedFinding(trade))?.finding).toBe('unavailable')
    second.state.down = false
    const withheld = 'eth_getTransactionReceipt'
    second.state.lie = (call, truth) => (call.method === withheld ? null : truth)
    second.state.asked.length = 0
    const next = async () => {
      await later(300_000)
      return (await checkedFinding(trade))?.finding
    }
    // A node that failed is not asked for a second of real time.
    const often = { interval: 300 }
    await expect
      .poll(async () => {
        const finding = await next()
        return second.state.asked.includes(withheld) && finding
      }, often)
      .toBe('unavailable')
    second.state.lie = null
    await expect.poll(next, often).toBe('verified')
  })
})

describe('evidence that is shown twice', () => {
  it('is marked: the same picture in two trades, by its bytes', async () => {
    const [one, other] = [await newTrade(), await newTrade()]
    const voucher = await uploadPicture(system, buyer)
    await claim(one, drawHash(), voucher)
    await claim(other, drawHash(), voucher)
    await system.job('hash checks')
    const { reused } = await system.must(getEvidence, { as: seller, params: { id: one.id } })
    expect(reused).toEqual(['picture'])
  })
})

describe('a payment on TRON', () => {
  const tronSystem = async (url?: string) => {
    const tron = await openHttpSystem(url ? { env: { TRON_RPC_URL: url } } : {})
    const [sells, buys] = [await tron.join('Sorrel'), await tron.join('Bramble')]
    await tron.give(sells, 'LEAF', '5000')
    await tron.must(setReceivingAccount, {
      as: sells,
      body: {
        bsc: null,
        tron: TRON_ADDRESS,
        contact: '@seller',
        paymentPassword: PAYMENT_PASSWORD,
      },
    })
    return { one: tron, sells, buys }
  }

  it('is looked up when a node is configured, by the pinned contract and six decimals', async () => {
    const onTron = { hash: '', to: 'a614f803b6fd780986a42c78ec9c7f77e6ded13c', units: 0n, head: 0 }
    const node = createServer(async (request, response) => {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part)
      const { value } = JSON.parse(Buffer.concat(parts).toString() || '{}')
      const answer = request.url?.endsWith('getnowblock')
        ? { block_header: { raw_data: { number: onTron.head, timestamp: Date.now() } } }
        : value !== onTron.hash
          ? {}
          : {
              id: onTron.hash,
              blockNumber: 100,
              blockTimeStamp: Date.now(),
              receipt: { result: 'SUCCESS' },
              log: [
                {
                  address: 'a614f803b6fd780986a42c78ec9c7f77e6ded13c',
                  topics: [
                    'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
                    TRON_PAYER.padStart(64, '0'),
                    onTron.to.padStart(64, '0'),
                  ],
                  data: onTron.units.toString(16).padStart(64, '0'),
                },
              ],
            }
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
    })
    await new Promise<void>(resolve => node.listen(0, '127.0.0.1', resolve))
    const {
      one: tron,
      sells,
      buys,
    } = await tronSystem(`http://127.0.0.1:${(node.address() as AddressInfo).port}`)
    const paid = await tronTrade(tron, sells, buys)
    onTron.hash = drawHash().slice(2)
    onTron.units = parseAmount(paid.paymentAmount)
    onTron.head = 110
    await tron.must(payTrade, {
      as: buys,
      params: { id: paid.id },
      body: { vouchers: [await uploadPicture(tron, buys)], hash: onTron.hash },
    })
    const checkedNow = async () => {
      await tron.job('hash checks')
      const { hashes } = await tron.must(getEvidence, { as: sells, params: { id: paid.id } })
      return hashes[0]?.now
    }
    expect(await checkedNow()).toMatchObject({ finding: 'pending', confirmations: 11, needed: 19 })
    onTron.head = 118
    await tron.shiftClock(2_000)
    expect(await checkedNow()).toMatchObject({
      finding: 'verified',
      received: paid.paymentAmount,
      payer: TRON_ADDRESS,
    })
    await tron.close()
    await new Promise(resolve => node.close(resolve))
  })

  it('states plainly that nothing was checked when no node is configured', async () => {
    const { one: tron, sells, buys } = await tronSystem()
    const trade = await tronTrade(tron, sells, buys)
    await tron.must(payTrade, {
      as: buys,
      params: { id: trade.id },
      body: { vouchers: [await uploadPicture(tron, buys)], hash: drawHash() },
    })
    await tron.job('hash checks')
    const { hashes } = await tron.must(getEvidence, { as: buys, params: { id: trade.id } })
    expect(hashes[0]?.now?.finding).toBe('not_checked')
    await tron.close()
  })
})

async function tronTrade(
  tron: HttpSystem,
  sells: TestMember,
  buys: TestMember,
): Promise<TradeView> {
  const order = await tron.must(publishOrder, {
    as: sells,
    body: {
      quantity: '50',
      price: '1.02',
      minQuantity: '1',
      maxQuantity: '50',
      concessionBps: 0,
      networks: ['TRON'],
      paymentPassword: PAYMENT_PASSWORD,
    },
  })
  return tron.must(takeOrder, {
    as: buys,
    params: { id: order.id },
    body: { quantity: '20', network: 'TRON', version: 1 },
  })
}
