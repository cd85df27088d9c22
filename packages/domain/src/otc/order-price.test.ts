import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAmount } from '../money/amount.ts'
import { publishOrder } from './order-endpoints.ts'
import {
  type OrderPrice,
  type PricedTerms,
  priceAt,
  pricePaidAt,
  withMargin,
} from './order-price.ts'
import { insideBand, priceBand } from './quote.ts'

const micro = parseAmount
const BAND_BPS = 1_000
const guide = fc.bigInt({ min: 1n, max: 10n ** 12n })
const margin = fc.integer({ min: -BAND_BPS, max: BAND_BPS })
const limit = fc.bigInt({ min: 1n, max: 10n ** 12n })
const concession = fc.integer({ min: 0, max: 500 })
const sells = (price: OrderPrice, concessionBps = 0): PricedTerms => ({
  side: 'sell',
  price,
  concessionBps,
})
const buys = (price: OrderPrice): PricedTerms => ({ side: 'buy', price, concessionBps: 0 })
const floating = fc.oneof(
  fc
    .record({ marginBps: margin, limit, concessionBps: concession })
    .map(({ concessionBps, ...price }) => sells(price, concessionBps)),
  fc.record({ marginBps: margin, limit }).map(buys),
)

describe('a fixed price', () => {
  it('is the same at every guide price', () => {
    fc.assert(
      fc.property(limit, concession, guide, (price, bps, at) => {
        expect(priceAt(sells(price, bps), at)).toBe(price)
        expect(priceAt(buys(price), at)).toBe(price)
      }),
    )
  })
})

describe('a floating price', () => {
  it('is the guide price and its margin', () => {
    const sell = sells({ marginBps: 150, limit: micro('0.98') })
    expect(priceAt(sell, micro('1'))).toBe(micro('1.015'))
    expect(priceAt(sell, micro('1.047939'))).toBe(micro('1.063658'))
    expect(priceAt(buys({ marginBps: -200, limit: micro('1.1') }), micro('1.047939'))).toBe(
      micro('1.026981'),
    )
  })

  it('is never paid below the seller’s floor, nor above the buyer’s ceiling', () => {
    fc.assert(
      fc.property(floating, guide, (terms, at) => {
        const paid = pricePaidAt(terms, at)
        const end = (terms.price as { limit: bigint }).limit
        expect(terms.side === 'sell' ? paid >= end : paid <= end).toBe(true)
      }),
    )
  })

  it('is the floor when that is above it, to a micro-USDT, and no less before rounding', () => {
    fc.assert(
      fc.property(limit, concession, margin, (floor, bps, marginBps) => {
        const terms = sells({ marginBps, limit: floor }, bps)
        const over = pricePaidAt(terms, 1n) - floor
        expect(over === 0n || (over === 1n && bps > 0)).toBe(true)
        expect(priceAt(terms, 1n) * BigInt(10_000 - bps) >= floor * 10_000n).toBe(true)
      }),
    )
  })

  it('may have its floor at the end of the band, whatever the concession', () => {
    fc.assert(
      fc.property(guide, concession, (at, bps) => {
        const { low } = priceBand(at, BAND_BPS)
        const terms = sells({ marginBps: -BAND_BPS, limit: low }, bps)
        expect(insideBand(priceAt(terms, at), bps, at, BAND_BPS) || at < 1_000_000n).toBe(true)
      }),
    )
  })

  it('is no further from the guide price than its margin, and so always inside the band', () => {
    fc.assert(
      fc.property(guide, margin, (at, marginBps) => {
        const price = withMargin(at, marginBps)
        expect(insideBand(price, 0, at, Math.abs(marginBps))).toBe(true)
        expect(insideBand(price, 0, at, BAND_BPS)).toBe(true)
      }),
    )
  })

  it('is rounded by less than a micro-USDT, down above the guide price and up below it', () => {
    expect(withMargin(3n, 1_000)).toBe(3n)
    expect(withMargin(3n, -1_000)).toBe(3n)
    fc.assert(
      fc.property(guide, margin, (at, marginBps) => {
        const off = withMargin(at, marginBps) * 10_000n - at * BigInt(10_000 + marginBps)
        expect(marginBps < 0 ? off >= 0n && off < 10_000n : off <= 0n && off > -10_000n).toBe(true)
      }),
    )
  })

  it('rises with the guide price and with the margin, and never falls', () => {
    fc.assert(
      fc.property(floating, guide, guide, (terms, a, b) => {
        const [low, high] = a < b ? [a, b] : [b, a]
        expect(priceAt(terms, low) <= priceAt(terms, high)).toBe(true)
      }),
    )
    fc.assert(
      fc.property(guide, margin, margin, (at, a, b) => {
        const [low, high] = a < b ? [a, b] : [b, a]
        expect(withMargin(at, low) <= withMargin(at, high)).toBe(true)
      }),
    )
  })

  it('is above zero at the smallest guide price and the lowest margin', () => {
    expect(priceAt(buys({ marginBps: -BAND_BPS, limit: micro('1') }), 1n)).toBe(1n)
    expect(priceAt(sells({ marginBps: -BAND_BPS, limit: 1n }), 1n)).toBe(1n)
  })
})

describe('a price on the wire', () => {
  const issuesOf = (price: unknown) => {
    const body = { quantity: '10', minQuantity: '1', maxQuantity: '10', concessionBps: 0, price }
    const read = publishOrder.body.safeParse({ ...body, networks: ['BSC'], paymentPassword: '1' })
    return read.success ? [] : read.error.issues.map(one => [one.path.join('.'), one.message])
  }

  it.each([
    ['1.02', []],
    [{ marginBps: -1_000, limit: '0.98' }, []],
    ['1.0000001', [['price', 'amountSixDecimals']]],
    ['0', [['price', 'amountAboveZero']]],
    [1.02, [['price', 'orderPrice']]],
    [undefined, [['price', 'orderPrice']]],
    [{ marginBps: 150 }, [['price', 'orderPrice']]],
    [{ marginBps: 1.5, limit: '1' }, [['price', 'orderPrice']]],
    [{ marginBps: 10_000, limit: '1' }, [['price.marginBps', 'margin']]],
    [{ marginBps: 0, limit: '1,5' }, [['price.limit', 'amountSixDecimals']]],
    [{ marginBps: 0, limit: '0' }, [['price.limit', 'amountAboveZero']]],
  ])('%j: %j', (price, issues) => expect(issuesOf(price)).toEqual(issues))
})
