import { describe, expect, it } from 'vitest'
import { abilityOf, isOffered, isStale, withKind } from './push-decide.ts'

const able = { hasPush: true, permission: 'default', isApple: false, isInstalled: false } as const

describe('push on this device', () => {
  it('is possible where the browser has it, and its question is open or answered with yes', () => {
    expect(abilityOf(able)).toBe('able')
    expect(abilityOf({ ...able, permission: 'granted' })).toBe('able')
    expect(abilityOf({ ...able, isApple: true, isInstalled: true })).toBe('able')
  })

  it('is denied by the member, whatever the browser has', () => {
    expect(abilityOf({ ...able, permission: 'denied' })).toBe('denied')
  })

  it('needs the home screen on an iPhone alone', () => {
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
  it('is made to who can be told and has not answered', () => {
    expect(isOffered('able', null, undefined)).toBe(true)
  })

  it('is not made again after a yes or a no, nor where nothing can come of it', () => {
    expect(isOffered('able', ['paid'], undefined)).toBe(false)
    expect(isOffered('able', null, memory)).toBe(false)
    expect(isOffered('able', null, { ...memory, kinds: [] })).toBe(false)
    for (const ability of ['homeScreen', 'unable', 'denied'] as const)
      expect(isOffered(ability, null, undefined)).toBe(false)
  })
})

describe('a choice that is remembered', () => {
  const now = { kinds: ['paid'], endpoint: 'https://a.example/1', language: 'zh' } as const

  it('stands while nothing has changed', () => {
    expect(isStale(memory, now)).toBe(false)
  })

  it('is asked for again after a new login, another subscription, key or language', () => {
    for (const change of [
      { kinds: null },
      { endpoint: null },
      { endpoint: 'https://a.example/2' },
      { language: 'en' },
    ])
      expect(isStale(memory, { ...now, ...change })).toBe(true)
  })

  it('is never asked for again where it was no', () => {
    expect(isStale({ ...memory, kinds: [] }, { ...now, kinds: null })).toBe(false)
  })
})
