import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAmount } from '../money/amount.ts'
import {
  feeOfTake,
  highestFee,
  insideBand,
  mostFor,
  priceAfterConcession,
  priceBand,
  pricePaid,
  quoteTake,
} from './quote.ts'

const micro = parseAmount
const quantity = fc.bigInt({ min: 1n, max: 10n ** 15n })
const price = fc.bigInt({ min: 1n, max: 10n ** 9n })
const bps = fc.integer({ min: 0, max: 500 })

describe('the amounts of a take', () => {
  it('are those of otc.md', () => {
    expect(quoteTake(micro('123.456789'), micro('1.047939'), 150)).toEqual({
      dealAmount: micro('129.375185'),
      concessionQuantity: micro('1.851851'),
      paymentAmount: micro('127.44'),
    })
  })

  it('never favour the payer by rounding, and never by more than a cent', () => {
    fc.assert(
      fc.property(quantity, price, bps, (q, p, rate) => {
        const { paymentAmount, concessionQuantity, dealAmount } = quoteTake(q, p, rate)
        const exact = (q - concessionQuantity) * p
        expect(paymentAmount * 1_000_000n >= exact).toBe(true)
        expect(paymentAmount * 1_000_000n - exact < 10_001n * 1_000_000n).toBe(true)
        expect(dealAmount * 1_000_000n >= q * p).toBe(true)
      }),
    )
  })
})

it('the largest quantity for a payment is quoted at no more than it, and a micro-LEAF more exceeds it', () => {
  fc.assert(
    fc.property(quantity, price, bps, (payment, p, rate) => {
      const most = mostFor(payment, p, rate)
      if (most > 0n) expect(quoteTake(most, p, rate).paymentAmount <= payment).toBe(true)
      expect(quoteTake(most + 1n, p, rate).paymentAmount > payment).toBe(true)
    }),
  )
  expect(mostFor(-1n, 1n, 0)).toBe(0n)
  expect(mostFor(1_000_000n, 0n, 0), 'without a price').toBe(0n)
})

describe('the price', () => {
  const paidOf = (q: bigint, p: bigint, rate: number) =>
    pricePaid({ price: p, quantity: q, ...quoteTake(q, p, rate) })

  it('is the paid one, in the list, in the sheet and of the last deal', () => {
    expect(priceAfterConcession(micro('1.062'), 200)).toBe(micro('1.04076'))
    for (const quantity of ['30', '31.234567', '0.01'])
      expect(paidOf(micro(quantity), micro('1.062'), 200)).toBe(micro('1.04076'))
    expect(paidOf(micro('30'), micro('1.041'), 0)).toBe(micro('1.041'))
  })

  it('is rounded up to a micro-USDT, and equals the order’s without a concession', () => {
    expect(priceAfterConcession(1_020_000n, 100)).toBe(1_009_800n)
    expect(priceAfterConcession(1_000_001n, 500)).toBe(950_001n)
    expect(priceAfterConcession(7n, 0)).toBe(7n)
  })

  it('of a trade is that of its order', () => {
    const taken = fc.bigInt({ min: 10_000n, max: 10n ** 15n })
    fc.assert(
      fc.property(taken, price, bps, (q, p, rate) => {
        expect(paidOf(q, p, rate)).toBe(priceAfterConcession(p, rate))
      }),
    )
  })
})

describe('the fee', () => {
  it('of any sequence of takes and failures never exceeds the fee of the whole, and ends equal to it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ q: fc.bigInt({ min: 1n, max: 10n ** 9n }), fails: fc.boolean() }), {
          minLength: 1,
          maxLength: 30,
        }),
        takes => {
          const total = takes.reduce((sum, take) => sum + take.q, 0n)
          let counted = 0n
          let held = 0n
          for (const { q, fails } of takes) {
            const fee = feeOfTake(q, counted, held, 100)
            expect(fee >= 0n).toBe(true)
            if (!fails) {
              counted += q
              held += fee
            }
            expect(held <= highestFee(total, 100)).toBe(true)
          }
          if (counted === total) expect(held).toBe(highestFee(total, 100))
        },
      ),
    )
  })
})

describe('the price band', () => {
  it('is 10 % around the guide price, the concession included', () => {
    expect(priceBand(micro('1.047939'), 1_000)).toEqual({
      low: micro('0.943146'),
      high: micro('1.152732'),
    })
    expect(insideBand(micro('1.10'), 0, micro('1'), 1_000)).toBe(true)
    expect(insideBand(micro('1.100001'), 0, micro('1'), 1_000)).toBe(false)
    expect(insideBand(micro('1.12'), 200, micro('1'), 1_000)).toBe(true)
    expect(insideBand(micro('0.90'), 1, micro('1'), 1_000)).toBe(false)
  })
})
