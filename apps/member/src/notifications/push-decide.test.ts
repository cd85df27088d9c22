import { describe, expect, it } from 'vitest'
import { abilityOf, isOffered, isStale, withKind } from './push-decide.ts'

const able = { hasPush: true, permission: 'default', isApple: false, isInstalled: false } as const

describe('push on this device', () => {
  it('is possible where the browser supports it, and its permission is open or granted', () => {
    expect(abilityOf(able)).toBe('able')
    expect(abilityOf({ ...able, permission: 'granted' })).toBe('able')
    expect(abilityOf({ ...able, isApple: true, isInstalled: true })).toBe('able')
  })

  it('is denied by the member, whatever the browser supports', () => {
    expect(abilityOf({ ...able, permission: 'denied' })).toBe('denied')
  })

  it('requires the home screen on an iPhone alone', () => {
    const without = { ...able, hasPush: false, permission: null }
    expect(abilityOf({ ...without, isApple: true })).toBe('homeScreen')
    expect(abilityOf({ ...without, isApple: true, isInstalled: true })).toBe('unable')
    expect(abilityOf(without)).toBe('unable')
  })
})

describe('a choice', () => {
  it('changes by one kind and keeps the order', () => {
    expect(withKind(['sent', 'paid'], 'taken', true)).toEqual(['taken', 'paid', 'sent'])
    expect(withKind(['taken', 'paid'], 'paid', false)).toEqual(['taken'])
  })
})

const memory = { kinds: ['paid'], endpoint: 'https://a.example/1', language: 'zh' } as const

describe('the offer', () => {
  it('is made to a member who can receive push and has not answered', () => {
    expect(isOffered('able', null, undefined)).toBe(true)
  })

  it('is not made again after a yes or a no, nor where push is impossible', () => {
    expect(isOffered('able', ['paid'], undefined)).toBe(false)
    expect(isOffered('able', null, memory)).toBe(false)
    expect(isOffered('able', null, { ...memory, kinds: [] })).toBe(false)
    for (const ability of ['homeScreen', 'unable', 'denied'] as const)
      expect(isOffered(ability, null, undefined)).toBe(false)
  })
})

describe('a stored choice', () => {
  const now = { kinds: ['paid'], endpoint: 'https://a.example/1', language: 'zh' } as const

  it('is valid while nothing has changed', () => {
    expect(isStale(memory, now)).toBe(false)
  })

  it('is sent again after a new login, another subscription, key or language', () => {
    for (const change of [
      { kinds: null },
      { endpoint: null },
      { endpoint: 'https://a.example/2' },
      { language: 'en' },
    ])
      expect(isStale(memory, { ...now, ...change })).toBe(true)
  })

  it('is never sent again when it was no', () => {
    expect(isStale({ ...memory, kinds: [] }, { ...now, kinds: null })).toBe(false)
  })
})
