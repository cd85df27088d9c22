import { describe, expect, it } from 'vitest'
import { actName } from './act-names.ts'

describe('the name of an act', () => {
  it.each([
    ['sign in', '登录'],
    ['propose account_freeze', '提出：会员账户冻结'],
    ['approve rules knowing L3', '通过：规则版本 knowing L3'],
    ['refused operator.withdrawals.review', '被拒绝：operator.withdrawals.review'],
    ['an act of a later version', 'an act of a later version'],
  ])('of %s in Chinese is %s', (action, name) => {
    expect(actName(action)).toBe(name)
  })
})
