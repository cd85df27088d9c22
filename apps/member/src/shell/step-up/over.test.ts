import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CLOSING_MS, remover, type Show } from './over.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('what has slid away is removed', () => {
  const show = vi.fn<Show>()
  remover(show)()
  expect(show).not.toHaveBeenCalled()
  vi.advanceTimersByTime(CLOSING_MS)
  expect(show).toHaveBeenCalledExactlyOnceWith(null)
})

test('what is asked while the last question slides away stays, or its call would wait for ever', () => {
  const show = vi.fn<Show>()
  const removeFirst = remover(show)
  removeFirst()
  const removeNext = remover(show)
  vi.advanceTimersByTime(CLOSING_MS)
  expect(show).not.toHaveBeenCalled()
  removeNext()
  vi.advanceTimersByTime(CLOSING_MS)
  expect(show).toHaveBeenCalledExactlyOnceWith(null)
})
