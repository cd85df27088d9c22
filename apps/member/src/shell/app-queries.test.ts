import { QueryObserver } from '@tanstack/react-query'
import { describe, expect, test, vi } from 'vitest'
import { AppQueries } from './app-queries.ts'

const queryKey = ['deposits', 'address']

/** A page that looks at something of which the house tells when the test says so. */
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

describe('news', () => {
  test('while it is asked for the first time: the answer may be older, and it is asked again once', async () => {
    const { queries, asked, shows, until } = page()
    const heard = [queries.invalidateQueries({ queryKey }), queries.invalidateQueries({ queryKey })]
    asked[0]?.answer('before')
    await until(() => expect(asked).toHaveLength(2))
    expect(shows()).toBe('before')
    asked[1]?.answer('after')
    await Promise.all(heard)
    expect(shows()).toBe('after')
    expect(asked).toHaveLength(2)
  })
  test('while it is asked again: that question is dropped for a new one', async () => {
    const { queries, asked, shows, until } = page()
    asked[0]?.answer('first')
    await until(() => expect(shows()).toBe('first'))
    void queries.invalidateQueries({ queryKey })
    const heard = queries.invalidateQueries({ queryKey })
    expect(asked).toHaveLength(3)
    asked[2]?.answer('after')
    asked[1]?.answer('before')
    await heard
    expect(shows()).toBe('after')
  })
  test('of something else, or of what was not answered, asks nothing more', async () => {
    const { queries, asked } = page()
    await queries.invalidateQueries({ queryKey: ['wallets'] })
    const heard = queries.invalidateQueries({ queryKey })
    asked[0]?.fail()
    await heard
    expect(asked).toHaveLength(1)
  })
})
