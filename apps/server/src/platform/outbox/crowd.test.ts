import { setImmediate as nextTurn } from 'node:timers/promises'
import { until } from '@banyan/tools/until'
import { describe, expect, it } from 'vitest'
import { Crowd } from './crowd.ts'

const openCrowd = (size: number) => {
  const crowd = new Crowd<number>()
  const received = Array.from({ length: size }, (): number[] => [])
  const listeners = received.map(own => (one: number) => void own.push(one))
  const stops = listeners.map(one => crowd.add(one))
  return { crowd, received, listeners, stops }
}
const all = (received: readonly number[][], expected: readonly number[]) =>
  until('all have received it', async () => received.every(own => own.length >= expected.length))

describe('many listeners of the same', () => {
  it('all receive everything once and in order, also what comes meanwhile', async () => {
    const { crowd, received } = openCrowd(2_000)
    let isFirst = true
    crowd.add(one => {
      if (one === 2 && isFirst) {
        isFirst = false
        crowd.send(3)
      }
    })
    crowd.send(1)
    crowd.send(2)
    await all(received, [1, 2, 3])
    expect(new Set(received.map(own => own.join()))).toEqual(new Set(['1,2,3']))
    crowd.send(4)
    await all(received, [1, 2, 3, 4])
    expect(new Set(received.map(own => own.join()))).toEqual(new Set(['1,2,3,4']))
  })

  it('receive what comes while they receive, again and again', async () => {
    const { crowd, received } = openCrowd(600)
    crowd.add(one => {
      if (one < 6) crowd.send(one + 1)
    })
    crowd.send(1)
    await all(received, [1, 2, 3, 4, 5, 6])
    expect(new Set(received.map(own => own.join()))).toEqual(new Set(['1,2,3,4,5,6']))
  })

  it('leave time for other things', async () => {
    const { crowd, received } = openCrowd(2_000)
    crowd.send(1)
    const seen = [0]
    while (seen.at(-1) !== 2_000) {
      await nextTurn()
      seen.push(received.filter(own => own.length > 0).length)
    }
    expect(new Set(seen).size).toBeGreaterThan(4)
  })

  it('can receive it at once, before something of their own, and not again', async () => {
    const { crowd, received, listeners } = openCrowd(600)
    crowd.send(1)
    const last = listeners.at(-1)
    if (!last) throw new Error('there is a last one')
    crowd.catchUp(last)
    last(2)
    crowd.send(3)
    await all(received.slice(0, -1), [1, 3])
    expect(received.at(-1)).toEqual([1, 2, 3])
  })

  it('come and go while others receive', async () => {
    const { crowd, received, stops } = openCrowd(1_000)
    crowd.send(1)
    stops.at(-1)?.()
    const late: number[] = []
    crowd.add(one => void late.push(one))
    await all(received.slice(0, -1), [1])
    crowd.send(2)
    await all(received.slice(0, -1), [1, 2])
    await until('the late one', async () => late.length === 1)
    expect(late).toEqual([2])
    expect(received.at(-1)).toEqual([])
  })
})
