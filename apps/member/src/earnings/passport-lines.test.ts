import { passportRules } from '@banyan/domain'
import { describe, expect, test } from 'vitest'
import { readLine } from './passport-lines.ts'

/** Says the name of a text and what is put into it. */
const t = ((name: string, slots?: object) =>
  [name, ...Object.values(slots ?? {})].join(' ')) as unknown as Parameters<typeof readLine>[1]

describe('a line of a passport', () => {
  test('says its sum with the figures as people write them', () => {
    const slots = { released: '414', own: '10000', weight: '100000', share: '41.4' }
    expect(readLine({ rule: 'static.share', slots }, t).sums).toEqual([
      'floor6(414 × 10,000 ÷ 100,000) = 41.4 USDT',
    ])
  })

  test('of the cap says how it is made and what is left of it', () => {
    const slots = { value: '10.350011', multiple: '1.5', cap: '15.525016', before: '3', left: '12' }
    expect(readLine({ rule: 'static.capLeft', slots }, t)).toEqual({
      says: 'static_capLeft · static_capLeft_cap 1.5',
      sums: ['floor6(10.350011 × 1.5) = 15.525016 USDT', '15.525016 − 3 = 12 USDT'],
    })
  })

  test('of network pay says the factor with all its digits', () => {
    const slots = { factor: '0.750000000', capped: '6.4', amount: '4.8' }
    expect(readLine({ rule: 'dynamic.pairPay', slots }, t).sums).toEqual([
      'floor6(0.75 × 6.4) = 4.8 USDT',
    ])
  })

  test('is known of every rule', () => {
    for (const rule of passportRules) expect(readLine({ rule, slots: {} }, t).says).not.toBe('')
  })

  test('tells apart the two ways of elimination', () => {
    const line = (reason: string) => readLine({ rule: 'static.eliminated', slots: { reason } }, t)
    expect([line('cap').says, line('term').says]).toEqual([
      'static_eliminated_cap',
      'static_eliminated_term',
    ])
  })
})
