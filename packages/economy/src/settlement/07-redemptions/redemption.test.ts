import { formatAmount, ONE, parseAmount } from '@banyan/domain'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parametersV1 as p } from '../../parameters.ts'
import { type Backing, entryPrice, exitPrice, shareOf } from '../../price.ts'
import { redeem, redeemRun, undoableUntil, undoFill } from './redemption.ts'

const units = (text: string) => parseAmount(text)
const back = (reserve: string, outstanding: string): Backing => ({
  reserve: units(reserve),
  outstanding: units(outstanding),
})
const shown = (b: Backing) => ({
  reserve: formatAmount(b.reserve),
  outstanding: formatAmount(b.outstanding),
})
const order = (id: string, quantity: bigint) => ({ id, memberId: `member ${id}`, quantity })

/** A platform of any price, and quantities that together do not exceed the outstanding coins. */
const anyRun = fc
  .record({
    reserve: fc.bigInt({ min: 0n, max: 10n ** 16n }),
    quantities: fc.array(fc.bigInt({ min: 1n, max: 10n ** 13n }), { minLength: 1, maxLength: 40 }),
    staying: fc.bigInt({ min: 0n, max: 10n ** 14n }),
    fills: fc.array(fc.bigInt({ min: 0n, max: 10n ** 10n }), { minLength: 40, maxLength: 40 }),
    undos: fc.integer({ min: 0, max: 5 }),
  })
  .map(({ reserve, quantities, staying, fills, undos }) => ({
    before: { reserve, outstanding: quantities.reduce((a, b) => a + b, staying) },
    facts: {
      exchanges: quantities.slice(undos).map((quantity, i) => order(`e${i}`, quantity)),
      undos: quantities
        .slice(0, undos)
        .map((quantity, i) => ({ ...order(`u${i}`, quantity), fill: fills[i] ?? 0n })),
    },
  }))
const paidOf = (out: ReturnType<typeof redeemRun>) =>
  [...out.exchanges, ...out.undos].reduce((sum, deal) => sum + deal.pay, 0n)

describe('the worked examples of rule book 2.13', () => {
  test('E13: a split leaves 500 coins of 252,000 / 120,000 worth the same 1,050', () => {
    const before = back('252000', '120000')
    const after = back('252000', '240000')
    expect(formatAmount(exitPrice(before), 6)).toBe('2.100000')
    expect(formatAmount(exitPrice(after), 6)).toBe('1.050000')
    expect(formatAmount(shareOf(units('500'), before))).toBe('1050')
    expect(formatAmount(shareOf(units('1000'), after))).toBe('1050')
  })

  test('E14: an exchange of 1,000 after it', () => {
    const before = back('252000', '240000')
    const facts = { exchanges: [order('a', units('1000'))], undos: [] }
    const out = redeemRun(facts, before, exitPrice(before))
    expect(out.exchanges).toEqual([
      {
        id: 'a',
        quantity: units('1000'),
        gross: units('1050'),
        fee: units('10.5'),
        pay: units('1039.5'),
      },
    ])
    expect(shown(out)).toEqual({ reserve: '250960.5', outstanding: '239000' })
    expect(formatAmount(exitPrice(out), 6)).toBe('1.050043')
    expect(formatAmount(entryPrice(out), 6)).toBe('1.050044')
  })

  test('E15: a bank run without fee pays everybody and leaves only dust', () => {
    const before = back('103500.123457', '98765.4321')
    const mark = exitPrice(before)
    const facts = {
      exchanges: ['50000.000001', '30000.123456', '18765.308643'].map((quantity, i) =>
        order(`${i}`, units(quantity)),
      ),
      undos: [],
    }
    const out = redeemRun(facts, before, mark, { ...p, exchangeFeeBps: 0 })
    expect(out.exchanges.map(deal => formatAmount(deal.pay, 6))).toEqual([
      '52396.900001',
      '31438.269374',
      '19664.880008',
    ])
    expect(formatAmount(paidOf(out))).toBe('103500.049383')
    expect(shown(out)).toEqual({ reserve: '0.074074', outstanding: '0' })
  })

  test('E16: a run without redemptions leaves R and N as they are', () => {
    const before = back('103500.123457', '98765.4321')
    const out = redeemRun({ exchanges: [], undos: [] }, before, exitPrice(before))
    expect(out).toEqual({ ...before, exchanges: [], undos: [] })
  })
})

describe('an exchange', () => {
  test.each([
    ['1', '1.05', '1.05', '0.0105', '1.0395'],
    // The fee is rounded up: for one unit it can take the whole gross, and never more.
    ['0.000001', '1.05', '0.000001', '0.000001', '0'],
    ['0.000001', '0.5', '0', '0', '0'],
    ['60', '1.185714', '71.14284', '0.711429', '70.431411'],
  ])('of %s at %s gives gross %s, fee %s, pay %s', (quantity, price, gross, fee, pay) => {
    expect(redeem(units(quantity), units(price))).toEqual({
      gross: units(gross),
      fee: units(fee),
      pay: units(pay),
    })
  })

  test('waits while a coin is worth nothing, and so does an undo', () => {
    const before = { reserve: 0n, outstanding: units('10') }
    const facts = {
      exchanges: [order('a', units('1'))],
      undos: [{ ...order('b', units('2')), fill: units('2') }],
    }
    expect(redeemRun(facts, before, exitPrice(before))).toEqual({
      ...before,
      exchanges: [],
      undos: [],
    })
  })
})

describe('an undo', () => {
  test.each([
    ['when the price rose, what was paid', '100', '100', '1.2', '100'],
    ['when it fell, what the coins are worth', '100', '100', '0.9', '90'],
    // E2: 483.091787 coins were bought for 500, and are worth a unit less than that.
    ['when it stayed, what the rounding left', '483.091787', '500', '1.035', '499.999999'],
  ])('gives %s', (_, quantity, fill, price, pay) => {
    expect(undoFill(units(quantity), units(fill), units(price))).toBe(units(pay))
  })

  test('can be requested for 24 hours from the issue', () => {
    expect(undoableUntil(new Date('2026-03-02T16:00:05Z'))).toEqual(
      new Date('2026-03-03T16:00:05Z'),
    )
  })
})

describe('any number of leaving members at any price', () => {
  test('are paid out of the reserve alone, and R and N change by what was paid and burned', () => {
    fc.assert(
      fc.property(anyRun, ({ facts, before }) => {
        const out = redeemRun(facts, before, exitPrice(before))
        expect(out.reserve).toBe(before.reserve - paidOf(out))
        expect(out.reserve >= 0n).toBe(true)
        const burned = [...out.exchanges, ...out.undos].reduce((sum, one) => sum + one.quantity, 0n)
        expect(out.outstanding).toBe(before.outstanding - burned)
        for (const deal of out.exchanges) expect(deal.fee + deal.pay).toBe(deal.gross)
        for (const deal of out.exchanges) expect(deal.pay >= 0n).toBe(true)
      }),
    )
  })

  test('never lower the price of remaining holders', () => {
    fc.assert(
      fc.property(anyRun, ({ facts, before }) => {
        const out = redeemRun(facts, before, exitPrice(before))
        // R'/N' ≥ R/N, compared without rounding.
        expect(out.reserve * before.outstanding >= before.reserve * out.outstanding).toBe(true)
        if (out.outstanding > 0n) expect(exitPrice(out) >= exitPrice(before)).toBe(true)
      }),
    )
  })

  test('get no more for coming first or in pieces', () => {
    const price = fc.bigInt({ min: 1n, max: 100n * ONE })
    const quantity = fc.bigInt({ min: 0n, max: 10n ** 12n })
    fc.assert(
      fc.property(price, quantity, quantity, (mark, a, b) => {
        const whole = redeem(a + b, mark)
        expect(redeem(a, mark).pay + redeem(b, mark).pay <= whole.pay).toBe(true)
        expect(redeem(a, mark).gross + redeem(b, mark).gross <= whole.gross).toBe(true)
      }),
    )
    fc.assert(
      fc.property(anyRun, ({ facts, before }) => {
        const turned = { ...facts, exchanges: facts.exchanges.toReversed() }
        const mark = exitPrice(before)
        const out = redeemRun(facts, before, mark)
        const other = redeemRun(turned, before, mark)
        expect(other.exchanges.toReversed()).toEqual(out.exchanges)
        expect(other.reserve).toBe(out.reserve)
      }),
    )
  })

  test('keep the exact value through a split of any multiple', () => {
    fc.assert(
      fc.property(anyRun, fc.constantFrom(2n, 5n, 10n), ({ before, facts }, m) => {
        const after = { ...before, outstanding: before.outstanding * m }
        for (const { quantity } of facts.exchanges)
          expect(shareOf(quantity * m, after)).toBe(shareOf(quantity, before))
      }),
    )
  })
})
