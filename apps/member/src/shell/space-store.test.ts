import { afterEach, expect, it, vi } from 'vitest'
import { forgetHeights, keepHeight, keptHeight } from './space-store.ts'

afterEach(() => void vi.unstubAllGlobals())

it('the heights of parts are forgotten for another account, and nothing else is', () => {
  const take = { value: (name: string) => void Reflect.deleteProperty(store, name) }
  const set = { value: (name: string, text: string) => void Reflect.set(store, name, text) }
  const get = { value: (name: string) => Reflect.get(store, name) ?? null }
  // As in browsers, what is stored can be enumerated and the methods cannot.
  const store = Object.defineProperties({}, { removeItem: take, setItem: set, getItem: get })
  vi.stubGlobal('localStorage', store)
  keepHeight('notices', 88)
  keepHeight('due-trades', 120)
  keepHeight('due-trades', 0)
  localStorage.setItem('banyan.theme', 'light')
  expect([keptHeight('notices'), keptHeight('due-trades')]).toEqual([88, 0])
  forgetHeights()
  expect(keptHeight('notices')).toBe(0)
  expect(Object.keys(store)).toEqual(['banyan.theme'])
})

it('a browser without storage has no heights', () => {
  vi.stubGlobal('localStorage', undefined)
  keepHeight('notices', 88)
  forgetHeights()
  expect(keptHeight('notices')).toBe(0)
})
