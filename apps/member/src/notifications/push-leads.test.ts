import { describe, expect, it } from 'vitest'
import { pushLeadsTo } from './push-leads.ts'

const trade = `trd_${'0a'.repeat(16)}`

describe('a tapped push message', () => {
  it('opens the trade on the side of its reader', () => {
    expect(pushLeadsTo({ kind: 'paid', side: 'seller', subject: trade })).toEqual({
      page: 'trade',
      side: 'seller',
      id: trade,
    })
    expect(pushLeadsTo({ kind: 'credited', side: 'buyer', subject: trade })).toEqual({
      page: 'trade',
      side: 'buyer',
      id: trade,
    })
  })

  it('opens the list of recharges or withdrawals', () => {
    expect(pushLeadsTo({ kind: 'credited', side: null, subject: `dep_${'0'.repeat(32)}` })).toEqual(
      { page: 'recharges' },
    )
    expect(pushLeadsTo({ kind: 'sent', side: null, subject: null })).toEqual({
      page: 'withdrawals',
    })
  })

  it('opens nothing for a forged address', () => {
    for (const tapped of [
      { kind: null, side: null, subject: null },
      { kind: 'other', side: 'buyer', subject: trade },
      { kind: 'paid', side: 'owner', subject: trade },
      { kind: 'paid', side: 'buyer', subject: 'trd_1?x=/../' },
    ])
      expect(pushLeadsTo(tapped)).toBeNull()
  })
})
