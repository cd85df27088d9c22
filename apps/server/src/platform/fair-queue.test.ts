import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type Line, openFairQueue, type QueueBounds } from './fair-queue.ts'

/** A queue whose pieces of work end on demand; `began` has their names in order. */
function openTested(bounds: Partial<QueueBounds> = {}) {
  const queued = openFairQueue({ atOnce: 1, waiting: 10, waitingForOne: 10, ...bounds })
  const began: string[] = []
  const ends: (() => void)[] = []
  const ask = (name: string, { kind = 'login', who = name }: Partial<Line> = {}) => {
    const done = queued({ kind, who }, async () => {
      began.push(name)
      await new Promise<void>(end => ends.push(end))
      return name
    })
    // A refusal is looked at by its own test.
    done.catch(() => {})
    return done
  }
  const endOne = async () => {
    ends.shift()?.()
    await turn()
  }
  return { ask, began, endOne }
}

const refusal = (refused: Promise<unknown>) => refused.then(String, error => error.refusal)

describe('a fair queue', () => {
  it('serves one caller with many pieces of work in turns with the others', async () => {
    const { ask, began, endOne } = openTested()
    for (const name of ['a1', 'a2', 'a3', 'a4']) void ask(name, { who: 'a' })
    void ask('b1', { who: 'b' })
    void ask('c1', { who: 'c' })
    for (let i = 0; i < 6; i++) await endOne()
    expect(began).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'a4'])
  })

  it('serves kinds of callers in turns, however many callers each has', async () => {
    const { ask, began, endOne } = openTested()
    for (const name of ['l1', 'l2', 'l3', 'l4']) void ask(name)
    void ask('pay', { kind: 'member' })
    for (let i = 0; i < 5; i++) await endOne()
    expect(began).toEqual(['l1', 'l2', 'pay', 'l3', 'l4'])
  })

  it('refuses a caller who has enough waiting, and nobody else', async () => {
    const { ask, began, endOne } = openTested({ waitingForOne: 2 })
    for (const name of ['a1', 'a2', 'a3']) void ask(name, { who: 'a' })
    expect(await refusal(ask('a4', { who: 'a' }))).toBe('busy')
    const other = ask('b1', { who: 'b' })
    for (let i = 0; i < 4; i++) await endOne()
    expect(await other).toBe('b1')
    expect(began).toEqual(['a1', 'a2', 'b1', 'a3'])
  })

  it('when it is full makes room for a caller with fewer, at the cost of the caller with the most', async () => {
    const { ask, began, endOne } = openTested({ waiting: 3 })
    void ask('first')
    const many = ['a1', 'a2', 'a3'].map(name => ask(name, { who: 'a' }))
    const b = ask('b1', { who: 'b' })
    expect(await refusal(many[2] as Promise<unknown>)).toBe('busy')
    const c = ask('c1', { who: 'c' })
    expect(await refusal(many[1] as Promise<unknown>)).toBe('busy')
    expect(await refusal(ask('d1', { who: 'd' })), 'everybody has one').toBe('busy')
    for (let i = 0; i < 5; i++) await endOne()
    expect(await Promise.all([many[0], b, c])).toEqual(['a1', 'b1', 'c1'])
    expect(began).toHaveLength(4)
  })

  it('runs so many at once, and goes on after work that fails', async () => {
    const queued = openFairQueue({ atOnce: 2, waiting: 5, waitingForOne: 5 })
    const line = { kind: 'login', who: 'a' }
    let running = 0
    let most = 0
    const work = (fails: boolean) => async () => {
      most = Math.max(most, ++running)
      await turn()
      running--
      if (fails) throw new Error('broken')
    }
    const ends = await Promise.allSettled(
      [true, false, true, false, true, false, false].map(fails => queued(line, work(fails))),
    )
    expect(ends.map(({ status }) => status === 'fulfilled')).toEqual([
      false,
      true,
      false,
      true,
      false,
      true,
      true,
    ])
    expect(most).toBe(2)
  })
})
