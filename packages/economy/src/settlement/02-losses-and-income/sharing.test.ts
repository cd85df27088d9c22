import { ONE } from '@banyan/domain'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sum } from '../../amounts.ts'
import { canonicalJson } from '../../canonical.ts'
import { recount } from '../../recount/index.ts'
import { quietInput, type SettlementInput } from '../facts.ts'
import { settle } from '../settle.ts'
import { keptOf, type SharingFacts, shareAmong } from './sharing.ts'

const facts = (given: Partial<Omit<SharingFacts, 'balances'>> & { balances: bigint[] }) => ({
  most: 10n ** 18n,
  holds: [],
  ...given,
  owners: given.balances.map((_, i) => `member ${i}`),
  balances: BigInt64Array.from(given.balances),
})

describe('the last resort', () => {
  test('takes one rate of the pool, of each balance and of what is held of it, to the last digit', () => {
    // 60 of 120.000002 are lacking: 60.000002 / 120.000002 = 1/2 + 1/120000002 of each is left.
    const sharing = shareAmong(60_000000n, 30_000000n, {
      ...facts({ balances: [70_000001n, 20_000000n, 1n] }),
      holds: [{ id: 'withdrawal', amount: 50_000000n }],
    })
    expect(sharing).toEqual({
      shared: 60_000000n,
      owed: 120_000002n,
      // 15000000.25 is left of the pool
      poolDynamic: 15_000000n,
      // 35000001.08, 10000000.17 and 0.50 are left
      taken: BigInt64Array.of(35_000000n, 10_000000n, 1n),
      // 25000000.42
      holds: [{ id: 'withdrawal', amount: 25_000000n }],
      dust: 1n,
    })
  })

  test('takes no more than was approved, and no more than there is', () => {
    const balances = [60_000000n, 40_000000n]
    expect(shareAmong(50n, 0n, facts({ balances, most: 10n }))?.shared).toBe(10n)
    expect(shareAmong(101_000000n, 0n, facts({ balances }))).toMatchObject({
      shared: 100_000000n,
      taken: BigInt64Array.from(balances),
      dust: 0n,
    })
    expect(shareAmong(0n, 5n, facts({ balances }))).toBe(null)
    expect(shareAmong(5n, 0n, facts({ balances: [] }))).toBe(null)
  })

  test('adds up, leaves every hold within its balance, and takes from nobody more than the rate and one unit', () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 13n })
    fc.assert(
      fc.property(
        fc.array(amount, { maxLength: 8 }),
        amount,
        fc.bigInt({ min: 1n, max: 10n ** 14n }),
        fc.nat(100),
        (balances, pool, left, percent) => {
          const holds = balances.flatMap((balance, i) => [
            { id: `${i} a`, amount: (balance * BigInt(percent)) / 100n },
            { id: `${i} b`, amount: balance - (balance * BigInt(percent)) / 100n },
          ])
          const sharing = shareAmong(left, pool, { ...facts({ balances }), holds })
          if (!sharing) return
          const { shared, owed, taken, poolDynamic, dust } = sharing
          expect(sum([poolDynamic, ...taken])).toBe(shared + dust)
          expect(dust <= BigInt(balances.length + 1)).toBe(true)
          for (const [i, balance] of balances.entries()) {
            const part = taken[i] as bigint
            // part is balance × shared / owed, rounded up
            expect(part * owed >= balance * shared && (part - 1n) * owed < balance * shared).toBe(
              true,
            )
            const ofBalance = sharing.holds.slice(2 * i, 2 * i + 2).map(one => one.amount)
            expect(sum(ofBalance) <= balance - part).toBe(true)
          }
        },
      ),
    )
  })
})

describe('a run that may share a loss', () => {
  const books = {
    reserve: 20_000000n,
    outstanding: 100n * ONE,
    poolStatic: 5_000000n,
    poolDynamic: 30_000000n,
    ops: 3_000000n,
    risk: 2_000000n,
    shortfall: 90_000000n,
  }
  const quiet = quietInput('2026-11-21', books)
  // The platform's own accounts bear 30: 60 of 120 are left.
  const sharing = facts({ balances: [70_000000n, 20_000000n] })

  test('ends with no shortfall, half of every balance and of the pool, and no price', () => {
    const result = settle({ ...quiet, sharing })
    expect(result.losses).toMatchObject({ reserve: 20_000000n, left: 60_000000n })
    expect(result.sharing).toMatchObject({
      shared: 60_000000n,
      poolDynamic: 15_000000n,
      dust: 0n,
      taken: BigInt64Array.of(35_000000n, 10_000000n),
    })
    expect(result.books).toMatchObject({ poolDynamic: 15_000000n, risk: 0n, shortfall: 0n })
    expect(result.exitPrice).toBe(0n)
  })

  test('cuts what the pool owes to the reserve at the same rate', () => {
    const carried = { dynamicOff: 20_000001n, staffShare: 9_000000n, reserved: 0n }
    const { returned, books: after } = settle({ ...quiet, carried, sharing })
    expect(returned).toMatchObject({ dynamicOff: 10_000000n, staffShare: 4_500000n })
    expect(after.poolDynamic).toBe(500000n)
    expect(keptOf(20_000001n, { shared: 60_000000n, owed: 120_000000n })).toBe(10_000000n)
  })

  test('without its facts changes no balance and keeps the shortfall; its text does not mention sharing', () => {
    const result = settle(quiet)
    expect(result.books).toMatchObject({ poolDynamic: 30_000000n, shortfall: 60_000000n })
    expect(canonicalJson(quiet) + canonicalJson(result)).not.toContain('sharing')
  })

  test('is recomputed to the same bytes', () => {
    const inputs: SettlementInput[] = [
      { ...quiet, sharing },
      { ...quiet, sharing: { ...sharing, most: 7n } },
      { ...quiet, books: { ...books, shortfall: 29_000000n }, sharing },
    ]
    for (const input of inputs)
      expect(canonicalJson(recount(canonicalJson(input)))).toBe(canonicalJson(settle(input)))
  })
})
