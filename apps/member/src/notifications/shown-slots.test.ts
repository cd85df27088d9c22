import { describe, expect, it } from 'vitest'
import { shownSlots } from './shown-slots.ts'

const here = { language: 'zh-CN', thisYear: '2026', hidden: false }

describe('the slots of a notification', () => {
  it('have the decimals of a list, and show too small amounts as such', () => {
    expect(shownSlots({ amount: '0.175342' }, here)).toEqual({ amount: '0.17' })
    expect(shownSlots({ amount: '0.009608' }, here)).toEqual({ amount: '<0.01' })
    expect(shownSlots({ amount: '1234.5' }, here)).toEqual({ amount: '1,234.50' })
  })
  it('are hidden with all other amounts, and nothing else of it is', () => {
    const slots = { amount: '12.5', order: 'D26112' }
    expect(shownSlots(slots, { ...here, hidden: true })).toEqual({
      amount: '••••',
      order: 'D26112',
    })
  })
  it('contain a day in usual form, with the year only when it is another one', () => {
    expect(shownSlots({ period: '2026-11-23' }, here)).toEqual({ period: '11月23日' })
    expect(shownSlots({ period: '2026-11-23' }, { ...here, language: 'en' })).toEqual({
      period: 'Nov 23',
    })
    expect(shownSlots({ period: '2025-12-31' }, here)).toEqual({ period: '2025年12月31日' })
    expect(shownSlots({ trade: 'M26112318' }, here)).toEqual({ trade: 'M26112318' })
  })
})
