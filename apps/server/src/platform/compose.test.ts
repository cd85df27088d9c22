import { describe, expect, it } from 'vitest'
import { manifests } from '../modules.ts'
import { compose, sortManifests } from './compose.ts'
import { defineModule, type Manifest, many, one, provide } from './manifest.ts'
import type { Platform } from './module.ts'

const platform = {} as Platform
const namesOf = (list: readonly Manifest[]) => list.map(({ name }) => name)

const ledger = defineModule({
  name: 'ledger',
  points: { stop: one<(member: string) => boolean>(), words: many<() => string>() },
  open: (_, __, { stop, words }) => ({
    isStopped: (member: string) => stop(member),
    said: () => words().map(word => word()),
  }),
})
const otc = defineModule({
  name: 'otc',
  needs: { ledger },
  open: (_, needs) => ({ ...needs, frozen: 'ann' }),
  serves: () => ({ jobs: [] }),
  provides: ({ frozen }) => [
    provide(ledger, 'stop', member => member === frozen),
    provide(ledger, 'words', () => 'otc'),
  ],
})
const chat = defineModule({
  name: 'chat',
  needs: { ledger, otc },
  open: () => ({}),
  provides: () => [provide(ledger, 'words', () => 'chat')],
})

describe('manifests', () => {
  it('are sorted so that each comes after all that it needs', () => {
    expect(namesOf(sortManifests([chat, otc, ledger]))).toEqual(['ledger', 'otc', 'chat'])
    const sorted = sortManifests(manifests)
    for (const [place, { needs }] of sorted.entries())
      for (const needed of Object.values(needs)) expect(sorted.indexOf(needed)).toBeLessThan(place)
  })

  it('are refused when one is missing, listed twice, or in a circle', () => {
    expect(() => sortManifests([chat, ledger])).toThrow('not in the list of modules: chat → otc')
    expect(() => sortManifests([ledger, ledger])).toThrow('listed twice')
    const needs: Record<string, Manifest> = {}
    const first = defineModule({ name: 'first', needs, open: () => ({}) })
    needs.second = defineModule({ name: 'second', needs: { first }, open: () => ({}) })
    expect(() => sortManifests([first, needs.second as Manifest])).toThrow('first → second → first')
  })
})

describe('the composition', () => {
  it('gives each module what it needs, opened, and what modules above it provide', () => {
    const composed = compose(platform, [chat, otc, ledger])
    expect(composed.of(otc).ledger).toBe(composed.of(ledger))
    expect(composed.of(ledger).isStopped('ann')).toBe(true)
    expect(composed.of(ledger).isStopped('ben')).toBe(false)
    expect(composed.of(ledger).said()).toEqual(['otc', 'chat'])
    expect(composed.modules).toHaveLength(3)
  })

  it('refuses an extension point that nobody provides, or two', () => {
    expect(() => compose(platform, [ledger])).toThrow('no module provides ledger.stop')
    const own = [provide(ledger, 'stop', () => false)]
    expect(() => compose(platform, [otc, ledger], own)).toThrow('two modules provide ledger.stop')
    expect(compose(platform, [ledger], own).of(ledger).isStopped('ann')).toBe(false)
  })

  it('refuses a module that extends another without needing it', () => {
    const outsider = defineModule({
      name: 'outsider',
      open: () => ({}),
      provides: () => [provide(ledger, 'stop', () => true)],
    })
    expect(() => compose(platform, [outsider, ledger])).toThrow(
      'outsider extends ledger without needing it',
    )
  })

  it('refuses the use of an extension point while modules are still opened', () => {
    const hasty = defineModule({
      name: 'hasty',
      points: { early: one<() => void>() },
      open: (_, __, { early }) => early(),
    })
    expect(() => compose(platform, [hasty])).toThrow('no module provides hasty.early')
  })
})
