import { expect, vi } from 'vitest'

/**
 * Lets `AbortSignal.timeout` end only where a test says so: the returned function ends all that were
 * made for this many milliseconds. Mocks must be restored after the test.
 */
export function holdTimeouts(): (ms: number) => void {
  const running: { ms: number; end: AbortController }[] = []
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(ms => {
    const end = new AbortController()
    running.push({ ms, end })
    return end.signal
  })
  return ms => {
    const over = running.filter(one => one.ms === ms)
    expect(over, `time-outs of ${ms} ms`).not.toEqual([])
    for (const { end } of over) end.abort(new DOMException('over', 'TimeoutError'))
  }
}

/** Lets timers end only where a test says so; the network goes on. Real ones must be put back after the test. */
export const stopTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

/** A fetch that counts the answers whose head has come. */
export function fetchThatCounts() {
  const count = { heads: 0 }
  const counting: typeof fetch = async (...call) => {
    const response = await fetch(...call)
    count.heads++
    return response
  }
  return { count, fetch: counting }
}
