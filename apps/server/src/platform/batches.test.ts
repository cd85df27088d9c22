import { until } from '@banyan/tools/until'
import { describe, expect, it } from 'vitest'
import { Batches, type Outcome, outcomeOf } from './batches.ts'
import { refuse } from './refused.ts'

/** Batches that return their input, and that wait to be released where a gate is set. */
function echo(fails: (asks: readonly string[]) => unknown = () => null) {
  const carried: string[] = []
  let gate: Promise<void> | null = null
  const batches = new Batches<string, string>(async (subject, asks) => {
    carried.push(`${subject}: ${asks.join(' ')}`)
    if (gate) await gate
    const error = fails(asks)
    if (error) throw error
    return asks.map(
      (ask): Outcome<string> => outcomeOf(() => (ask === 'no' ? refuse('stale') : ask)),
    )
  })
  const hold = () => {
    let open = () => {}
    gate = new Promise(resolve => {
      open = () => {
        gate = null
        resolve()
      }
    })
    return () => open()
  }
  const answers = (asks: Promise<string>[]) =>
    Promise.all(asks.map(one => one.catch((error: Error) => `! ${error.message}`)))
  return { carried, batches, hold, answers }
}

describe('concurrent requests about one subject', () => {
  it('are carried out in the order of arrival: those that come meanwhile are the next batch', async () => {
    const { batches, carried, hold, answers } = echo()
    const open = hold()
    const first = ['a', 'b'].map(one => batches.ask('x', one))
    await until('the first batch', () => carried.length > 0)
    const next = ['c', 'no', 'd'].map(one => batches.ask('x', one))
    open()
    expect(await answers([...first, ...next])).toEqual(['a', 'b', 'c', '! stale', 'd'])
    expect(carried).toEqual(['x: a b', 'x: c no d'])
  })

  it('do not wait for another subject', async () => {
    const { batches, carried, hold, answers } = echo()
    const open = hold()
    const both = [batches.ask('x', 'a'), batches.ask('y', 'b')]
    await until('a batch of each', () => carried.length === 2)
    open()
    expect(await answers(both)).toEqual(['a', 'b'])
  })

  it('go on without the one that makes the batch fail, which is tried alone', async () => {
    const { batches, carried, answers } = echo(asks => asks.includes('bad') && new Error('broken'))
    const asked = ['a', 'b', 'bad', 'c'].map(one => batches.ask('x', one))
    expect(await answers(asked)).toEqual(['a', 'b', '! broken', 'c'])
    expect(carried).toEqual(['x: a b bad c', 'x: a b', 'x: bad c', 'x: bad', 'x: bad', 'x: c'])
  })

  it('are not tried again where the database is away: every caller gets the error', async () => {
    const away = Object.assign(new Error('away'), { code: 'ECONNRESET' })
    const { batches, carried, answers } = echo(() => away)
    const asked = ['a', 'b'].map(one => batches.ask('x', one))
    expect(await answers(asked)).toEqual(['! away', '! away'])
    expect(carried).toHaveLength(1)
  })

  it('are refused when two thousand wait already', async () => {
    const { batches, carried, hold, answers } = echo()
    const open = hold()
    const first = batches.ask('x', 'first')
    await until('the first batch', () => carried.length > 0)
    const asked = Array.from({ length: 2_001 }, (_, i) => batches.ask('x', `${i}`))
    open()
    const outcomes = await answers([first, ...asked])
    expect(outcomes.filter(one => one === '! notReady')).toEqual(['! notReady'])
    expect(outcomes.at(-1)).toBe('! notReady')
  })
})
