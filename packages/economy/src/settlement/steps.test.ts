import { ONE, parseAmount as usdt } from '@banyan/domain'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from '../canonical.ts'
import { parametersV1 } from '../parameters.ts'
import { type Backing, shareOf } from '../price.ts'
import { recount } from '../recount/index.ts'
import { positionColumns } from './05-static-pay/static-columns.ts'
import { type Books, quietInput, type SettlementInput } from './facts.ts'
import { settle } from './settle.ts'

/*
 * Rule book 2.16 by its figures, one sentence at a time. Each expected value is computed by hand
 * here, and both computations must return it.
 */

const books: Books = {
  reserve: usdt('1000'),
  outstanding: usdt('1000'),
  poolStatic: 0n,
  poolDynamic: 0n,
  ops: 0n,
  risk: 0n,
  shortfall: 0n,
}

type Facts = Partial<Omit<SettlementInput, 'books'>> & { books?: Partial<Books> }

function run({ books: changed, ...facts }: Facts) {
  const period = facts.period ?? '2026-11-21'
  const input = { ...quietInput(period, { ...books, ...changed }), ...facts }
  const result = settle(input)
  expect(canonicalJson(recount(canonicalJson(input)))).toBe(canonicalJson(result))
  return result
}

const position = (quantity: string) => ({
  id: 'p',
  memberId: 'm',
  quantity: usdt(quantity),
  openingValue: usdt(quantity),
  paid: 0n,
  unlockAsked: false,
})
const fee = (coins: bigint) => ({ tradeId: 't', memberId: 'm', node: null, coins, outside: true })
const order = (amount: string) => ({ id: 'o', memberId: 'm', amount: usdt(amount) })
const exchange = (quantity: string) => ({ id: 'x', memberId: 'm', quantity: usdt(quantity) })

describe('step 2', () => {
  test.each([
    // In the order RISK, OPS, INCOME, POOL.static, RESERVE; what exceeds all of them stays in LOSS.
    ['0.5', '0.5', '0', '0', '0', '0', '0'],
    ['2', '1', '1', '0', '0', '0', '0'],
    ['4', '1', '2', '1', '0', '0', '0'],
    ['9', '1', '2', '4', '2', '0', '0'],
    ['11', '1', '2', '4', '3', '1', '0'],
    ['1011', '1', '2', '4', '3', '1000', '1'],
  ])('books a shortfall of %s', (shortfall, risk, ops, income, poolStatic, reserve, left) => {
    const cover = { risk: usdt('1'), ops: usdt('2'), income: usdt('4'), poolStatic: usdt('3') }
    const { losses, books: after } = run({
      books: { ...cover, poolDynamic: usdt('9'), shortfall: usdt(shortfall) },
    })
    expect(losses).toEqual({
      shortfall: usdt(shortfall),
      risk: usdt(risk),
      ops: usdt(ops),
      income: usdt(income),
      poolStatic: usdt(poolStatic),
      reserve: usdt(reserve),
      left: usdt(left),
    })
    // POOL.dynamic is never used without two approvals.
    expect(after).toMatchObject({ poolDynamic: usdt('9'), shortfall: usdt(left) })
  })

  test('books the loss before anything is released, and income that waits before the pool and the reserve', () => {
    const { losses, release, returned, books } = run({
      books: {
        income: usdt('7'),
        poolDynamic: usdt('5'),
        poolStatic: usdt('9'),
        shortfall: usdt('3'),
      },
      carried: { dynamicOff: usdt('5'), staffShare: 0n, reserved: 0n },
    })
    expect(losses).toMatchObject({ income: usdt('3'), poolStatic: 0n, reserve: 0n, left: 0n })
    // (7 − 3) ÷ 30, of 0.07 % of 1,000 at most.
    expect(release?.released).toBe(usdt('0.133333'))
    expect(books.income).toBe(usdt('3.866667'))
    expect(returned.dynamicOff).toBe(usdt('5'))
  })

  test('releases a thirtieth of the income that waits, at most 0.07 % of the reserve, and the last units together', () => {
    const released = (income: string, reserve = '1000') =>
      run({ books: { income: usdt(income), reserve: usdt(reserve) } }).release?.released
    expect(released('20.999999')).toBe(usdt('0.699999'))
    expect(released('21')).toBe(usdt('0.7'))
    expect(released('21.00003')).toBe(usdt('0.7'))
    expect(released('999999')).toBe(usdt('0.7'))
    expect(released('9', '0.999999')).toBe(usdt('0.000699'))
    expect(released('0.00003')).toBe(usdt('0.000001'))
    expect(released('0.000029')).toBe(usdt('0.000029'))
    expect(released('0')).toBe(0n)
    // Nobody holds a coin, so the income would belong to nobody.
    const nobody = run({ books: { outstanding: 0n, income: usdt('60') } })
    expect(nobody.release?.released).toBe(0n)
    expect(nobody.books.income).toBe(usdt('60'))
  })

  test('divides released income by the activated part of the coins, the rounding unit to the reserve', () => {
    // 0.7 × 50 % × 1/3.
    const { release } = run({
      books: { outstanding: usdt('30'), income: usdt('30') },
      statics: { positions: positionColumns([position('10')]), asked: [] },
    })
    expect(release).toEqual({
      released: usdt('0.7'),
      toStatic: usdt('0.116666'),
      toReserve: usdt('0.583334'),
    })
  })

  test('gives the surplus back at the end of a month, and the last run’s remainder every time', () => {
    const facts = {
      books: { poolDynamic: usdt('10') },
      carried: { dynamicOff: usdt('1'), staffShare: usdt('2'), reserved: usdt('3') },
    }
    const left = { dynamicOff: usdt('1'), staffShare: usdt('2') }
    expect(run({ ...facts, period: '2026-11-29' }).returned).toEqual({ ...left, surplus: 0n })
    const last = run({ ...facts, period: '2026-11-30' })
    // 10 − 1 − 2 − 3.
    expect(last.returned).toEqual({ ...left, surplus: usdt('4') })
    expect(last.books).toMatchObject({ poolDynamic: usdt('3'), reserve: usdt('1007') })
    // Never negative when a loss has left less than is reserved.
    const poor = { ...facts, books: { poolDynamic: usdt('5') }, period: '2028-02-29' }
    expect(run(poor).returned.surplus).toBe(0n)
  })

  test('moves the reserve to RISK when no coin is left, and the price is one', () => {
    const outcome = run({ books: { outstanding: 0n, reserve: usdt('5') }, orders: [order('50')] })
    expect(outcome.ownerless).toEqual({ before: usdt('5'), afterRedemptions: 0n })
    expect(outcome).toMatchObject({ exitPrice: ONE, entryPrice: ONE })
    expect(outcome.books).toMatchObject({ risk: usdt('5'), reserve: usdt('50') })
    expect(outcome.fills[0]?.quantity).toBe(usdt('50'))
  })
})

describe('step 3', () => {
  test('computes the exit mark after the loss and the income, rounded down', () => {
    // Waiting income bears 1 of the loss: (1000 − 9) ÷ 999.
    const { exitPrice } = run({
      books: { outstanding: usdt('999'), shortfall: usdt('10'), income: usdt('1') },
    })
    expect(exitPrice).toBe(usdt('0.991991'))
  })
})

describe('step 4', () => {
  test('divides fee coins: dynamic rounded up, static and OPS down, RISK takes the rest', () => {
    // 7 millionths: 2.8, 2.1, 1.4 and the rest.
    const { fees } = run({ fees: [fee(7n)] })
    expect(fees).toEqual({
      burned: 7n,
      redeemed: 7n,
      toStatic: 2n,
      toDynamic: 3n,
      toOps: 1n,
      toRisk: 1n,
    })
  })

  test('comes before static pay: fees of the day are divided the same day', () => {
    // 100 × 40 % ÷ 30.
    const { statics } = run({
      fees: [fee(usdt('100'))],
      statics: { positions: positionColumns([position('10')]), asked: [] },
    })
    expect(statics.released).toBe(usdt('1.333333'))
  })
})

describe('step 5', () => {
  test('pays a position with a requested unlock in full, and step 9 frees its coins', () => {
    const positions = positionColumns([{ ...position('10'), unlockAsked: true }])
    const { statics, turns } = run({
      books: { poolStatic: usdt('30') },
      statics: { positions, asked: [] },
    })
    expect(statics.amounts[0]).toBe(usdt('1'))
    expect(turns.unlocked).toEqual([{ positionId: 'p', memberId: 'm' }])
  })
})

describe('step 6', () => {
  test('leaves the dynamic share of a run without the module to the next', () => {
    const { carried, books: after } = run({ fees: [fee(usdt('100'))] })
    expect(carried).toEqual({ dynamicOff: usdt('30'), staffShare: 0n, reserved: 0n })
    expect(after.poolDynamic).toBe(usdt('30'))
  })
})

describe('steps 7 and 8', () => {
  test('pay leaving members at the exit mark, and charge subscribers the price after them', () => {
    // 100 coins at 1: a fee of 1 stays with the other 900.
    const { redemptions, entryPrice, turns, fills } = run({
      redemptions: { exchanges: [exchange('100')], undos: [] },
      orders: [order('50')],
      statics: {
        positions: positionColumns([]),
        asked: [{ id: 'a', memberId: 'm', quantity: usdt('900') }],
      },
    })
    expect(redemptions.exchanges[0]).toMatchObject({ gross: usdt('100'), pay: usdt('99') })
    // 901 ÷ 900, rounded up.
    expect(entryPrice).toBe(usdt('1.001112'))
    expect(fills[0]?.quantity).toBe(usdt('49.944461'))
    // A position opens at the price of subscriptions.
    expect(turns.opened).toEqual([{ positionId: 'a', openingValue: usdt('901.0008') }])
  })

  test('move the rest of the reserve to RISK when the last coin has left, and the price is one', () => {
    const outcome = run({
      redemptions: { exchanges: [exchange('1000')], undos: [] },
      orders: [order('50')],
    })
    expect(outcome.ownerless).toEqual({ before: 0n, afterRedemptions: usdt('10') })
    expect(outcome.entryPrice).toBe(ONE)
    expect(outcome.books).toMatchObject({ reserve: usdt('50'), risk: usdt('10') })
  })

  test('execute nothing at a price of zero: exchanges and undos stay queued', () => {
    const outcome = run({
      books: { reserve: 0n },
      redemptions: {
        exchanges: [exchange('100')],
        undos: [{ id: 'u', memberId: 'm', quantity: usdt('50'), fill: usdt('50') }],
      },
      orders: [order('50')],
    })
    expect(outcome.redemptions).toEqual({ exchanges: [], undos: [] })
    // Subscriptions are not filled either: below the floor an order gets everything back.
    expect(outcome.fills).toEqual([{ id: 'o', filled: 0n, refunded: usdt('50'), quantity: 0n }])
  })

  test.each([
    ['50.01', '50.01'],
    ['50.010001', '0'],
  ])(
    'of %s, keep %s where a millionth of a coin costs 0.02: at most a hundredth may be left over',
    (amount, kept) => {
      const { fills } = run({
        books: { outstanding: ONE, reserve: usdt('20000') },
        orders: [order(amount)],
      })
      expect(fills[0]).toMatchObject({
        filled: usdt(kept),
        refunded: usdt(amount) - usdt(kept),
        quantity: kept === '0' ? 0n : 2_500n,
      })
    },
  )

  test('give the orders of one member one part of the capacity, the oldest first', () => {
    const amounts = [
      ['a', '400', 'ann'],
      ['b', '9500', 'ben'],
      ['c', '1600', 'ann'],
    ] as const
    const orders = amounts.map(([id, amount, memberId]) => ({ id, memberId, amount: usdt(amount) }))
    // Both are raised together: ann has her 2,000, ben the rest.
    expect(run({ orders }).fills.map(fill => [fill.id, fill.filled])).toEqual([
      ['a', usdt('400')],
      ['b', usdt('8000')],
      ['c', usdt('1600')],
    ])
  })

  test('raise all together, and give the last units by the ids', () => {
    const orders = ['c', 'b', 'small', 'a'].map(memberId => ({
      id: `of ${memberId}`,
      memberId,
      amount: usdt(memberId === 'small' ? '500' : '5000'),
    }))
    // 9,500 for three: 3,166.666666 each, and two units are left.
    expect(run({ orders }).fills.map(fill => [fill.id, fill.filled])).toEqual([
      ['of c', usdt('3166.666666')],
      ['of b', usdt('3166.666667')],
      ['of small', usdt('500')],
      ['of a', usdt('3166.666667')],
    ])
  })
})

describe('step 11', () => {
  test('splits once when the exit price after everything reaches two', () => {
    const below = run({ books: { reserve: usdt('1999.999999') } })
    expect(below.split).toBeNull()
    const { split, published } = run({ books: { reserve: usdt('8000') } })
    expect(split).toMatchObject({ multiple: 2, before: usdt('1000'), after: usdt('2000') })
    expect(published.exitPrice).toBe(usdt('4'))
    expect(run({ books: { reserve: usdt('2000') } }).published.price).toBe(ONE)
  })

  test('changes no value: rounded down from the exact ratio, before and after', () => {
    // 5 × 1 ÷ 3, and 5 × 2 ÷ 6: 1.6666666… is shown as 1.666666, never as more than there is.
    const [before, after] = [3n, 6n].map(n => ({ reserve: usdt('5'), outstanding: n * ONE }))
    expect(shareOf(usdt('1'), before as Backing)).toBe(usdt('1.666666'))
    expect(shareOf(usdt('2'), after as Backing)).toBe(usdt('1.666666'))
    expect(shareOf(usdt('1'), { reserve: usdt('5'), outstanding: 0n })).toBe(0n)
  })

  test('counts the run’s own effects: its exchanges can make the coin split', () => {
    const { exitPrice, split } = run({
      books: { reserve: usdt('1999') },
      redemptions: { exchanges: [exchange('500')], undos: [] },
    })
    // 1.999 at the mark; 500 coins leave 9.995 behind, and 500 others have 2.01899.
    expect(exitPrice).toBe(usdt('1.999'))
    expect(split?.priceBefore).toBe(usdt('2.01899'))
  })
})

test('uses the parameters that the run’s input names', () => {
  const parameters = { ...parametersV1, version: 3, staticReleaseDivisor: 10n }
  const statics = { positions: positionColumns([position('10')]), asked: [] }
  expect(run({ parameters, statics, books: { poolStatic: usdt('30') } }).statics.released).toBe(
    usdt('3'),
  )
})
