import { type Query, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { drawnWith, isOfFirstView, isWhole, staleAfterFirstView, wholePage } from './first-page.ts'
import { PageLoad } from './page-load.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const code = (firstQueries: object[] = []) =>
  new PageLoad({
    load: async () => ({ firstQueries: firstQueries as never }),
    later: () => () => {},
    timeoutMs: 60_000,
    reload: () => {},
  })

/** Whether the page can be drawn after so many milliseconds. */
async function drawnAfter(ms: number, whole: Promise<void>): Promise<boolean> {
  let is = false
  void whole.then(() => {
    is = true
  })
  await vi.advanceTimersByTimeAsync(ms)
  return is
}

describe('a first page', () => {
  it('is drawn when its own answers and those of its parts are there', async () => {
    const client = new QueryClient()
    const page = code([{ queryKey: ['own'], queryFn: async () => 1 }])
    let answer = (_: number) => {}
    const late = new Promise<number>(go => {
      answer = go
    })
    drawnWith('/a', code([{ queryKey: ['part'], queryFn: () => late }]))
    const whole = wholePage('/a', page, client)
    expect(await drawnAfter(1_000, whole)).toBe(false)
    answer(2)
    expect(await drawnAfter(0, whole)).toBe(true)
    expect(client.getQueryData(['own'])).toBe(1)
    expect(client.getQueryData(['part'])).toBe(2)
  })

  it('asks for the first page of a list', async () => {
    const client = new QueryClient()
    const list = {
      queryKey: ['list'],
      queryFn: async () => ({ items: [1] }),
      initialPageParam: undefined,
      getNextPageParam: () => undefined,
    }
    expect(await drawnAfter(0, wholePage('/b', code([list]), client))).toBe(true)
    expect(client.getQueryData(['list'])).toMatchObject({ pages: [{ items: [1] }] })
  })

  it('is drawn without an answer that fails, and without one that takes three seconds', async () => {
    // As the app's own client retries.
    const client = new QueryClient({ defaultOptions: { queries: { retry: 2 } } })
    const fails = { queryKey: ['fails'], queryFn: () => Promise.reject(new Error('no')) }
    expect(await drawnAfter(0, wholePage('/c', code([fails]), client))).toBe(true)
    const slow = { queryKey: ['slow'], queryFn: () => new Promise(() => {}) }
    const whole = wholePage('/d', code([slow]), client)
    expect(await drawnAfter(2_999, whole)).toBe(false)
    expect(await drawnAfter(1, whole)).toBe(true)
  })

  it('does not ask again for what it was drawn with while it is mounted', async () => {
    const fetchedAt = Date.now()
    const query = { state: { dataUpdatedAt: fetchedAt } } as Query
    await drawnAfter(0, wholePage('/e', code(), new QueryClient()))
    expect(isOfFirstView(fetchedAt)).toBe(true)
    expect(staleAfterFirstView(query)).toBe(2_000)
    expect(isOfFirstView(Date.now() + 1)).toBe(false)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(isOfFirstView(fetchedAt)).toBe(false)
    expect(staleAfterFirstView(query)).toBe(0)
  })
})

describe('a first view that is on the screen', () => {
  /** A drawn page whose second answer is asked for as given; `shown` has an observer, as the screen. */
  async function drawn(path: string, again: () => Promise<number>, shown = true) {
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    let times = 0
    const query = { queryKey: [path], queryFn: () => (++times > 1 ? again() : Promise.resolve(1)) }
    const page = code([query])
    await drawnAfter(0, wholePage(path, page, client))
    const drop = shown
      ? new QueryObserver(client, { ...query, staleTime: 60_000 }).subscribe(() => {})
      : () => {}
    return { client, drop, is: () => isWhole(path, page, client) }
  }
  const never = () => new Promise<number>(() => {})

  it('is whole with its answers, and not before', async () => {
    const client = new QueryClient()
    const page = code([{ queryKey: ['f'], queryFn: never }])
    void wholePage('/f', page, client)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(isWhole('/f', page, client)).toBe(false)
    expect((await drawn('/g', never)).is()).toBe(true)
  })

  it('is not while one of them is asked for again', async () => {
    const { client, is } = await drawn('/h', never)
    void client.invalidateQueries()
    expect(is()).toBe(false)
  })

  it('is not when one of them could not be asked for again, nor when that is still to be done', async () => {
    const { client, is } = await drawn('/i', () => Promise.reject(new Error('no')))
    void client.invalidateQueries()
    await vi.advanceTimersByTimeAsync(0)
    expect(is()).toBe(false)
    const other = await drawn('/j', never)
    void other.client.invalidateQueries({ refetchType: 'none' })
    expect(other.is()).toBe(false)
  })

  it('is, whatever became of an answer that it does not show', async () => {
    const { client, is } = await drawn('/k', never, false)
    void client.invalidateQueries()
    expect(is()).toBe(true)
  })
})
