import { passportRules } from '@banyan/domain'
import { describe, expect, test } from 'vitest'
import { readLine } from './passport-lines.ts'

/** Returns the name of a text and its slots. */
const t = ((name: string, slots?: object) =>
  [name, ...Object.values(slots ?? {})].join(' ')) as unknown as Parameters<typeof readLine>[1]

describe('a line of a passport', () => {
  test('contains its sum with formatted figures', () => {
    const slots = { released: '414', own: '10000', weight: '100000', share: '41.4' }
    expect(readLine({ rule: 'static.share', slots }, t).sums).toEqual([
      'floor6(414 × 10,000 ÷ 100,000) = 41.4 USDT',
    ])
  })

  test('of the cap contains its computation and what is left of it', () => {
    const slots = { value: '10.350011', multiple: '1.5', cap: '15.525016', before: '3', left: '12' }
    expect(readLine({ rule: 'static.capLeft', slots }, t)).toEqual({
      says: 'static_capLeft · static_capLeft_cap 1.5',
      sums: ['floor6(10.350011 × 1.5) = 15.525016 USDT', '15.525016 − 3 = 12 USDT'],
    })
  })

  test('of network pay contains the factor with all its digits', () => {
    const slots = { factor: '0.750000000', capped: '6.4', amount: '4.8' }
    expect(readLine({ rule: 'dynamic.pairPay', slots }, t).sums).toEqual([
      'floor6(0.75 × 6.4) = 4.8 USDT',
    ])
  })

  test('of the payment factor contains its computation, and for a run without pairs only its value', () => {
    const slots = { pool: '1000', direct: '18', rest: '982', pairs: '2000', factor: '0.491000000' }
    expect(readLine({ rule: 'dynamic.factor', slots }, t).sums).toEqual([
      '1,000 − 18 = 982 USDT',
      'k = min(1, floor9(982 ÷ 2,000)) = 0.491',
    ])
    const none = { ...slots, pairs: '0', factor: '1.000000000' }
    expect(readLine({ rule: 'dynamic.factor', slots: none }, t).sums.at(-1)).toBe('k = 1')
  })

  test('of a cut match contains the cap, and the volume that its pay represents', () => {
    const cut = {
      cap: 'round',
      raw: '6.4',
      capped: '4',
      roundCap: '2000',
      before: '1996',
      limit: '4',
    }
    expect(readLine({ rule: 'dynamic.pairCapped', slots: cut }, t).sums).toEqual([
      '2,000 − 1,996 = 4 USDT',
      'min(6.4, 4) = 4 USDT',
    ])
    const carried = {
      rate: '8',
      cut: 'yes',
      amount: '4',
      matched: '80',
      consumed: '50',
      leftBefore: '140',
      left: '90',
      rightBefore: '80',
      right: '30',
    }
    expect(readLine({ rule: 'dynamic.carried', slots: carried }, t).sums).toEqual([
      'min(80, ceil6(4 × 100 ÷ 8)) = 50 USDT',
      'dynamic_carriedLeft 140 − 50 = 90',
      'dynamic_carriedRight 80 − 50 = 30',
    ])
  })

  test('of a region contains the carried and the new volume', () => {
    const slots = {
      leftCarried: '20',
      leftNew: '120.5',
      left: '140.5',
      rightCarried: '0',
      rightNew: '80',
      right: '80',
    }
    expect(readLine({ rule: 'dynamic.regions', slots }, t).sums).toEqual([
      'dynamic_carriedLeft 20 + 120.5 = 140.5',
      'dynamic_carriedRight 0 + 80 = 80',
    ])
  })

  test('of a fee that the cap of the round has cut contains what was left of the round', () => {
    const slots = {
      source: 'A',
      volume: '100',
      rate: '10',
      raw: '10',
      roundCap: '2000',
      before: '1996',
      limit: '4',
      factor: '1.000000000',
      amount: '4',
    }
    expect(readLine({ rule: 'dynamic.directCapped', slots }, t).sums).toEqual([
      'floor6(100 × 10%) = 10',
      '2,000 − 1,996 = 4 USDT',
      'floor6(1 × min(10, 4)) = 4 USDT',
    ])
  })

  test('of the own positions together contains every term', () => {
    const slots = { positions: '2', terms: '1200.5 + 0.5', amount: '1201' }
    expect(readLine({ rule: 'static.total', slots }, t).sums).toEqual([
      '1,200.5 + 0.5 = 1,201 USDT',
    ])
  })

  test('exists for every rule', () => {
    for (const rule of passportRules) expect(readLine({ rule, slots: {} }, t).says).not.toBe('')
  })

  test('distinguishes the two ways of elimination', () => {
    const line = (reason: string) => readLine({ rule: 'static.eliminated', slots: { reason } }, t)
    expect([line('cap').says, line('term').says]).toEqual([
      'static_eliminated_cap',
      'static_eliminated_term',
    ])
  })
})
