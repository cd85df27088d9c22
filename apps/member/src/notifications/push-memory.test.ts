import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { forgetOtherPush, pushMemories, rememberPush } from './push-memory.ts'

const store = new Map<string, string>()
beforeEach(() => {
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => store.get(name) ?? null,
    setItem: (name: string, value: string) => void store.set(name, value),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  store.clear()
})

const memory = { kinds: ['paid'], endpoint: 'https://a.example/1', language: 'en' } as const

it('is stored for each account, and removed with the account', () => {
  rememberPush('one', memory)
  rememberPush('two', { ...memory, kinds: [] })
  expect(pushMemories()).toEqual({ one: memory, two: { ...memory, kinds: [] } })
  forgetOtherPush(['two'])
  expect(Object.keys(pushMemories())).toEqual(['two'])
})

it('is empty when nothing readable is stored', () => {
  for (const text of ['', 'null', '7', '{']) {
    store.set('banyan.push', text)
    expect(pushMemories()).toEqual({})
  }
})
