import { ONE } from '@banyan/domain'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { periodAfter } from '../calendar.ts'
import { canonicalJson } from '../canonical.ts'
import { type Parameters, parametersV1 } from '../parameters.ts'
import { InputReader, type RecountInput, recount } from '../recount/index.ts'
import { numberNames } from '../rule-book/numbers.ts'
import { positionColumns } from '../settlement/05-static-pay/static-columns.ts'
import { standing } from '../settlement/06-dynamic-pay/dynamic-facts.ts'
import { nodesOf } from '../settlement/06-dynamic-pay/dynamic-nodes.ts'
import { quietInput, type SettlementInput } from '../settlement/facts.ts'
import { settle } from '../settlement/settle.ts'
import { anyInput } from '../settlement/settlement.fixture.ts'
import { comparePay } from './compare.ts'
import { Forecast, type RecordedDay } from './forecast.ts'
import { isReflected } from './reflected.ts'

const read = (input: SettlementInput): RecountInput => {
  const reader = new InputReader()
  reader.add(canonicalJson(input))
  return reader.end()
}
const startOf = (input: SettlementInput) => ({
  input: read(input),
  result: recount(canonicalJson(input)),
})
const version = (change: Partial<Parameters>): Parameters => ({ ...parametersV1, ...change })

/** A last day with two positions, a tree of three and a seller who pays fees. */
const lastDay: SettlementInput = {
  ...quietInput('2026-11-20', {
    reserve: 103_500n * ONE,
    outstanding: 98_765n * ONE,
    poolStatic: 3_000n * ONE,
    poolDynamic: 300n * ONE,
    ops: 5n * ONE,
    risk: 7n * ONE,
    income: 400n * ONE,
    shortfall: 0n,
  }),
  statics: {
    asked: [{ id: 'asked', memberId: 'C', quantity: 500n * ONE }],
    positions: positionColumns(
      ['A', 'B'].map((memberId, i) => ({
        id: `position ${i}`,
        memberId,
        quantity: 10_000n * ONE,
        openingValue: 10_000n * ONE,
        // The second is close to its cap and ends within the days.
        paid: i === 0 ? 0n : 14_999n * ONE + 990_000n,
        unlockAsked: false,
      })),
    ),
  },
  dynamics: {
    enabled: true,
    balancesPairBps: parametersV1.pairBps,
    kept: [],
    nodes: nodesOf([
      { memberId: 'M', standing: standing.distributed | standing.sound },
      { memberId: 'A', parent: 0, side: 'left', standing: standing.sound },
      { memberId: 'C', parent: 0, side: 'right', standing: standing.sound },
    ]),
  },
}
const day = (change: Partial<RecordedDay> = {}): RecordedDay => ({
  period: '2026-11-20',
  otcFeeBps: parametersV1.otcFeeBps,
  fees: ['A', 'C'].map((memberId, i) => ({
    tradeId: `trade ${i}`,
    memberId,
    node: i + 1,
    coins: `${40n * ONE}`,
    outside: true,
  })),
  redemptions: { exchanges: [], undos: [] },
  orders: [],
  ...change,
})

describe('a forecast', () => {
  test('of the next day is what a settlement of that day gives', () => {
    const start = startOf(lastDay)
    const forecast = new Forecast(start, parametersV1)
    const figures = forecast.day(day())
    const opened = start.result.turns.opened[0]?.openingValue ?? 0n
    const { books, carried } = start.result
    const paid = (i: number) =>
      (lastDay.statics.positions.paid[i] ?? 0n) + (start.result.statics.amounts[i] ?? 0n)
    const rows = ['A', 'B'].map((memberId, i) => ({
      id: `position ${i}`,
      memberId,
      quantity: 10_000n * ONE,
      openingValue: 10_000n * ONE,
      paid: paid(i),
      unlockAsked: false,
    }))
    const next = settle({
      ...lastDay,
      period: periodAfter(lastDay.period),
      books: books as SettlementInput['books'],
      carried,
      fees: day().fees.map(fee => ({ ...fee, coins: BigInt(fee.coins) })),
      statics: {
        asked: [],
        positions: positionColumns([
          ...rows.filter((_, i) => start.result.statics.endings[i] === 0),
          {
            id: 'asked',
            memberId: 'C',
            quantity: 500n * ONE,
            openingValue: opened,
            paid: 0n,
            unlockAsked: false,
          },
        ]),
      },
    })
    expect(figures).toEqual({
      period: '2026-11-21',
      staticPay: next.statics.amounts.reduce((sum, amount) => sum + amount, 0n),
      dynamicPay: next.dynamics.paid,
      fees: next.fees.redeemed,
      poolStatic: next.books.poolStatic,
      poolDynamic: next.books.poolDynamic,
      reserve: next.books.reserve,
      price: next.published.price,
    })
    expect(next.dynamics.paid).toBeGreaterThan(0n)
  })

  test('under the same numbers changes nobody’s pay', () => {
    const [now, proposed] = [0, 1].map(() => new Forecast(startOf(lastDay), parametersV1))
    for (let i = 0; i < 5; i++) expect(proposed?.day(day())).toEqual(now?.day(day()))
    expect(comparePay(now?.paid ?? new Map(), proposed?.paid ?? new Map())).toMatchObject({
      less: 0,
      more: 0,
    })
  })

  test('pays less where the pool is released more slowly, and names how many get less', () => {
    const now = new Forecast(startOf(lastDay), parametersV1)
    const slower = new Forecast(startOf(lastDay), version({ staticReleaseDivisor: 60n }))
    for (let i = 0; i < 3; i++) {
      const [one, other] = [now.day(day()), slower.day(day())]
      expect(other?.staticPay).toBeLessThan(one?.staticPay ?? 0n)
      expect(other?.poolStatic).toBeGreaterThan(one?.poolStatic ?? 0n)
    }
    const { less, more, lessAmount } = comparePay(now.paid, slower.paid)
    expect([less > 0, more, lessAmount > 0n]).toEqual([true, 0, true])
  })

  test('burns fee coins at the rate of its numbers', () => {
    const fees = (rate: number) =>
      new Forecast(startOf(lastDay), version({ otcFeeBps: rate })).day(day())?.fees ?? 0n
    expect(fees(parametersV1.otcFeeBps * 2)).toBe(fees(parametersV1.otcFeeBps) * 2n)
  })

  test('lets an order wait only once, however many days recorded it', () => {
    const orders = [{ id: 'order', memberId: 'A', amount: `${50n * ONE}` }]
    const full = version({ runCapacityUsdt: 0n })
    const waiting = new Forecast(startOf(lastDay), full)
    waiting.day(day({ orders }))
    const twice = waiting.day(day({ orders }))
    const never = new Forecast(startOf(lastDay), full)
    never.day(day())
    expect(twice).toEqual(never.day(day()))
  })

  test('stops where more leaves than is there, and goes no further', () => {
    const exchanges = [{ id: 'exchange', memberId: 'A', quantity: `${200_000n * ONE}` }]
    const forecast = new Forecast(startOf(lastDay), parametersV1)
    expect(
      forecast.day(day({ redemptions: { exchanges, undos: [] } as RecordedDay['redemptions'] })),
    ).toBeNull()
    expect(forecast.stop).toBe('accounts')
    expect(forecast.day(day())).toBeNull()
  })

  test('begins from any settled day', () => {
    fc.assert(
      fc.property(anyInput, input => {
        fc.pre(!('receipts' in input) && !('settlements' in input.statics.positions))
        const start = startOf(input)
        const forecast = new Forecast(start, input.parameters)
        const quiet = day({ fees: [], otcFeeBps: input.parameters.otcFeeBps })
        for (let i = 0; i < 3; i++) {
          const figures = forecast.day(quiet)
          if (figures === null) return
          expect(figures.reserve).toBeGreaterThanOrEqual(0n)
        }
      }),
      { numRuns: 60 },
    )
  })
})

test('shows the change of every number that a settlement reads, of the fee rate, and of no other', () => {
  const seen = new Set<string>(['otcFeeBps'])
  const parameters = new Proxy(parametersV1, {
    get: (target, name) => {
      seen.add(String(name))
      return target[name as keyof Parameters]
    },
  })
  const nothing = { reserve: 0n, outstanding: 0n }
  settle({ ...quietInput('2026-11-20', { ...lastDay.books, ...nothing }), parameters })
  fc.assert(
    fc.property(anyInput, input => {
      settle({ ...input, parameters })
    }),
    { numRuns: 60 },
  )
  // Whether a re-investment reopens a round depends on who answers a prompt: nobody is made to.
  const people = ['reopenByReinvest', 'reopenMinimumUsdt']
  expect(numberNames.filter(isReflected)).toEqual(
    numberNames.filter(name => seen.has(name) && !people.includes(name)),
  )
})
