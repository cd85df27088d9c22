import { afterEach, expect, test, vi } from 'vitest'
import { until } from './until.ts'

afterEach(() => void vi.useRealTimers())

test('a wait ends when its condition holds, and moves no faked clock', async () => {
  vi.useFakeTimers({ now: 0, toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  const later = vi.fn()
  setTimeout(later, 1)
  let reads = 0
  expect(await until('three looks', () => (++reads === 3 ? 'found' : null))).toBe('found')
  expect(reads).toBe(3)
  expect(Date.now()).toBe(0)
  expect(later).not.toHaveBeenCalled()
})

test('a wait in vain names what did not come', async () => {
  const vain = (what: string | (() => string)) => until(what, () => undefined, { ms: 10 })
  await expect(vain('the last train')).rejects.toThrow('waited 0.01 s in vain: the last train')
  let seen = 0
  await expect(vain(() => `a train, but ${++seen} bus`)).rejects.toThrow('but 1 bus')
})

test('a condition that fails ends the wait with its own error', async () => {
  await expect(until('it', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
})
