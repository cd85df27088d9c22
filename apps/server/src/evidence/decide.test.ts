import { describe, expect, it } from 'vitest'
import { decideFinding, type ExpectedPayment, nextLookMs, type SeenTransaction } from './decide.ts'

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 22) + minutes * 60_000)
const token = '0x55d3'
const recipient = '0xseller'
const expected: ExpectedPayment = {
  ...{ token, recipient, unitsPerMicro: 10n ** 12n, paymentAmount: 20_400_000n },
  ...{ from: at(-2), until: at(30), needed: 15 },
}
const units = (micro: bigint) => micro * 10n ** 12n
const paid = (change: Partial<SeenTransaction> = {}): SeenTransaction => ({
  ...{ succeeded: true, blockAt: at(5), confirmations: 15, final: true },
  transfers: [{ token, to: recipient, units: units(20_400_000n), ordinal: 0 }],
  ...change,
})
const never = () => false
const finding = (seen: SeenTransaction | null, used = never as (ordinal: number) => boolean) =>
  decideFinding(seen, expected, used).finding

describe('a hash', () => {
  it('is verified when the pinned token reached the address, in full, in time, finally', () => {
    expect(decideFinding(paid(), expected, never)).toMatchObject({
      ...{ finding: 'verified', received: 20_400_000n, ordinals: [0] },
    })
    const inTwo = [0, 1].map(ordinal => ({
      ...{ token, to: recipient, units: units(10_200_000n), ordinal },
    }))
    expect(decideFinding(paid({ transfers: inTwo }), expected, never).ordinals).toEqual([0, 1])
  })

  it('waits, counted, for its confirmations and for the chain to call it final', () => {
    expect(decideFinding(paid({ confirmations: 14 }), expected, never)).toMatchObject({
      ...{ finding: 'pending', confirmations: 14, needed: 15, ordinals: [] },
    })
    expect(finding(paid({ final: false }))).toBe('pending')
  })

  it.each([
    ['not_found', null],
    ['not_found', paid({ succeeded: false })],
    [
      'wrong_recipient',
      paid({ transfers: [{ token, to: '0xelse', units: units(1n), ordinal: 0 }] }),
    ],
    [
      'wrong_token',
      paid({ transfers: [{ token: '0xfake', to: recipient, units: units(1n), ordinal: 0 }] }),
    ],
    ['wrong_token', paid({ transfers: [] })],
    [
      'wrong_amount',
      paid({ transfers: [{ token, to: recipient, units: units(20_400_000n) - 1n, ordinal: 0 }] }),
    ],
    ['outside_window', paid({ blockAt: at(-2.01) })],
    ['outside_window', paid({ blockAt: at(30.01) })],
  ] as const)('is %s', (said, seen) => expect(finding(seen)).toBe(said))

  it('counts from two minutes before the take to the deadline, both included', () => {
    expect(finding(paid({ blockAt: at(-2) }))).toBe('verified')
    expect(finding(paid({ blockAt: at(30) }))).toBe('verified')
  })

  it('pays for one trade: a transfer that has paid for another is used', () => {
    expect(finding(paid(), ordinal => ordinal === 0)).toBe('used_before')
    expect(finding(paid(), ordinal => ordinal === 1)).toBe('verified')
  })

  it('is asked for again while that can change, less and less often, and not for ever', () => {
    expect(nextLookMs('verified', 0, 0)).toBeNull()
    expect(nextLookMs('wrong_amount', 0, 0)).toBeNull()
    expect(nextLookMs('pending', 50, 0)).toBe(1_500)
    expect([0, 1, 2, 20].map(tries => nextLookMs('not_found', tries, 0))).toEqual([
      3_000, 6_000, 12_000, 300_000,
    ])
    expect(nextLookMs('not_found', 9, 25 * 3_600_000)).toBeNull()
    expect(nextLookMs('unavailable', 9, 25 * 3_600_000), 'never "not paid"').toBe(300_000)
  })
})
