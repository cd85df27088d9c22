import { setImmediate as nextTurn } from 'node:timers/promises'
import { until } from '@banyan/tools/until'
import { describe, expect, it } from 'vitest'
import { Crowd } from './crowd.ts'

const openCrowd = (size: number) => {
  const crowd = new Crowd<number>()
  const heard = Array.from({ length: size }, (): number[] => [])
  const listeners = heard.map(own => (one: number) => void own.push(one))
  const stops = listeners.map(one => crowd.add(one))
  return { crowd, heard, listeners, stops }
}
const all = (heard: readonly number[][], told: readonly number[]) =>
  until('all are told', async () => heard.every(own => own.length >= told.length))

describe('many who are told the same', () => {
  it('are all told everything once and in order, also what comes while they are told', async () => {
    const { crowd, heard } = openCrowd(2_000)
    let isFirst = true
    crowd.add(one => {
      if (one === 2 && isFirst) {
        isFirst = false
        crowd.tell(3)
      }
    })
    crowd.tell(1)
    crowd.tell(2)
    await all(heard, [1, 2, 3])
    expect(new Set(heard.map(own => own.join()))).toEqual(new Set(['1,2,3']))
    crowd.tell(4)
    await all(heard, [1, 2, 3, 4])
    expect(new Set(heard.map(own => own.join()))).toEqual(new Set(['1,2,3,4']))
  })

  it('leave time for other things', async () => {
    const { crowd, heard } = openCrowd(2_000)
    crowd.tell(1)
    const seen = [0]
    while (seen.at(-1) !== 2_000) {
      await nextTurn()
      seen.push(heard.filter(own => own.length > 0).length)
    }
    expect(new Set(seen).size).toBeGreaterThan(4)
  })

  it('can be told at once, before something of their own, and are not told again', async () => {
    const { crowd, heard, listeners } = openCrowd(600)
    crowd.tell(1)
    const last = listeners.at(-1)
    if (!last) throw new Error('there is a last one')
    crowd.catchUp(last)
    last(2)
    crowd.tell(3)
    await all(heard.slice(0, -1), [1, 3])
    expect(heard.at(-1)).toEqual([1, 2, 3])
  })

  it('come and go while others are told', async () => {
    const { crowd, heard, stops } = openCrowd(1_000)
    crowd.tell(1)
    stops.at(-1)?.()
    const late: number[] = []
    crowd.add(one => void late.push(one))
    await all(heard.slice(0, -1), [1])
    crowd.tell(2)
    await all(heard.slice(0, -1), [1, 2])
    await until('the late one', async () => late.length === 1)
    expect(late).toEqual([2])
    expect(heard.at(-1)).toEqual([])
  })
})
