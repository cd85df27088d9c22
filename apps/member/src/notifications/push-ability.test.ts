import { describe, expect, it } from 'vitest'
import { abilityOf, withKind } from './push-ability.ts'

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
