import { expect, vi } from 'vitest'

/**
 * Makes `AbortSignal.timeout` fire only when a test decides: the returned function fires all that
 * were made for this many milliseconds. Mocks must be restored after the test.
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

/**
 * Makes timers fire only when a test decides; the network goes on. The real ones must be restored
 * after the test.
 */
export const stopTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

/** A fetch that counts the responses whose head has arrived. */
export function fetchThatCounts() {
  const count = { heads: 0 }
  const counting: typeof fetch = async (...call) => {
    const response = await fetch(...call)
    count.heads++
    return response
  }
  return { count, fetch: counting }
}
