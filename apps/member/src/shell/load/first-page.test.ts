import { type Query, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { drawnWith, isOfFirstView, staleAfterFirstView, wholePage } from './first-page.ts'
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
