import type { HashFinding } from '@banyan/domain'
import { describe, expect, it } from 'vitest'
import {
  decideFinding,
  type ExpectedPayment,
  isNoPayment,
  type KnownTransfers,
  nextLookupMs,
  type SeenTransaction,
  type SeenTransfer,
} from './decide.ts'

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 22) + minutes * 60_000)
const token = '0x55d3'
const recipient = '0xseller'
const AMOUNT = 20_400_300n
const expected: ExpectedPayment = {
  token,
  recipient,
  payer: null,
  unitsPerMicro: 10n ** 12n,
  paymentAmount: AMOUNT,
  from: at(0),
  until: at(30),
  needed: 15,
}
const transfer = (change: Partial<SeenTransfer> & { micro?: bigint } = {}): SeenTransfer => {
  const { micro = AMOUNT, ...more } = change
  const units = micro * 10n ** 12n
  return { token, from: '0xbuyer', to: recipient, units, ordinal: 0, ...more }
}
const paid = (change: Partial<SeenTransaction> = {}): SeenTransaction => ({
  succeeded: true,
  blockAt: at(5),
  confirmations: 15,
  final: true,
  transfers: [transfer()],
  ...change,
})
const paidBy = (...transfers: SeenTransfer[]) => paid({ transfers })
const nothingKnown: KnownTransfers = { used: () => false, fitsAnother: () => false }
/** The transfer at this place is exactly another trade's payment. */
const another = (place = 0): KnownTransfers => ({
  used: () => false,
  fitsAnother: ordinal => ordinal === place,
})
const finding = (
  seen: SeenTransaction | null,
  known = nothingKnown,
  change: Partial<ExpectedPayment> = {},
) => decideFinding(seen, { ...expected, ...change }, known).finding

describe('a hash', () => {
  it('is verified when the pinned token reached the address with the exact amount, in time and final', () => {
    expect(decideFinding(paid(), expected, nothingKnown)).toMatchObject({
      finding: 'verified',
      received: AMOUNT,
      payer: '0xbuyer',
      pays: { ordinal: 0 },
    })
  })

  it('waits, counted, for its confirmations and for the chain to call it final', () => {
    expect(decideFinding(paid({ confirmations: 14 }), expected, nothingKnown)).toMatchObject({
      finding: 'pending',
      confirmations: 14,
      needed: 15,
      pays: null,
    })
    expect(finding(paid({ final: false }))).toBe('pending')
  })

  it.each([
    ['not_found', null],
    ['not_found', paid({ succeeded: false })],
    ['wrong_recipient', paidBy(transfer({ to: '0xelse' }))],
    ['wrong_token', paidBy(transfer({ token: '0xfake' }))],
    ['wrong_token', paidBy()],
    ['wrong_amount', paidBy(transfer({ micro: 3_000_000n }))],
    ['wrong_amount', paidBy(transfer({ micro: 40_000_000n }))],
    ['near', paidBy(transfer({ micro: AMOUNT - 1n }))],
    ['near', paidBy(transfer({ micro: AMOUNT + 1n }))],
    ['near', paidBy(transfer({ micro: AMOUNT - 1_000_000n }))],
    ['before_take', paid({ blockAt: at(-0.01) })],
    ['outside_window', paid({ blockAt: at(30.01) })],
    ['before_take', paid({ ...paidBy(transfer({ micro: AMOUNT - 1n })), blockAt: at(-1) })],
    ['outside_window', paid({ ...paidBy(transfer({ micro: AMOUNT - 1n })), blockAt: at(31) })],
  ] as const)('is %s', (expectedFinding, seen) => expect(finding(seen)).toBe(expectedFinding))

  it('counts from the take to the deadline, both included', () => {
    expect(finding(paid({ blockAt: at(0) }))).toBe('verified')
    expect(finding(paid({ blockAt: at(30) }))).toBe('verified')
  })

  it('must be one transfer: parts are not added up, and less than a micro-unit more is another amount', () => {
    const half = AMOUNT / 2n
    const parts = [0, 1].map(ordinal => transfer({ micro: half, ordinal }))
    expect(finding(paidBy(...parts))).toBe('near')
    expect(finding(paidBy(transfer({ units: AMOUNT * 10n ** 12n + 1n })))).toBe('near')
  })

  it('beside other transfers is the exact one', () => {
    const several = paidBy(
      transfer({ micro: 5_000_000n }),
      transfer({ ordinal: 3, from: '0xsecond' }),
      transfer({ to: '0xelse', ordinal: 4 }),
    )
    expect(decideFinding(several, expected, another(0))).toMatchObject({
      finding: 'verified',
      received: AMOUNT,
      payer: '0xsecond',
      pays: { ordinal: 3 },
    })
  })

  it('pays for one trade: a transfer that has paid for another is used', () => {
    const used = (place: number) => ({ ...nothingKnown, used: (one: number) => one === place })
    expect(finding(paid(), used(0))).toBe('used_before')
    expect(finding(paid(), used(1))).toBe('verified')
    const twice = paidBy(transfer(), transfer({ ordinal: 1 }))
    expect(decideFinding(twice, expected, used(0)).pays).toMatchObject({ ordinal: 1 })
  })
})

describe('a hash of a payment for another trade', () => {
  it.each([
    ['of a larger amount', transfer({ micro: 30_600_700n })],
    ['of a smaller amount', transfer({ micro: 10_200_100n })],
    ['of nearly the same amount', transfer({ micro: AMOUNT + 100n })],
    ['at another address', transfer({ to: '0xother seller' })],
  ])('%s never binds here, whatever the time', (_, one) => {
    for (const minutes of [-5, 5, 40])
      expect(finding(paid({ ...paidBy(one), blockAt: at(minutes) }), another())).toBe('other_trade')
  })

  it('beside an amount that reached this address less an exchange’s fee is that trade’s, and the rest needs a person', () => {
    const less = transfer({ micro: AMOUNT - 1_000_000n, ordinal: 1 })
    for (const to of [recipient, '0xother seller']) {
      const batch = paidBy(transfer({ micro: 30_600_700n, to }), less)
      const result = decideFinding(batch, expected, another(0))
      expect(result).toMatchObject({ finding: 'near', received: AMOUNT - 1_000_000n, pays: null })
    }
  })

  it('with the same amount, as before there were tails, is neither’s, or the other’s by its time', () => {
    expect(finding(paid(), another())).toBe('contested')
    expect(finding(paid({ blockAt: at(-1) }), another())).toBe('other_trade')
  })
})

describe('a buyer who has named their paying address', () => {
  it('is credited only with a payment from that address', () => {
    const named = { payer: '0xbuyer' }
    expect(finding(paid(), nothingKnown, named)).toBe('verified')
    expect(finding(paidBy(transfer({ from: '0xstranger' })), nothingKnown, named)).toBe(
      'wrong_payer',
    )
    const both = paidBy(transfer({ from: '0xstranger' }), transfer({ ordinal: 1 }))
    expect(finding(both, nothingKnown, named)).toBe('verified')
  })
})

describe('the next check', () => {
  const nextMs = (of: HashFinding, tries = 0, ageMs = 0, { leftMs = -1e9, settled = true } = {}) =>
    nextLookupMs({ finding: of, settled }, { tries, ageMs, leftMs })

  it('comes while the finding can change, at growing intervals, and not for ever', () => {
    expect(nextMs('verified')).toBeNull()
    expect(nextMs('wrong_amount')).toBeNull()
    expect(nextMs('pending', 50)).toBe(1_500)
    expect([0, 1, 2, 20].map(tries => nextMs('not_found', tries))).toEqual([
      3_000, 6_000, 12_000, 300_000,
    ])
    expect(nextMs('not_found', 9, 25 * 3_600_000)).toBeNull()
    expect(nextMs('unavailable', 9, 25 * 3_600_000), 'never "not paid"').toBe(300_000)
  })

  it('for a time that another block may change comes until a block is final', () => {
    for (const of of ['before_take', 'outside_window', 'contested'] as const) {
      expect(nextMs(of, 0, 0, { settled: false })).toBe(1_500)
      expect(nextMs(of)).toBeNull()
    }
  })

  it('for what is no payment comes once more when the time to pay is over', () => {
    const leftMs = 600_000
    expect(nextMs('other_trade', 0, 0, { leftMs })).toBe(660_000)
    expect(nextMs('not_found', 20, 0, { leftMs: 60_000 })).toBe(120_000)
    expect(nextMs('not_found', 0, 0, { leftMs })).toBe(3_000)
    expect(nextMs('near', 0, 0, { leftMs })).toBeNull()
    expect(nextMs('other_trade', 1, 0, { leftMs: -60_000 })).toBeNull()
  })
})

describe('no payment', () => {
  const deadline = at(30)
  const sure = (of: HashFinding, now = at(31), chainAt = at(31)) =>
    isNoPayment(of, { chainAt, now, deadline })
  it('is a hash that a chain past the deadline does not have, another trade’s payment, or one before the take', () => {
    expect(sure('not_found')).toBe(true)
    expect(sure('not_found', at(31), at(29)), 'a chain behind the deadline').toBe(false)
    for (const of of ['other_trade', 'wrong_recipient', 'before_take'] as const) {
      expect(sure(of, at(31), at(0))).toBe(true)
      expect(sure(of, at(29))).toBe(false)
    }
  })
  it('is not a finding that needs a person', () => {
    for (const of of [
      ...(['verified', 'pending', 'near', 'wrong_amount', 'wrong_token', 'wrong_payer'] as const),
      ...(['contested', 'outside_window', 'used_before', 'unavailable', 'not_checked'] as const),
    ])
      expect([of, sure(of)]).toEqual([of, false])
  })
})
