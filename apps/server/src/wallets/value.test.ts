import { describe, expect, it } from 'vitest'
import { holdingsOf } from './value.ts'

describe('holdings', () => {
  it('shows money held by an own order as frozen, not as available, and counts it in the value', () => {
    const [usdt] = holdingsOf(
      [{ asset: 'USDT', kind: 'available', posted: 100_000_000n, held: 30_000_000n }],
      1_035_000n,
    )
    expect(usdt).toEqual({
      asset: 'USDT',
      available: 70_000_000n,
      frozen: 30_000_000n,
      locked: 0n,
      escrow: 0n,
      value: 100_000_000n,
    })
  })

  it('values coin of all places together at the exit price, rounded down once', () => {
    // 0.000003 coins at 0.5 each would lose a micro-USDT in each place if each were rounded.
    const [, leaf] = holdingsOf(
      [
        { asset: 'LEAF', kind: 'available', posted: 1n, held: 0n },
        { asset: 'LEAF', kind: 'locked', posted: 1n, held: 0n },
        { asset: 'LEAF', kind: 'escrow', posted: 1n, held: 0n },
      ],
      500_000n,
    )
    expect(leaf?.value).toBe(1n)
  })

  it('values 741.45537 coins at 1.047938 as the rule book does', () => {
    const [, leaf] = holdingsOf(
      [{ asset: 'LEAF', kind: 'available', posted: 741_455_370n, held: 0n }],
      1_047_938n,
    )
    expect(leaf?.value).toBe(776_999_257n)
  })

  it('has a line for each asset when nothing was ever moved', () => {
    expect(holdingsOf([], 0n).map(({ asset, value }) => [asset, value])).toEqual([
      ['USDT', 0n],
      ['LEAF', 0n],
    ])
  })
})
