import { QueryObserver } from '@tanstack/react-query'
import { describe, expect, test, vi } from 'vitest'
import { AppQueries } from './app-queries.ts'

const queryKey = ['deposits', 'address']

/** A page that shows a resource whose events the test sends. */
function page() {
  const queries = new AppQueries({ defaultOptions: { queries: { retry: false } } })
  const asked: { answer: (data: string) => void; fail: () => void }[] = []
  const queryFn = () =>
    new Promise<string>((answer, reject) => {
      asked.push({ answer, fail: () => reject(new Error('away')) })
    })
  const observer = new QueryObserver(queries, { queryKey, queryFn })
  observer.subscribe(() => {})
  const shows = () => observer.getCurrentResult().data
  const until = (holds: () => void) => vi.waitFor(holds, { timeout: 60_000 })
  return { queries, asked, shows, until }
}

describe('an event', () => {
  test('during the first request refetches once, because the response may be older', async () => {
    const { queries, asked, shows, until } = page()
    const invalidations = [
      queries.invalidateQueries({ queryKey }),
      queries.invalidateQueries({ queryKey }),
    ]
    asked[0]?.answer('before')
    await until(() => expect(asked).toHaveLength(2))
    expect(shows()).toBe('before')
    asked[1]?.answer('after')
    await Promise.all(invalidations)
    expect(shows()).toBe('after')
    expect(asked).toHaveLength(2)
  })
  test('during a refetch replaces it by a new request', async () => {
    const { queries, asked, shows, until } = page()
    asked[0]?.answer('first')
    await until(() => expect(shows()).toBe('first'))
    void queries.invalidateQueries({ queryKey })
    const invalidations = queries.invalidateQueries({ queryKey })
    expect(asked).toHaveLength(3)
    asked[2]?.answer('after')
    asked[1]?.answer('before')
    await invalidations
    expect(shows()).toBe('after')
  })
  test('of something else, or of something not yet loaded, refetches nothing', async () => {
    const { queries, asked } = page()
    await queries.invalidateQueries({ queryKey: ['wallets'] })
    const invalidations = queries.invalidateQueries({ queryKey })
    asked[0]?.fail()
    await invalidations
    expect(asked).toHaveLength(1)
  })
})
