import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { debounced, throttled } from './pace.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('debounced', () => {
  test('calls once, 500 ms after the last call, with its arguments', () => {
    const act = vi.fn()
    const say = debounced(act)
    say(1)
    vi.advanceTimersByTime(499)
    say(2)
    vi.advanceTimersByTime(499)
    expect(act).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(act).toHaveBeenCalledExactlyOnceWith(2)
  })
  test('calls after the longest wait during steady calls, and again after the next', () => {
    const act = vi.fn()
    const say = debounced(act, 500, 2000)
    const acts: number[] = []
    for (let ms = 0; ms < 5000; ms += 200) {
      say(ms)
      vi.advanceTimersByTime(200)
      acts.push(act.mock.calls.length)
    }
    // At 2,000 ms, and 2,000 ms after the first call that came then.
    expect(acts.indexOf(1)).toBe(9)
    expect(acts.indexOf(2)).toBe(19)
    vi.advanceTimersByTime(500)
    expect(act).toHaveBeenLastCalledWith(4800)
    expect(act).toHaveBeenCalledTimes(3)
  })
  test('never calls during steady calls when no longest wait is set', () => {
    const act = vi.fn()
    const say = debounced(act)
    for (let ms = 0; ms < 5000; ms += 200) {
      say(ms)
      vi.advanceTimersByTime(200)
    }
    expect(act).not.toHaveBeenCalled()
  })
  test('can be cancelled', () => {
    const act = vi.fn()
    const say = debounced(act)
    say()
    say.cancel()
    vi.advanceTimersByTime(5000)
    expect(act).not.toHaveBeenCalled()
  })
})

describe('throttled', () => {
  test('calls at once, then every 50 ms, and does not lose the last arguments', () => {
    const act = vi.fn()
    const say = throttled(act)
    say(1)
    expect(act).toHaveBeenCalledExactlyOnceWith(1)
    for (const n of [2, 3, 4]) say(n)
    vi.advanceTimersByTime(49)
    expect(act).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1)
    expect(act).toHaveBeenLastCalledWith(4)
    vi.advanceTimersByTime(500)
    expect(act).toHaveBeenCalledTimes(2)
  })
  test('keeps its interval during endless calls', () => {
    const act = vi.fn()
    const say = throttled(act)
    for (let ms = 0; ms < 1000; ms++) {
      say(ms)
      vi.advanceTimersByTime(1)
    }
    // At once, and then at 50, 100, … 1000 ms.
    expect(act).toHaveBeenCalledTimes(21)
  })
  test('drops the pending call when it is cancelled', () => {
    const act = vi.fn()
    const say = throttled(act)
    say(1)
    say(2)
    say.cancel()
    vi.advanceTimersByTime(500)
    expect(act).toHaveBeenCalledTimes(1)
  })
})
