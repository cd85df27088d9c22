import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SignedPage } from '@banyan/payouts'
import { type Hex, keccak256, parseGwei, parseTransaction } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CrashPoint, crashPoints } from './crash-points.ts'
import { nodeBetween, openBench, type SignerBench } from './signer.fixture.ts'

/** The gas price by the test chain's node. */
const leastPrice = parseGwei('1')
let bench: SignerBench

beforeAll(async () => {
  bench = await openBench()
})

afterAll(() => bench.close())

describe('a payout', () => {
  test('is signed, mined and final, and the chain shows its withdrawal', async () => {
    const signer = await bench.signer()
    await signer.start()
    const order = signer.order()
    const { status, body } = await signer.pay(order)
    expect([status, body.state]).toEqual([200, 'signed'])
    const final = await signer.reaches(order.withdrawalId, 'final')
    expect(final.mined?.transaction).toBe(body.transactions[0])
    expect(await bench.paidOnChain(signer.address)).toEqual([order.withdrawalId])
    const { body: now } = await signer.status()
    expect([now.open, now.halted, now.usdt]).toEqual([0, null, '999998500000'])
    expect(now.leftThisHour).toBe('999998500000')
    await signer.stop()
  })

  test('asked for again is the same payout, and under another order is refused', async () => {
    const signer = await bench.signer()
    await signer.start()
    const order = signer.order()
    const [first, second] = await Promise.all([signer.pay(order), signer.pay(order)])
    expect(second.body).toEqual(first.body)
    for (const other of [{ amount: '1500001' }, { address: signer.order().address }]) {
      const { status, body } = await signer.pay({ ...order, ...other })
      expect([status, body.refused]).toEqual([409, 'otherOrder'])
    }
    await signer.reaches(order.withdrawalId, 'final')
    expect(await bench.paidOnChain(signer.address)).toEqual([order.withdrawalId])
    await signer.stop()
  })

  test('is answered together with others, without those that were never signed', async () => {
    const signer = await bench.signer()
    await signer.start()
    const orders = [signer.order(), signer.order(), signer.order()]
    const [one, unknown, other] = orders.map(order => order.withdrawalId)
    for (const order of orders) if (order.withdrawalId !== unknown) await signer.pay(order)
    const { body } = await signer.ask<{ payouts: { withdrawalId: string }[] }>('POST', '/states', {
      withdrawalIds: [one, unknown, other],
    })
    expect(body.payouts.map(payout => payout.withdrawalId)).toEqual([one, other])
    const most = Array.from({ length: 301 }, () => one)
    const tooMany = await signer.ask('POST', '/states', { withdrawalIds: most })
    expect([tooMany.status, tooMany.body.refused]).toEqual([400, 'malformed'])
    await signer.stop()
  })

  test('is listed with its order until a final block that the caller has read contains it, page by page', async () => {
    const signer = await bench.signer()
    await signer.start()
    const orders = Array.from({ length: 102 }, () => signer.order())
    for (const order of orders) await signer.pay(order)
    const page = async (beyond: number, after: number) =>
      (await signer.ask<SignedPage>('POST', '/signed', { beyond, after })).body
    const [first, last] = [orders[0], orders.at(-1)]
    const ended = await signer.reaches(last?.withdrawalId ?? '', 'final')
    const block = ended.mined?.block ?? 0
    // Final, and not yet read by the caller: every one of them, in the order of the signing.
    const firstPage = await page(0, 0)
    expect(firstPage.items).toHaveLength(100)
    expect(firstPage.next).toBe(100)
    const two = await page(0, 100)
    expect(two.next).toBeNull()
    expect([...firstPage.items, ...two.items].map(item => item.order)).toEqual(orders)
    const { withdrawalId: _, ...view } = (await signer.payout(first?.withdrawalId ?? '')).body
    expect(firstPage.items[0]).toEqual({ order: first, ...view })
    // Read: nothing, also for another process over the same journal.
    await signer.kill()
    await signer.start()
    expect(await page(block, 0)).toEqual({
      firstNonce: firstPage.firstNonce,
      items: [],
      next: null,
    })
    const before = await page(block - 1, 0)
    expect(before.items.map(item => item.order.withdrawalId)).toContain(last?.withdrawalId)
    for (const body of [{}, { beyond: -1, after: 0 }, { beyond: 0, after: 0, more: 1 }]) {
      const answer = await signer.ask('POST', '/signed', body)
      expect([answer.status, answer.body.refused]).toEqual([400, 'malformed'])
    }
    const unauthorised = await signer.ask(
      'POST',
      '/signed',
      { beyond: 0, after: 0 },
      'another-token',
    )
    expect([unauthorised.status, unauthorised.body.refused]).toEqual([401, 'unauthorised'])
    await signer.stop()
  })

  test('of an unknown withdrawal is not found', async () => {
    const signer = await bench.signer()
    await signer.start()
    const { status, body } = await signer.payout(signer.order().withdrawalId)
    expect([status, body.refused]).toEqual([404, 'notFound'])
    const unauthorised = await signer.ask('GET', '/status', undefined, 'another-token')
    expect([unauthorised.status, unauthorised.body.refused]).toEqual([401, 'unauthorised'])
    await signer.stop()
  })
})

describe('kill -9', () => {
  const ofReplacement: CrashPoint[] = ['before-replacement-write', 'after-replacement-write']
  const ofPayout = crashPoints.filter(
    point => !ofReplacement.includes(point) && !point.includes('void'),
  )

  test.each(ofPayout)('at %s leaves exactly one mined payout', async point => {
    const signer = await bench.signer()
    const order = signer.order()
    // The journal has a beginning and knows the address, so that the next write is the payout.
    await signer.start()
    await signer.note(order.address)
    await signer.stop()

    await signer.start(point)
    await signer.pay(order).catch(() => {})
    await signer.ended()
    await signer.start()
    // The server asks again, as it does for every order without an answer.
    await signer.pay(order)
    await signer.reaches(order.withdrawalId, 'final')
    expect(await bench.paidOnChain(signer.address)).toEqual([order.withdrawalId])
    expect((await signer.status()).body.halted).toBeNull()
    await signer.stop()
  })

  test.each(ofReplacement)('at %s leaves exactly one mined payout', async point => {
    const signer = await bench.signer()
    const node = await nodeBetween(bench.chain.rpcUrl)
    // A node that accepts the cheapest one and forgets it, so that only a replacement is mined.
    node.meddle = ({ method, params: [raw] }) =>
      method === 'eth_sendRawTransaction' && parseTransaction(raw as Hex).gasPrice === leastPrice
        ? Promise.resolve({ result: keccak256(raw as Hex) })
        : null
    signer.configure({
      rpcUrls: [node.url],
      fees: { leastGwei: '1', mostGwei: '20', replaceAfterSeconds: 1 },
    })
    const order = signer.order()
    await signer.start(point)
    await signer.pay(order)
    await signer.ended()
    await signer.start()
    const { transactions } = await signer.reaches(order.withdrawalId, 'final')
    expect(transactions.length).toBeGreaterThan(1)
    expect(await bench.paidOnChain(signer.address)).toEqual([order.withdrawalId])
    await signer.stop()
    node.close()
  })

  test('three times within a burst of 100 leaves each of them mined once', async () => {
    const signer = await bench.signer()
    const orders = Array.from({ length: 100 }, () => signer.order())
    await signer.start()
    for (let kills = 0; kills < 3; kills++) {
      const asked = orders.map(order => signer.pay(order).catch(() => null))
      // As soon as a third more is signed: in the middle of the rest.
      await Promise.race(asked.slice(kills * 30, kills * 30 + 10))
      await signer.kill()
      await Promise.all(asked)
      await signer.start()
    }
    await Promise.all(orders.map(order => signer.pay(order)))
    for (const order of orders) await signer.reaches(order.withdrawalId, 'final')
    const paid = await bench.paidOnChain(signer.address)
    expect(paid.toSorted()).toEqual(orders.map(order => order.withdrawalId).toSorted())
    expect((await signer.status()).body.halted).toBeNull()
    await signer.stop()
  })

  test('leaves the folder to the next process, and two at once are refused', async () => {
    const signer = await bench.signer()
    await signer.start()
    const second = await signer.command()
    expect(second.code).toBe(1)
    expect(second.output).toContain('Another signer works over')
    await signer.kill()
    await signer.start()
    expect((await signer.status()).status).toBe(200)
    await signer.stop()
  })
})

describe('a folder', () => {
  test.each([
    ['a token that others can read', 'token', 0o644, 'can be read by others'],
    ['a passphrase that is another one', 'passphrase', 0o600, 'does not open'],
  ])('with %s is refused', async (_, name, mode, sentence) => {
    const signer = await bench.signer({ usdt: 0n })
    writeFileSync(join(signer.folder, name), 'another text of more than 32 characters')
    chmodSync(join(signer.folder, name), mode)
    await signer.start()
    expect(signer.output()).toContain(sentence)
  })
})
