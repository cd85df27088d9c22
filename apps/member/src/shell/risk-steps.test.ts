import { beforeEach, describe, expect, it, vi } from 'vitest'
import { hasTaken, rememberTakenBy } from './risk-steps.ts'

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  })
  return () => vi.unstubAllGlobals()
})

describe('a step by which money goes in', () => {
  it('is new to an account until it has taken it on this device', () => {
    expect(hasTaken('a', 'subscription')).toBe(false)
    rememberTakenBy('a', 'subscription')
    expect(hasTaken('a', 'subscription')).toBe(true)
  })

  it('is stored for one account and one step alone', () => {
    rememberTakenBy('a', 'subscription')
    rememberTakenBy('a', 'recharge')
    expect(hasTaken('a', 'marketBuy')).toBe(false)
    expect(hasTaken('b', 'subscription')).toBe(false)
    expect(hasTaken('a', 'subscription') && hasTaken('a', 'recharge')).toBe(true)
  })

  it.each(['not json', '[]', '"x"', 'null'])('is new where the device has stored %s', kept => {
    localStorage.setItem('banyan.risk', kept)
    expect(hasTaken('a', 'subscription')).toBe(false)
  })

  it('is new each time where nothing can be stored', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem: () => {
        throw new Error('the store is full')
      },
    })
    rememberTakenBy('a', 'recharge')
    expect(hasTaken('a', 'recharge')).toBe(false)
  })
})
