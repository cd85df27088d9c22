import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '@banyan/tools/until'
import {
  createWalletClient,
  type Hex,
  http,
  keccak256,
  parseEther,
  parseGwei,
  parseTransaction,
} from 'viem'
import { afterAll, describe, expect, test } from 'vitest'
import { newAddress, nodeBetween, type TestSigner } from '../signer.fixture.ts'
import { newDepositKey, openCollecting, units, usdt } from './collection.fixture.ts'

const opened = await openCollecting()
const { bench, token, held, collector, collectAll, sentBy } = opened

afterAll(() => bench.close())

describe('a recharge address', () => {
  test('with enough is given gas, and its balance goes to the hot wallet', async () => {
    const { signer, at } = await collector()
    await bench.chain.send(at(7), usdt(120))
    await bench.chain.mine(3)
    await signer.start()
    expect((await signer.collect(7)).body.items).toEqual([{ index: 7, outcome: 'gas' }])
    expect((await signer.collect(7)).body.items).toEqual([{ index: 7, outcome: 'underWay' }])
    const { items, total, settings } = await collectAll(signer, 7)
    expect(items.map(one => [one.place, one.purpose, one.state])).toEqual([
      [0, 'gas', 'final'],
      [1, 'collect', 'final'],
    ])
    expect([total, settings.xpubs]).toEqual([2, [signer.depositKey.xpub]])
    expect(await sentBy(at(7))).toEqual([{ to: signer.address, units: units(120) }])
    expect(await held(at(7))).toBe(0n)
    expect((await signer.status()).body.halted).toBeNull()
    // Remaining gas is used the next time, and only the missing part is sent.
    await bench.chain.send(at(7), usdt(30))
    await bench.chain.mine(3)
    expect((await collectAll(signer, 7)).items.map(one => one.purpose)).toEqual([
      'gas',
      'collect',
      'collect',
    ])
    await signer.stop()
  })

  test('of each deposit key of the folder is collected, and indexes of different keys are not confused', async () => {
    const { signer, at } = await collector()
    const next = newDepositKey(signer.folder)
    for (const address of [at(3), next.address(3)]) await bench.chain.send(address, usdt(60))
    await bench.chain.mine(3)
    await signer.start()
    expect((await signer.collections()).body.settings.xpubs).toEqual([
      signer.depositKey.xpub,
      next.xpub,
    ])
    expect((await signer.collectOf(newDepositKey().xpub, 3)).body.refused).toBe('unknownDepositKey')
    await collectAll(signer, 3)
    await until('the other one is empty', async () => {
      await signer.collectOf(next.xpub, 3)
      await bench.chain.mine(4)
      return (await held(next.address(3))) === 0n || undefined
    })
    for (const address of [at(3), next.address(3)])
      expect(await sentBy(address)).toEqual([{ to: signer.address, units: units(60) }])
    expect((await signer.status()).body.halted).toBeNull()
    await signer.stop()
  })

  test('fills the hot wallet to its cap; the rest goes to the cold address', async () => {
    const { signer, cold, at } = await collector({ hotCap: '100' })
    await bench.chain.send(at(0), usdt(70))
    await bench.chain.send(at(1), usdt(80))
    await bench.chain.send(at(2), usdt(50))
    await bench.chain.mine(3)
    await signer.start()
    await collectAll(signer, 0, 1, 2)
    expect([await held(signer.address), await held(cold)]).toEqual([units(100), units(100)])
    const sent = (await Promise.all([0, 1, 2].map(at).map(sentBy))).flat()
    expect(new Set(sent.map(one => one.to))).toEqual(new Set([signer.address, cold]))
    await signer.stop()
  })

  test('with dust costs nothing, however many there are', async () => {
    const { signer, at } = await collector()
    const many = Array.from({ length: 50 }, (_, index) => index)
    for (const index of many.slice(0, 10)) await bench.chain.send(at(index), usdt(19))
    await bench.chain.mine(3)
    await signer.start()
    const before = await bench.client.getBalance({ address: signer.address })
    const { body } = await signer.collect(...many)
    expect(new Set(body.items.map(one => one.outcome))).toEqual(new Set(['tooLittle']))
    expect(await bench.client.getBalance({ address: signer.address })).toBe(before)
    expect((await signer.collections()).body.total).toBe(0)
    await signer.stop()
  })

  test('gets no more gas than the configuration gives in a day', async () => {
    const { signer, at } = await collector({ bnbADay: '0.0005' })
    for (const index of [0, 1, 2]) await bench.chain.send(at(index), usdt(25))
    await bench.chain.mine(3)
    await signer.start()
    const { body } = await signer.collect(0, 1, 2)
    expect(body.items.map(one => one.outcome)).toEqual(['gas', 'gas', 'gasLimit'])
    const { items, settings } = (await signer.collections()).body
    const given = items.reduce((sum, one) => sum + BigInt(one.units), 0n)
    expect(given + BigInt(settings.gasLeft)).toBe(parseEther('0.0005'))
    await signer.stop()
  })

  test('leaves the hot wallet what payouts need for fees', async () => {
    const { signer, at } = await collector({ bnbKept: '1' })
    await bench.chain.send(at(0), usdt(25))
    await bench.chain.mine(3)
    await signer.start()
    expect((await signer.collect(0)).body.items[0]?.outcome).toBe('gasShort')
    await signer.stop()
  })
})

describe('a server that an attacker controls', () => {
  test('can name no destination and no amount, and collects nothing where nothing is configured', async () => {
    const { signer, at } = await collector()
    await bench.chain.send(at(0), usdt(50))
    await bench.chain.mine(3)
    await signer.start()
    const [thief, indexes] = [newAddress(), [0]]
    for (const body of [
      { indexes, to: thief },
      { indexes, amount: '1' },
      { indexes: [{ index: 0, to: thief }] },
      { indexes: [thief] },
      { indexes: [-1] },
      { indexes: [2 ** 31] },
      { indexes: Array.from({ length: 51 }, (_, index) => index) },
    ]) {
      const { status, body: answer } = await signer.ask('POST', '/collections', body)
      expect([status, answer.refused]).toEqual([400, 'malformed'])
    }
    const unauthorised = await signer.ask('POST', '/collections', { indexes }, 'another-token')
    expect(unauthorised.body.refused).toBe('unauthorised')
    expect((await signer.collections()).body.total).toBe(0)
    await signer.stop()
    const without = await bench.signer()
    await without.start()
    expect((await without.collect(0)).body.refused).toBe('noCollection')
    await without.stop()
  })

  test('gets nothing twice by asking ten times at once', async () => {
    const { signer, at } = await collector()
    await bench.chain.send(at(3), usdt(60))
    await bench.chain.mine(3)
    await signer.start()
    const answers = await Promise.all(Array.from({ length: 10 }, () => signer.collect(3)))
    const outcomes = answers.map(one => one.body.items[0]?.outcome).sort()
    expect(outcomes).toEqual(['gas', ...Array.from({ length: 9 }, () => 'underWay')])
    await collectAll(signer, 3)
    expect(await sentBy(at(3))).toEqual([{ to: signer.address, units: units(60) }])
    await signer.stop()
  })
})

describe('the hot wallet', () => {
  test('above its cap sends the excess to the cold address, and keeps what it owes', async () => {
    const { signer, cold } = await collector({ hotCap: '100' }, { usdt: usdt(500) })
    await signer.start()
    const order = signer.order({ amount: '30000000' })
    await signer.pay(order)
    await signer.collect()
    await signer.reaches(order.withdrawalId, 'final')
    await collectAll(signer)
    expect([await held(signer.address), await held(cold)]).toEqual([units(100), units(370)])
    expect((await signer.status()).body.halted).toBeNull()
    await signer.stop()
  })

  test('uses one sequence of nonces for payouts and gas', async () => {
    const { signer, at } = await collector({}, { usdt: usdt(900) })
    const indexes = [0, 1, 2, 3]
    for (const index of indexes) await bench.chain.send(at(index), usdt(25))
    await bench.chain.mine(3)
    await signer.start()
    const orders = Array.from({ length: 8 }, () => signer.order())
    await Promise.all([...orders.map(one => signer.pay(one)), signer.collect(...indexes)])
    for (const { withdrawalId } of orders) await signer.reaches(withdrawalId, 'final')
    await collectAll(signer, ...indexes)
    const { body } = await signer.status()
    expect([body.halted, body.open]).toEqual([null, 0])
    expect(await bench.client.getTransactionCount({ address: signer.address })).toBe(12)
    expect(await held(signer.address)).toBe(units(1000) - 8n * 15n * 10n ** 17n)
    await signer.stop()
  })
})

describe('reorganisations and dropped transactions', () => {
  test('take a block with a collection back: it is mined again, once', async () => {
    const { signer, at } = await collector()
    await bench.chain.send(at(0), usdt(200))
    await bench.chain.mine(3)
    await signer.start()
    const isMined = async (purpose: string) =>
      until(`${purpose} is in a block`, async () => {
        await signer.collect(0)
        const { body } = await signer.collections()
        return body.items.some(one => one.purpose === purpose && one.state === 'mined')
      })
    for (const purpose of ['gas', 'collect']) {
      await isMined(purpose)
      await bench.client.request({ method: 'anvil_reorg', params: [1, []] } as never)
    }
    await collectAll(signer, 0)
    expect(await sentBy(at(0))).toEqual([{ to: signer.address, units: units(200) }])
    expect((await signer.status()).body.halted).toBeNull()
    await signer.stop()
  })

  test('leave a cheap transaction out: it is replaced with the same nonce and content', async () => {
    const { signer, at, config } = await collector()
    const node = await nodeBetween(bench.chain.rpcUrl)
    node.meddle = ({ method, params: [raw] }) =>
      method === 'eth_sendRawTransaction' &&
      parseTransaction(raw as Hex).gasPrice === parseGwei('1')
        ? Promise.resolve({ result: keccak256(raw as Hex) })
        : null
    const fees = { leastGwei: '1', mostGwei: '20', replaceAfterSeconds: 1 }
    signer.configure({ ...config, rpcUrls: [node.url], fees })
    await bench.chain.send(at(0), usdt(200))
    await bench.chain.mine(3)
    await signer.start()
    const { items } = await collectAll(signer, 0)
    expect(items.map(one => one.transactions.length > 1)).toEqual([true, true])
    expect(await sentBy(at(0))).toEqual([{ to: signer.address, units: units(200) }])
    await signer.stop()
    node.close()
  })
})

describe('a stolen deposit key', () => {
  test('halts the signer once it was used at an address that the journal knows', async () => {
    const { signer, at } = await collector()
    await bench.chain.send(at(0), usdt(50))
    await bench.chain.mine(3)
    await signer.start()
    await collectAll(signer, 0)
    await bench.chain.send(at(0), usdt(40))
    await bench.client.impersonateAccount({ address: at(0) })
    const wallet = createWalletClient({
      account: at(0),
      chain: bench.client.chain,
      transport: http(bench.chain.rpcUrl),
    })
    await wallet.writeContract({
      ...token,
      functionName: 'transfer',
      args: [newAddress(), units(10)],
      gasPrice: 10n ** 9n,
      gas: 60_000n,
    })
    await bench.chain.mine(5)
    await until('the server asks again', async () => {
      const { refused } = (await signer.collect(0)).body
      return refused === 'halted'
    })
    expect(await signer.halts()).toBe('depositKeyUsed')
    expect((await signer.pay(signer.order())).body.refused).toBe('halted')
    const run = await signer.command('reconcile')
    expect([run.code, run.output.includes('recharge address 0')]).toEqual([1, true])
    expect((await signer.command('reconcile', '--accept', 'our own test')).code).toBe(0)
    await collectAll(signer, 0)
    expect(await held(at(0))).toBe(0n)
    await signer.stop()
  })
})

describe('after a restore of an older journal', () => {
  /** A signer whose journal is older than its last acts. */
  async function restoredAfter(
    settings: { hotCap?: string },
    work: (signer: TestSigner) => Promise<unknown>,
  ) {
    const { signer, at, cold } = await collector(settings, { usdt: usdt(500) })
    await bench.chain.send(at(0), usdt(50))
    await bench.chain.mine(3)
    await signer.start()
    await signer.stop()
    const backup = readFileSync(join(signer.folder, 'journal'))
    await signer.start()
    await work(signer)
    await signer.stop()
    writeFileSync(join(signer.folder, 'journal'), backup)
    writeFileSync(join(signer.folder, 'not-reconciled'), 'restored by a test\n')
    await signer.start()
    expect(await signer.halts()).toBe('notReconciled')
    return { signer, cold }
  }

  test('excess is found automatically: it went to the cold address', async () => {
    const { signer, cold } = await restoredAfter({ hotCap: '100' }, one => collectAll(one))
    expect(await held(cold)).toBe(units(400))
    const { code, output } = await signer.command('reconcile')
    expect([code, output.includes('excess to the cold address, nonce 0')]).toEqual([0, true])
    expect((await signer.status()).body.halted).toBeNull()
    await signer.stop()
  })

  test('gas is named by its nonces, with what to look for, and waits for a person', async () => {
    const { signer } = await restoredAfter({}, one => collectAll(one, 0))
    const run = await signer.command('reconcile')
    expect([run.code, run.output.includes('1 nonces from 0 on')]).toEqual([1, true])
    expect(run.output).toContain('gas is BNB alone, to a recharge address')
    expect((await signer.status()).body.halted).toBe('notReconciled')
    expect((await signer.command('reconcile', '--accept', 'looked at it')).code).toBe(0)
    expect((await signer.status()).body.halted).toBeNull()
    await signer.stop()
  })
})

describe('the deposit key', () => {
  test('is in its file under the passphrase alone, and its commands print the public half', async () => {
    const { signer } = await collector()
    const content = readFileSync(join(signer.folder, 'deposit-key.json'), 'utf8')
    expect(content).toContain(signer.depositKey.xpub)
    expect(content).not.toContain('xprv')
    const again = await signer.command('make-deposit-key')
    expect(again.code).not.toBe(0)
    expect(readFileSync(join(signer.folder, 'deposit-key.json'), 'utf8')).toBe(content)
  })
})
