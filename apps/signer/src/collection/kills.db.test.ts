import { until } from '@banyan/tools/until'
import { afterAll, describe, expect, test } from 'vitest'
import { collectionCrashPoints } from '../crash-points.ts'
import { openCollecting, units, usdt } from './collection.fixture.ts'

const { bench, collector, collectAll, sentBy } = await openCollecting()

afterAll(() => bench.close())

describe('kill -9', () => {
  test.each(collectionCrashPoints)('at %s loses nothing and sends nothing twice', async point => {
    const isExcess = point.startsWith('excess')
    const { signer, cold, at } = await collector({}, { usdt: isExcess ? usdt(1_200) : usdt(100) })
    if (!isExcess) await bench.chain.send(at(0), usdt(200))
    await bench.chain.mine(3)
    await signer.start(point)
    const died = signer.ended()
    let isAlive = true
    void died.then(() => {
      isAlive = false
    })
    await until('the kill', async () => {
      if (!isAlive) return true
      await signer.collect(...(isExcess ? [] : [0])).catch(() => {})
      await bench.chain.mine(4)
      return !isAlive
    })
    await signer.start()
    await collectAll(signer, ...(isExcess ? [] : [0]))
    expect((await signer.status()).body.halted).toBeNull()
    if (isExcess) {
      expect(await sentBy(signer.address)).toEqual([{ to: cold, units: units(200) }])
    } else {
      expect(await sentBy(at(0))).toEqual([{ to: signer.address, units: units(200) }])
      expect(await bench.client.getTransactionCount({ address: at(0) })).toBe(1)
    }
    expect(await bench.client.getTransactionCount({ address: signer.address })).toBe(1)
    await signer.stop()
  })
})
