import { until } from '@banyan/tools/until'
import { type Address, type Hex, parseGwei, parseTransaction } from 'viem'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Chain, ChainAway } from '../chain.ts'
import type { Signer } from '../signer.ts'
import { inProcess, openCollecting, units, usdt } from './collection.fixture.ts'

const { bench, collector, held, sentBy } = await openCollecting()
const fees = { leastGwei: '1', mostGwei: '20', replaceAfterSeconds: 30 }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(() => bench.close())

/** A signer of this process, and recharge addresses that hold USDT, with gas or without. */
async function open(
  change: (chain: Chain, at: (index: number) => Address) => Partial<Chain>,
  { addresses = 1, withGas = false } = {},
) {
  const { signer: folder, at } = await collector({}, { config: { fees } })
  for (let index = 0; index < addresses; index++) {
    await bench.chain.send(at(index), usdt(50))
    if (withGas) await bench.client.setBalance({ address: at(index), value: 10n ** 18n })
  }
  await bench.chain.mine(3)
  const signer = await inProcess(folder, chain => ({
    gasPrice: async () => parseGwei('1'),
    ...change(chain, at),
  }))
  return { signer, at }
}

/** Reads the chain once more after so many seconds. */
async function readAfter(signer: Signer, seconds: number): Promise<void> {
  vi.advanceTimersByTime(seconds * 1_000)
  await signer.poll()
}

/** Everything that was sent is in a final block, and the signer has seen it. */
async function settle(signer: Signer): Promise<void> {
  await bench.chain.mine(4)
  await signer.poll()
}

/** The server's request: indexes of the signer's first deposit key. */
const request = ({ context }: Signer, indexes: number[]) => ({
  xpub: context.depositKeys[0]?.xpub ?? '',
  indexes,
})

const outcomeOf = async (signer: Signer, index = 0) =>
  (await signer.collect(request(signer, [index]))).items[0]?.outcome

const statesOf = async (signer: Signer) =>
  (await signer.collections(0)).items.map(one => [one.purpose, one.state])

describe('a collection that no block includes', () => {
  test('is never offered a fee that its address cannot pay', async () => {
    let isDropping = false
    const { signer, at } = await open(chain => ({
      broadcast: async raw => (isDropping ? { accepted: 1, errors: [] } : chain.broadcast(raw)),
    }))
    expect(await outcomeOf(signer)).toBe('gas')
    await settle(signer)
    isDropping = true
    expect(await outcomeOf(signer)).toBe('collect')
    for (let times = 0; times < 10; times++) await readAfter(signer, 31)
    isDropping = false
    await readAfter(signer, 31)
    await settle(signer)
    expect(await held(at(0))).toBe(0n)
    expect(await statesOf(signer)).toEqual([
      ['gas', 'final'],
      ['collect', 'final'],
    ])
    await signer.close()
  })

  test('is given more gas once the price is above what its address can pay', async () => {
    let price = parseGwei('1')
    const { signer, at } = await open(chain => ({
      gasPrice: async () => price,
      broadcast: async raw =>
        (parseTransaction(raw as Hex).gasPrice ?? 0n) < price
          ? { accepted: 1, errors: [] }
          : chain.broadcast(raw),
    }))
    expect(await outcomeOf(signer)).toBe('gas')
    await settle(signer)
    price = parseGwei('5')
    expect(await outcomeOf(signer)).toBe('collect')
    for (let times = 0; times < 3; times++) await readAfter(signer, 31)
    expect(await outcomeOf(signer)).toBe('gas')
    expect(await outcomeOf(signer)).toBe('underWay')
    await settle(signer)
    expect(await outcomeOf(signer)).toBe('underWay')
    await readAfter(signer, 31)
    await settle(signer)
    expect(await held(at(0))).toBe(0n)
    expect(await statesOf(signer)).toEqual([
      ['gas', 'final'],
      ['collect', 'final'],
      ['gas', 'final'],
    ])
    await signer.close()
  })
})

describe('a server that requests more gas again and again, while the price goes up and down', () => {
  test('gets no address more than one transfer costs at the highest price, and nothing while it can pay', async () => {
    let price = parseGwei('1')
    let isDropping = false
    const { signer, at } = await open(chain => ({
      gasPrice: async () => price,
      // No block includes the collection at any fee; gas transactions are included.
      broadcast: async raw =>
        isDropping &&
        parseTransaction(raw as Hex).to?.toLowerCase() === bench.chain.usdt.toLowerCase()
          ? { accepted: 1, errors: [] }
          : chain.broadcast(raw),
    }))
    expect(await outcomeOf(signer)).toBe('gas')
    await settle(signer)
    isDropping = true
    expect(await outcomeOf(signer)).toBe('collect')
    let given = 1
    for (const gwei of ['2', '1', '3', '1', '9', '2', '19', '1', '500', '1', '500']) {
      price = parseGwei(gwei)
      for (let asked = 0; asked < 5; asked++) if ((await outcomeOf(signer)) === 'gas') given++
      await settle(signer)
      await readAfter(signer, 31)
    }
    const wei = await bench.client.getBalance({ address: at(0) })
    const most = 100_000n * parseGwei('20')
    expect(wei).toBeLessThanOrEqual(most)
    const gas = (await signer.collections(0)).items.filter(one => one.purpose === 'gas')
    expect(gas.reduce((sum, one) => sum + BigInt(one.units), 0n)).toBe(wei)
    // Each time twice the price is given, so there are few of them however often it is requested.
    expect([given, gas.length]).toEqual([given, given])
    expect(given).toBeLessThanOrEqual(5)
    await signer.close()
  })
})

test('a request that read an address before it was collected signs no second time', async () => {
  let isRead = false
  let goOn = () => {}
  const wait = new Promise<void>(done => {
    goOn = done
  })
  const { signer, at } = await open(
    (chain, at) => ({
      gas: async of => {
        const wei = await chain.gas(of)
        if (of !== at(0) || isRead) return wei
        isRead = true
        await wait
        return wei
      },
    }),
    { withGas: true },
  )
  const late = outcomeOf(signer)
  await until('the first request has read', () => isRead)
  expect(await outcomeOf(signer)).toBe('collect')
  await settle(signer)
  expect(await statesOf(signer)).toEqual([['collect', 'final']])
  goOn()
  expect(await late).toBe('underWay')
  expect(await statesOf(signer)).toEqual([['collect', 'final']])
  await bench.chain.send(at(0), usdt(30))
  await settle(signer)
  expect(await outcomeOf(signer)).toBe('collect')
  await settle(signer)
  expect((await sentBy(at(0))).map(one => one.units)).toEqual([units(50), units(30)])
  expect((await signer.status()).halted).toBeNull()
  await signer.close()
})

test('open collections are followed at once, so that payouts do not wait for each', async () => {
  const addresses = 6
  const asked = new Set<Address>()
  let isDropping = true
  let isHolding = false
  let goOn = () => {}
  const wait = new Promise<void>(done => {
    goOn = done
  })
  const { signer, at } = await open(
    chain => ({
      broadcast: async raw => (isDropping ? { accepted: 1, errors: [] } : chain.broadcast(raw)),
      nonce: async (which, of) => {
        if (isHolding && of !== undefined) {
          asked.add(of)
          await wait
        }
        return chain.nonce(which, of)
      },
    }),
    { addresses, withGas: true },
  )
  const indexes = [...Array(addresses).keys()]
  await signer.collect(request(signer, indexes))
  isDropping = false
  isHolding = true
  vi.advanceTimersByTime(6_000)
  const polling = signer.poll()
  await until('every address is asked for at once', () => asked.size === addresses)
  goOn()
  await polling
  await settle(signer)
  for (const index of indexes) expect(await held(at(index))).toBe(0n)
  await signer.close()
})

test('gas whose receipt the nodes do not show yet is waited for, and halts the signer in the end', async () => {
  let isHidden = true
  const { signer } = await open(chain => ({
    receipt: async hash => (isHidden ? null : chain.receipt(hash)),
  }))
  expect(await outcomeOf(signer)).toBe('gas')
  await expect(settle(signer)).rejects.toThrow(ChainAway)
  await expect(readAfter(signer, 50)).rejects.toThrow(ChainAway)
  isHidden = false
  await signer.poll()
  expect(await statesOf(signer)).toEqual([['gas', 'final']])
  expect((await signer.status()).halted).toBeNull()
  await signer.close()

  isHidden = true
  const other = await open(() => ({ receipt: async () => null }))
  expect(await outcomeOf(other.signer)).toBe('gas')
  await expect(settle(other.signer)).rejects.toThrow(ChainAway)
  await readAfter(other.signer, 61)
  expect((await other.signer.status()).halted).toBe('nonceGap')
  await other.signer.close()
})
