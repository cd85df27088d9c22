import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAmount } from '../money/amount.ts'
import { drawTail, formatPayment, isNear, paymentTails, tailOf, withTail } from './payment.ts'
import { quoteTake } from './quote.ts'

const micro = parseAmount
const first = () => 0
const everyTail = Array.from({ length: 9_801 }, (_, i) => BigInt(i) + paymentTails.least)

describe('the tail of a payment', () => {
  it('is in the decimals after the cents of the quoted payment, which stay unchanged', () => {
    const quoted = quoteTake(micro('20'), micro('1.041'), 0)
    expect(withTail(quoted, micro('0.0037'))).toEqual({
      dealAmount: micro('20.82'),
      concessionQuantity: 0n,
      paymentAmount: micro('20.8237'),
    })
    expect(tailOf(micro('20.8237'))).toBe(micro('0.0037'))
    expect(tailOf(micro('31.53'))).toBe(0n)
  })

  it('has four decimals while one of the 99 is free, then six, and is null when none is', () => {
    const short = everyTail.filter(tail => tail % paymentTails.step === 0n)
    expect(short.length).toBe(99)
    expect(drawTail(new Set(short.slice(1)), first)).toBe(micro('0.0001'))
    expect(drawTail(new Set(short), first)).toBe(micro('0.000101'))
    expect(drawTail(new Set(everyTail.slice(0, -1)), first)).toBe(micro('0.0099'))
    expect(drawTail(new Set(everyTail), first)).toBeNull()
  })

  it('is never one that is in use, and always below a cent', () => {
    fc.assert(
      fc.property(
        fc.subarray(everyTail),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (taken, chance) => {
          const tail = drawTail(new Set(taken), below => Math.floor(chance * below))
          if (tail === null) return expect(taken.length).toBe(everyTail.length)
          expect(taken).not.toContain(tail)
          expect(tail >= paymentTails.least && tail <= paymentTails.most).toBe(true)
        },
      ),
      { numRuns: 30 },
    )
  })

  it('is drawn from all free ones, so that nobody can predict it from the others', () => {
    const seen = new Set(Array.from({ length: 99 }, (_, i) => drawTail(new Set(), () => i)))
    expect(seen.size).toBe(99)
  })
})

it('a payment is written with all its digits, the last zero of its tail too', () => {
  expect(
    ['31.53', '20.8237', '20.823', '20.82371', '20.823712'].map(one => formatPayment(micro(one))),
  ).toEqual(['31.53', '20.8237', '20.8230', '20.823710', '20.823712'])
})

describe('a transfer that is nearly the payment', () => {
  it.each([
    ['31.2345', '31.2345', false, 'the payment itself'],
    ['31.23', '31.2345', true, 'its tail cut off'],
    ['30.2345', '31.2345', true, 'a fee of 1 USDT taken'],
    ['33.2345', '31.2345', true, '2 USDT too much'],
    ['29.2344', '31.2345', false, 'more than 2 USDT less'],
    ['1980.0001', '2000.0001', true, '1 % of a large one'],
    ['1979.9', '2000.0001', false, 'more than 1 %'],
    ['0', '1.5001', false, 'nothing at all'],
  ])('%s of %s: %s, %s', (received, agreed, near) =>
    expect(isNear(micro(received), micro(agreed))).toBe(near),
  )
})
