import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBench, type SignerBench } from './signer.fixture.ts'

let bench: SignerBench

beforeAll(async () => {
  bench = await openBench()
})

afterAll(() => bench.close())

describe('a withdrawal that was voided', () => {
  test('is never signed, by any process and with any approvals', async () => {
    const signer = await bench.signer()
    await signer.start()
    const order = signer.order()
    const first = await signer.void(order.withdrawalId)
    expect(first.status).toBe(200)
    for (let starts = 0; starts < 2; starts++) {
      const { status, body } = await signer.pay(order)
      expect([status, body.refused]).toEqual([409, 'voided'])
      expect((await signer.void(order.withdrawalId)).body).toEqual(first.body)
      await signer.kill()
      await signer.start()
    }
    expect(await bench.paidOnChain(signer.address)).toEqual([])
    const other = signer.order()
    expect((await signer.pay(other)).body.state).toBe('signed')
    await signer.stop()
  })

  test('cannot be one that was signed before', async () => {
    const signer = await bench.signer()
    await signer.start()
    const order = signer.order()
    await signer.pay(order)
    const answer = async () => {
      const { status, body } = await signer.void(order.withdrawalId)
      return [status, body.refused]
    }
    expect(await answer()).toEqual([409, 'alreadySigned'])
    await signer.reaches(order.withdrawalId, 'final')
    expect(await answer()).toEqual([409, 'alreadySigned'])
    await signer.stop()
  })

  test('is either signed or voided when both are requested at once', async () => {
    const signer = await bench.signer()
    await signer.start()
    const orders = Array.from({ length: 20 }, () => signer.order())
    const both = await Promise.all(
      orders.map(async (order, i) => {
        const pay = async () => (await signer.pay(order)).body.refused ?? 'signed'
        const end = async () => (await signer.void(order.withdrawalId)).body.refused ?? 'voided'
        const [one, other] = i % 2 === 0 ? [pay(), end()] : [end(), pay()]
        return [await one, await other].sort()
      }),
    )
    for (const answers of both)
      expect([
        ['alreadySigned', 'signed'],
        ['voided', 'voided'],
      ]).toContainEqual(answers)
    const paid = orders.filter((_, i) => both[i]?.includes('signed')).map(one => one.withdrawalId)
    for (const id of paid) await signer.reaches(id, 'final')
    expect((await bench.paidOnChain(signer.address)).toSorted()).toEqual(paid.toSorted())
    await signer.stop()
  })
})

test.each(['before-void-write', 'half-written', 'after-void-write'] as const)(
  'kill -9 at %s leaves one that can be voided, or that is',
  async point => {
    const signer = await bench.signer()
    // The journal has a beginning, so that the next write is the void.
    await signer.start()
    await signer.stop()
    const order = signer.order()
    await signer.start(point)
    await signer.void(order.withdrawalId).catch(() => {})
    await signer.ended()
    await signer.start()
    const kinds = signer.journal().map(one => one.kind)
    expect(kinds.includes('voided')).toBe(point === 'after-void-write')
    expect((await signer.void(order.withdrawalId)).status).toBe(200)
    expect((await signer.pay(order)).body.refused).toBe('voided')
    expect(signer.journal().filter(one => one.kind === 'voided')).toHaveLength(1)
    await signer.stop()
  },
)

test('a signer that has halted voids nothing: its journal may have lost what was signed', async () => {
  const signer = await bench.signer()
  writeFileSync(join(signer.folder, 'not-reconciled'), '', { mode: 0o600 })
  await signer.start()
  await signer.halts()
  const { status, body } = await signer.void(signer.order().withdrawalId)
  expect([status, body.refused]).toEqual([503, 'halted'])
  await signer.stop()
})
