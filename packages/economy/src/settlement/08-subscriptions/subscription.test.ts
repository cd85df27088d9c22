import { ONE, parseAmount } from '@banyan/domain'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parametersV1 as p } from '../../parameters.ts'
import type { Backing } from '../../price.ts'
import {
  dealsAt,
  fillSubscriptions,
  isRipe,
  issueFor,
  ripeAt,
  type SubscriptionOrder,
  shareEvenly,
} from './subscription.ts'

const usdt = (text: string) => parseAmount(text)
const total = (amounts: readonly bigint[]) => amounts.reduce((a, b) => a + b, 0n)
const order = (id: string, memberId: string, amount: string): SubscriptionOrder => ({
  id,
  memberId,
  amount: usdt(amount),
})

/** Orders of up to 40 members, as a run can hold them. */
const anyOrders = fc.array(
  fc.record({
    memberId: fc.integer({ min: 0, max: 39 }).map(n => `member ${n}`),
    amount: fc.integer({ min: 5, max: 200 }).map(tens => BigInt(tens) * 10n * ONE),
  }),
  { maxLength: 60 },
)
/** Backings from a price of 0.01 up to 1,000,000, single units included. */
const anyBacking = fc.record({
  reserve: fc.bigInt({ min: 1n, max: 10n ** 16n }),
  outstanding: fc.bigInt({ min: 100n * ONE, max: 10n ** 16n }),
})
const run = (drafts: readonly { memberId: string; amount: bigint }[], before: Backing) => {
  const orders = drafts.map((draft, i) => ({ id: `${i}`, ...draft }))
  return { orders, fills: fillSubscriptions(orders, before) }
}

describe('a run', () => {
  const par = { reserve: usdt('100'), outstanding: usdt('100') }

  test('fills everything while demand fits the capacity', () => {
    const fills = fillSubscriptions([order('a', 'x', '6000'), order('b', 'y', '4000')], par)
    expect(fills.map(fill => fill.filled)).toEqual([usdt('6000'), usdt('4000')])
  })

  test('counts a member once: many small orders get no more than one large order', () => {
    const whole = fillSubscriptions([order('a', 'x', '8000'), order('b', 'y', '8000')], par)
    const cut = fillSubscriptions(
      [order('a1', 'x', '4000'), order('b', 'y', '8000'), order('a2', 'x', '4000')],
      par,
    )
    expect((cut[0]?.filled ?? 0n) + (cut[2]?.filled ?? 0n)).toBe(whole[0]?.filled)
  })

  test("spreads a member's fill over the own orders, oldest first", () => {
    const fills = fillSubscriptions(
      [order('a', 'x', '3000'), order('b', 'y', '9000'), order('c', 'x', '6000')],
      par,
    )
    expect(fills.map(fill => fill.filled)).toEqual([usdt('3000'), usdt('5000'), usdt('2000')])
  })

  test('fills nothing while R/N is under the floor, and fills at the floor', () => {
    const orders = [order('a', 'x', '50')]
    const atFloor = { reserve: usdt('10'), outstanding: usdt('100') }
    const under = { ...atFloor, outstanding: atFloor.outstanding + 1n }
    expect(fillSubscriptions(orders, atFloor)[0]?.quantity).toBe(usdt('500'))
    expect(fillSubscriptions(orders, under)[0]).toEqual({
      id: 'a',
      filled: 0n,
      refunded: usdt('50'),
      quantity: 0n,
    })
  })

  test('returns a fill whole when it buys nothing or would leave more than 0.01 unspent', () => {
    const returned = { filled: 0n, quantity: 0n }
    expect(issueFor(usdt('0.05'), usdt('50000000'))).toEqual(returned)
    expect(issueFor(usdt('0.019999'), usdt('10000'))).toEqual({ filled: 19999n, quantity: 1n })
    expect(issueFor(usdt('0.030002'), usdt('20001'))).toEqual(returned)
    expect(issueFor(0n, ONE)).toEqual(returned)
  })

  test('parts sum to the whole for every order, and nothing exceeds the capacity', () => {
    fc.assert(
      fc.property(anyOrders, anyBacking, (drafts, before) => {
        const { orders, fills } = run(drafts, before)
        fills.forEach((fill, i) => {
          expect(fill.id).toBe(orders[i]?.id)
          expect(fill.filled + fill.refunded).toBe(orders[i]?.amount)
          expect(fill.filled >= 0n && fill.refunded >= 0n && fill.quantity >= 0n).toBe(true)
          expect(fill.filled === 0n).toBe(fill.quantity === 0n)
        })
        expect(total(fills.map(fill => fill.filled)) <= p.runCapacityUsdt).toBe(true)
      }),
    )
  })

  test('never lowers R/N, compared exactly', () => {
    fc.assert(
      fc.property(anyOrders, anyBacking, (drafts, before) => {
        const { fills } = run(drafts, before)
        const reserve = before.reserve + total(fills.map(fill => fill.filled))
        const outstanding = before.outstanding + total(fills.map(fill => fill.quantity))
        expect(reserve * before.outstanding >= before.reserve * outstanding).toBe(true)
      }),
    )
  })
})

describe('an even fill', () => {
  const anyDemands = fc.array(
    fc.integer({ min: 5, max: 500 }).map(tens => BigInt(tens) * 10n * ONE),
    { minLength: 1, maxLength: 60 },
  )
  const capacities = fc.bigInt({ min: 0n, max: 20_000n * ONE })
  const named = (demands: readonly bigint[]) =>
    new Map<string, bigint>(demands.map((demand, i) => [`member ${i}`, demand]))

  test('uses the capacity to the last unit, or fills everybody', () => {
    fc.assert(
      fc.property(anyDemands, capacities, (demands, capacity) => {
        const shares = [...shareEvenly(named(demands), capacity).values()]
        const asked = total(demands)
        expect(total(shares)).toBe(asked < capacity ? asked : capacity)
        shares.forEach((share, i) => {
          expect(share >= 0n && share <= (demands[i] ?? 0n)).toBe(true)
        })
      }),
    )
  })

  test('gives nobody less than another gets, except for one unit', () => {
    fc.assert(
      fc.property(anyDemands, capacities, (demands, capacity) => {
        const shares = shareEvenly(named(demands), capacity)
        const most = [...shares.values()].reduce((a, b) => (a > b ? a : b))
        for (const [memberId, demand] of named(demands)) {
          const share = shares.get(memberId) ?? 0n
          if (share < demand) expect(share).toBeGreaterThanOrEqual(most - 1n)
        }
      }),
    )
  })

  test('gives nobody more of what they want for requesting more, or less', () => {
    const factor = fc.constantFrom([3n, 1n], [1n, 2n], [9n, 8n] as const)
    fc.assert(
      fc.property(anyDemands, capacities, fc.nat(), factor, (demands, capacity, who, [by, of]) => {
        const me = `member ${who % demands.length}`
        const wanted = named(demands)
        const want = wanted.get(me) ?? 0n
        const asked = new Map(wanted).set(me, (want * (by ?? 1n)) / (of ?? 1n))
        const share = shareEvenly(asked, capacity).get(me) ?? 0n
        const useful = share < want ? share : want
        expect(useful).toBeLessThanOrEqual(shareEvenly(wanted, capacity).get(me) ?? 0n)
      }),
    )
  })

  test('fills every request of no more than an equal part of the capacity', () => {
    fc.assert(
      fc.property(anyDemands, capacities, (demands, capacity) => {
        const equal = capacity / BigInt(demands.length)
        const shares = shareEvenly(named(demands), capacity)
        for (const [memberId, demand] of named(demands)) {
          if (demand <= equal) expect(shares.get(memberId)).toBe(demand)
        }
      }),
    )
  })

  test('gives a member who splits their money among accounts no more than each account would have had alone', () => {
    const split = fc.integer({ min: 2, max: 12 })
    fc.assert(
      fc.property(anyDemands, capacities, fc.nat(), split, (demands, capacity, who, accounts) => {
        const me = `member ${who % demands.length}`
        const wanted = named(demands)
        const one = new Map(wanted).set(me, 10n ** 15n)
        const alone = shareEvenly(one, capacity).get(me) ?? 0n
        const many = new Map(wanted)
        many.delete(me)
        for (let i = 0; i < accounts; i++) many.set(`account ${i}`, (wanted.get(me) ?? 0n) * 3n)
        const shares = shareEvenly(many, capacity)
        let together = 0n
        for (let i = 0; i < accounts; i++) together += shares.get(`account ${i}`) ?? 0n
        // Except for a unit that each may get by its id.
        expect(together).toBeLessThanOrEqual((alone + 1n) * BigInt(accounts))
      }),
    )
  })

  test('takes nothing from anybody when a member whose order was cut requests even more', () => {
    fc.assert(
      fc.property(anyDemands, capacities, fc.nat(), (demands, capacity, who) => {
        const greedy = `member ${who % demands.length}`
        const wanted = named(demands)
        const before = shareEvenly(wanted, capacity)
        if ((before.get(greedy) ?? 0n) === wanted.get(greedy)) return
        const after = shareEvenly(new Map(wanted).set(greedy, 10n ** 15n), capacity)
        expect([...after]).toEqual([...before])
      }),
    )
  })

  test('does not depend on the order of the members', () => {
    fc.assert(
      fc.property(anyDemands, capacities, fc.nat(), (demands, capacity, turn) => {
        const rows = [...named(demands)]
        const at = turn % rows.length
        const turned = new Map([...rows.slice(at), ...rows.slice(0, at)].reverse())
        const other = shareEvenly(turned, capacity)
        for (const [memberId, share] of shareEvenly(named(demands), capacity))
          expect(other.get(memberId)).toBe(share)
      }),
    )
  })
})

describe('ripeness', () => {
  const cutoff = new Date('2026-11-21T16:00:00Z')
  const before = (ms: number) => new Date(cutoff.getTime() - ms)

  test('an order before the first issue waits 24 hours, a later one does not', () => {
    const first = { placedAt: before(86_400_000 - 1), ripeAt: ripeAt(before(86_400_000 - 1), true) }
    const later = { placedAt: before(1), ripeAt: ripeAt(before(1), false) }
    expect(isRipe(first, cutoff)).toBe(false)
    expect(isRipe(later, cutoff)).toBe(true)
  })

  test('an order that ripens at the cut-off is taken; one placed at the cut-off is not', () => {
    const ripening = { placedAt: before(86_400_000), ripeAt: ripeAt(before(86_400_000), true) }
    expect(isRipe(ripening, cutoff)).toBe(true)
    expect(isRipe({ placedAt: cutoff, ripeAt: cutoff }, cutoff)).toBe(false)
  })

  test('dealsAt is the first cut-off whose run takes the order', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 172_800_000 }), fc.boolean(), (ms, isFirst) => {
        const placedAt = before(ms)
        const placed = { placedAt, ripeAt: ripeAt(placedAt, isFirst) }
        const deals = dealsAt(placed)
        expect(isRipe(placed, deals)).toBe(true)
        expect(isRipe(placed, new Date(deals.getTime() - 86_400_000))).toBe(false)
      }),
    )
  })
})
