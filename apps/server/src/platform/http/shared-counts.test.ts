import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '../database/connect.ts'
import { openSharedCounts, type SharedCount } from './shared-counts.ts'

// A second ends only where a test moves the time.
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A database that notes what each statement adds, and answers with it as what all have counted. */
function databaseThat(answers: (names: string[], points: number[]) => SharedCount[]) {
  const added: Record<string, number>[] = []
  const executeQuery = async ({ parameters }: CompiledQuery) => {
    const [names, points] = parameters as [string[], number[]]
    added.push(Object.fromEntries(names.map((name, at) => [name, points[at] ?? 0])))
    return { rows: answers(names, points) as never[] }
  }
  class Driver extends DummyDriver {
    override async acquireConnection() {
      return { executeQuery, streamQuery: () => [] as never }
    }
  }
  const database = new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new Driver(),
      createIntrospector: db => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }) as Database
  return { added, counts: openSharedCounts(database) }
}
const endsAt = 2_000_000_000_000
const echoed = (names: string[], points: number[]): SharedCount[] =>
  names.map((name, at) => ({ name, points: points[at] ?? 0, endsAt }))
const count = (name: string, points: number): SharedCount => ({ name, points, endsAt })

describe('the shared counts of a process', () => {
  it('are passed on once a second, together, and nothing runs while nothing is counted', async () => {
    const { added, counts } = databaseThat(echoed)
    const learned: number[] = []
    expect(vi.getTimerCount()).toBe(0)
    counts.add(count('a', 2), () => learned.push(-1))
    counts.add(count('b', 1), ({ points }) => learned.push(points))
    counts.add(count('a', 3), ({ points }) => learned.push(points))
    await vi.advanceTimersByTimeAsync(999)
    expect(added).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(added).toEqual([{ a: 5, b: 1 }])
    expect(learned.sort()).toEqual([1, 5])
    expect(vi.getTimerCount()).toBe(0)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(added).toHaveLength(1)
  })

  it('begin again with what is counted later', async () => {
    const { added, counts } = databaseThat(echoed)
    for (const points of [1, 4]) {
      counts.add(count('a', points), () => {})
      await vi.advanceTimersByTimeAsync(1_000)
    }
    expect(added).toEqual([{ a: 1 }, { a: 4 }])
  })

  it('go in several statements, a second apart, where they are many', async () => {
    const { added, counts } = databaseThat(echoed)
    for (let n = 0; n < 2_001; n++) counts.add(count(`name ${n}`, 1), () => {})
    await vi.advanceTimersByTimeAsync(1_000)
    expect(added.map(one => Object.keys(one).length)).toEqual([2_000])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(added.map(one => Object.keys(one).length)).toEqual([2_000, 1])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('are counted by each process alone while the database is away, and passed on afterwards', async () => {
    let isAway = true
    const { added, counts } = databaseThat((names, points) => {
      if (isAway) throw new Error('the database is away')
      return echoed(names, points)
    })
    const learned: number[] = []
    counts.add(count('a', 2), ({ points }) => learned.push(points))
    await vi.advanceTimersByTimeAsync(1_000)
    expect([learned, vi.getTimerCount()]).toEqual([[], 0])
    isAway = false
    counts.add(count('a', 3), ({ points }) => learned.push(points))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(learned).toEqual([3])
    expect(added).toEqual([{ a: 2 }, { a: 3 }])
  })

  it('are never learned as less than nothing, as where calls were given back', async () => {
    const { counts } = databaseThat(echoed)
    const learned: number[] = []
    counts.add(count('a', -1), ({ points }) => learned.push(points))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(learned).toEqual([0])
  })
})
