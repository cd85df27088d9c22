import { ONE } from '@banyan/domain'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { periodAfter } from '../../calendar.ts'
import { earlierParametersV1 } from '../../earlier/parameters.ts'
import { type Parameters, parametersV1 } from '../../parameters.ts'
import { positionColumns, type StaticPosition } from '../05-static-pay/static-columns.ts'
import { type Books, quietInput, type SettlementInput } from '../facts.ts'
import { settle } from '../settle.ts'

/*
 * The attack of amendment A2: buy the night before a receipt of outside income is booked, leave
 * some nights later. Nobody else joins, leaves or trades, so a trip gains from income alone.
 */

interface Start {
  readonly reserve: bigint
  readonly outstanding: bigint
  /** Income that waits from before, millionths of the reserve. */
  readonly waiting: bigint
  /** Locked coins of others, millionths of all coins. */
  readonly locked: bigint
  /** Nights in which income was released before: POOL.static has its part of it. */
  readonly before: number
  /** A receipt of each night of the trip, millionths of the reserve. */
  readonly receipts: readonly bigint[]
}

interface Trip {
  /** Number of settlements from the one that issues the coins to the one that takes them back. */
  readonly nights: number
  /** Whether the coins are locked from the first to the last night on which they can be. */
  readonly locks: boolean
  readonly amount: bigint
}

const MILLION = 1_000_000n

const position = (id: string, quantity: bigint, fact: Partial<StaticPosition> = {}) => ({
  id,
  memberId: id,
  quantity,
  openingValue: 10n ** 15n,
  paid: 0n,
  unlockAsked: false,
  ...fact,
})

/** The amount paid for the coins, and everything that they returned. */
function travel(start: Start, { nights, locks, amount }: Trip, p: Parameters) {
  const others = position('others', (start.outstanding * start.locked) / MILLION)
  let books: Books = {
    reserve: start.reserve,
    outstanding: start.outstanding,
    poolStatic: 0n,
    poolDynamic: 0n,
    ops: 0n,
    risk: 0n,
    shortfall: 0n,
  }
  let period = '2026-01-01'
  let serial = 0
  const isSlow = p.incomeReleaseBps !== undefined
  const night = (receipt: bigint, facts: Partial<SettlementInput>, own: StaticPosition[] = []) => {
    const income = (books.income ?? 0n) + receipt
    const positions = positionColumns([...(others.quantity > 0n ? [others] : []), ...own])
    const result = settle({
      ...quietInput(period, isSlow ? { ...books, income } : books, p),
      ...(!isSlow && { receipts: [{ id: `receipt ${serial++}`, amount: receipt }] }),
      ...facts,
      statics: { positions, asked: facts.statics?.asked ?? [] },
    })
    books = result.books
    period = periodAfter(period)
    return { ...result, own: result.statics.amounts.subarray(positions.ids.length - own.length) }
  }
  const part = (millionths: bigint) => (start.reserve * millionths) / MILLION
  for (let i = 0; i < start.before; i++) night(i === 0 ? part(start.waiting) : 0n, {})
  const [fill] = night(0n, { orders: [{ id: 'order', memberId: 'sniper', amount }] }).fills
  const { filled = 0n, quantity = 0n } = fill ?? {}
  let got = 0n
  for (let at = 1; at <= nights; at++) {
    const coins = { id: 'sniper', memberId: 'sniper', quantity }
    const isLocked = locks && at > 1 && at < nights
    const own = isLocked ? [position('sniper', quantity, { unlockAsked: at === nights - 1 })] : []
    const asks = locks && at === 1 && nights > 2 ? [coins] : []
    const { own: paid, redemptions } = night(
      part(start.receipts[at - 1] ?? 0n),
      {
        statics: { positions: positionColumns([]), asked: asks },
        redemptions: { exchanges: at === nights ? [coins] : [], undos: [] },
      },
      own,
    )
    got += (paid[0] ?? 0n) + (redemptions.exchanges[0]?.pay ?? 0n)
  }
  return { spent: filled, got }
}

const half = fc.bigInt({ min: 0n, max: MILLION / 2n })
const anyStart: fc.Arbitrary<Start> = fc
  .record({
    // At a price from the floor up to where a trip cannot reach a split.
    outstanding: fc.bigInt({ min: 1_000n * ONE, max: 10_000_000n * ONE }),
    price: fc.bigInt({ min: 110_000n, max: 1_600_000n }),
    waiting: fc.bigInt({ min: 0n, max: 2n * MILLION }),
    locked: fc.oneof(fc.constant(0n), fc.bigInt({ min: 1n, max: 900_000n })),
    before: fc.constantFrom(0, 1, 40, 200),
    receipts: fc.array(fc.oneof(fc.constant(0n), half), { minLength: 9, maxLength: 9 }),
  })
  .map(({ price, ...start }) => ({ ...start, reserve: (start.outstanding * price) / ONE }))
const anyTrip: fc.Arbitrary<Trip> = fc.record({
  nights: fc.integer({ min: 1, max: 9 }),
  locks: fc.boolean(),
  amount: fc.integer({ min: 5, max: 500 }).map(tens => BigInt(tens) * 10n * ONE),
})

describe('a member who buys for a receipt and leaves within nine nights', () => {
  test('never gains, locked or not', () => {
    fc.assert(
      fc.property(anyStart, anyTrip, (start, trip) => {
        const { spent, got } = travel(start, trip, parametersV1)
        expect(got).toBeLessThanOrEqual(spent)
      }),
      { numRuns: 120 },
    )
  }, 120_000)

  const rich: Start = {
    reserve: 100_000n * ONE,
    outstanding: 100_000n * ONE,
    waiting: 500_000n,
    before: 200,
    locked: 50_000n,
    receipts: Array.from({ length: 9 }, () => 500_000n),
  }
  const percent = (start: Start, trip: Omit<Trip, 'amount'>, p: Parameters) => {
    const { spent, got } = travel(start, { ...trip, amount: 100n * ONE }, p)
    return Number(((got - spent) * 100_000n) / spent) / 1_000
  }

  test('loses less the longer the stay, and first gains after ten nights', () => {
    const of = (nights: number, locks: boolean) => percent(rich, { nights, locks }, parametersV1)
    expect([1, 5, 9, 10].map(nights => of(nights, false))).toEqual([-0.932, -0.661, -0.39, -0.322])
    expect([3, 5, 9, 10, 11].map(nights => of(nights, true))).toEqual([
      -0.763, -0.56, -0.153, -0.051, 0.05,
    ])
  })

  test('would gain with a release of 0.1 % when the coins are locked, which is why it is 0.07 %', () => {
    const faster = { ...parametersV1, incomeReleaseBps: 10 }
    expect(percent(rich, { nights: 9, locks: false }, faster)).toBeLessThan(0)
    expect(percent(rich, { nights: 9, locks: true }, faster)).toBeGreaterThan(0.2)
  })

  test('gained as much as the receipt raised the price while it was booked whole', () => {
    const once = { ...rich, waiting: 0n, before: 0, receipts: [500_000n] }
    expect(percent(once, { nights: 1, locks: false }, earlierParametersV1)).toBeGreaterThan(40)
  })
})
