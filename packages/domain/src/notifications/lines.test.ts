import { describe, expect, it } from 'vitest'
import { locales } from '../contract/envelope.ts'
import { notificationKinds } from './kinds.ts'
import { emailLine, notificationLine } from './lines.ts'

const slots = {
  trade: 'M26112100000001',
  order: 'S1',
  amount: '12.5',
  period: '2026-11-21',
  until: '2026-12-21 10:00',
}

describe('a notification', () => {
  it('of every kind has a line for each side in both languages, with every slot filled', () => {
    const seen = new Set<string>()
    for (const kind of notificationKinds)
      for (const side of ['buyer', 'seller'] as const)
        for (const locale of locales) {
          const line = notificationLine({ kind, side, slots }, locale)
          expect(line, `${kind} ${side} ${locale}`).not.toMatch(/\{\{|undefined/)
          expect(/\p{Script=Han}/u.test(line), line).toBe(locale === 'zh-CN')
          seen.add(line)
        }
    expect(seen.size).toBeGreaterThanOrEqual(notificationKinds.length * 2)
  })

  it('by e-mail contains the matching ID; in the app that is shown beside the line', () => {
    for (const locale of locales) {
      const notice = { kind: 'trade.pay', side: 'seller', slots } as const
      expect(emailLine(notice, locale)).toContain(slots.trade)
      expect(notificationLine(notice, locale)).not.toContain(slots.trade)
      expect(emailLine({ ...notice, kind: 'placement.placed', slots: {} }, locale)).not.toMatch(
        /[()（）]/,
      )
    }
  })

  it('by e-mail contains no amount', () => {
    for (const kind of notificationKinds.filter(one => one !== 'earnings.settled'))
      for (const locale of locales)
        expect(emailLine({ kind, side: 'buyer', slots }, locale)).not.toContain(slots.amount)
  })
})
