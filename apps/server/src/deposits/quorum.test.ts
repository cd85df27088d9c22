import { pino } from 'pino'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ChainNode, Header } from './node.ts'
import { ChainTrouble, neededVotes, openQuorum, reachedBy, winnerOf } from './quorum.ts'

afterEach(() => void vi.useRealTimers())
const silent = pino({ level: 'silent' })
const header = (number: number): Header => ({ number, hash: '0x', parentHash: '0x', timestamp: 0 })
const node = (name: string, chain = 56): ChainNode => ({
  name,
  chainId: async () => chain,
  newest: async () => header(100),
  surelyFinal: async () => header(90),
  noncesUsed: async () => 0,
  transaction: async () => null,
  balances: async ({ owners }) => owners.map(() => '0'),
  block: async number => header(number),
  logs: async () => [],
  receipt: async () => null,
})

describe('votes', () => {
  it('need two as soon as there are two nodes', () => {
    expect([1, 2, 3, 5].map(neededVotes)).toEqual([1, 2, 2, 2])
  })

  it.each([
    ['all the same', ['a', 'a'], 'a'],
    ['two of three', ['a', 'b', 'a'], 'a'],
    ['one against one', ['a', 'b'], undefined],
    ['two against two', ['a', 'a', 'b', 'b'], undefined],
    ['all different', ['a', 'b', 'c'], undefined],
  ])('%s', (_, answers, winner) => {
    expect(winnerOf(answers, 2)?.answer).toBe(winner)
  })

  it('compare the whole answer', () => {
    expect(winnerOf([[{ a: 1 }], [{ a: 1 }]], 2)?.votes).toBe(2)
    expect(winnerOf([[{ a: 1 }], [{ a: 1 }, { a: 2 }]], 2)).toBeNull()
  })

  it('take the head that two have reached, so that no single node can run ahead', () => {
    expect(reachedBy(2, [header(9_999), header(100), header(99)]).number).toBe(100)
    expect(reachedBy(1, [header(100)]).number).toBe(100)
  })
})

describe('a quorum', () => {
  it('ignores a node of another chain', async () => {
    const quorum = openQuorum([node('a'), node('b', 97)], 56, silent)
    await expect(quorum.heads()).rejects.toThrow(ChainTrouble)
  })

  it('stops within two seconds when its nodes turn to another chain without a fault', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    let chain = 56
    const nodes = ['a', 'b', 'c'].map(name => ({ ...node(name), chainId: async () => chain }))
    const quorum = openQuorum(nodes, 56, silent)
    const read = () => quorum.agreed('x', async () => 1)
    expect(await read()).toBe(1)
    chain = 97
    vi.advanceTimersByTime(2_000)
    await expect(read()).rejects.toMatchObject({ kind: 'unreachable' })
    // Back on the right one it is asked again after its rest.
    chain = 56
    vi.advanceTimersByTime(1_000)
    expect(await read()).toBe(1)
  })

  it('treats a node that does not have the object as no vote', async () => {
    const quorum = openQuorum([node('a'), node('b'), node('c')], 56, silent)
    const agreed = quorum.agreed('x', async ({ name }) => (name === 'c' ? null : 7))
    expect(await agreed).toBe(7)
    const alone = quorum.agreed('x', async ({ name }) => (name === 'a' ? 7 : null))
    await expect(alone).rejects.toMatchObject({ kind: 'unreachable' })
  })

  it('reports that nodes differ, not that they are away', async () => {
    const quorum = openQuorum([node('a'), node('b')], 56, silent)
    await expect(quorum.agreed('x', async ({ name }) => name)).rejects.toMatchObject({
      kind: 'disagreement',
    })
  })

  it('skips a failed node for a while when the others are enough', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const quorum = openQuorum([node('a'), node('b'), node('c')], 56, silent)
    const asked: string[] = []
    const ask = async ({ name }: ChainNode) => {
      asked.push(name)
      if (name === 'c') throw new Error('down')
      return 1
    }
    const askedNow = async () => {
      await quorum.agreed('x', ask)
      return asked.splice(0).join('')
    }
    expect(await askedNow()).toBe('abc')
    vi.advanceTimersByTime(999)
    expect(await askedNow()).toBe('ab')
    vi.advanceTimersByTime(1)
    expect(await askedNow()).toBe('abc')
    // It has failed twice in a row: it is skipped longer.
    vi.advanceTimersByTime(4_999)
    expect(await askedNow()).toBe('ab')
    vi.advanceTimersByTime(1)
    expect(await askedNow()).toBe('abc')
  })
})
