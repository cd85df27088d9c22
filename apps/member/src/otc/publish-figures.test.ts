import { formatAmount, highestFee, parseAmount } from '@banyan/domain'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  completed,
  mostToPay,
  mostToSell,
  type PublishDraft,
  type PublishTerms,
  publishFigures,
  publishProblems,
} from './publish-figures.ts'

const terms: PublishTerms = {
  guidePrice: '1.00',
  bandLow: '0.90',
  bandHigh: '1.10',
  feeBps: 100,
  minQuantity: '10',
  maxConcessionBps: 500,
  maxMarginBps: 1000,
  openOrders: { sell: { now: 0, max: 5 }, buy: { now: 0, max: 5 } },
  maxBuyValue: '1000.00',
  tradingLimit: '1000.00',
  tradingMost: '1000.00',
  tradingHours: 24,
  invests: null,
  frozenUntil: null,
  frozenBecause: null,
  arbitrators: { present: 5, needed: 3 },
  available: '597.00',
  networks: ['BSC'],
  paymentWindowMs: 1_800_000,
  graceWindowMs: 900_000,
  releaseWindowMs: 1_800_000,
  orderLifeMs: 604_800_000,
  pausedUntil: null,
  buyingStopped: null,
  takes: { open: 0, most: 2, next: null, loweredUntil: null, newcomersShare: null },
  faults: { now: 0, pausesAt: 3, windowMs: 86_400_000 },
  standing: { effective: false, finishedTrades: 0, completionRate: null },
}
const draft: PublishDraft = {
  quantity: '120.5',
  pricing: 'fixed',
  price: '1.05',
  marginBps: 0,
  limit: '',
  minQuantity: '',
  maxQuantity: '',
  concessionBps: 150,
}
const fields = (changed: Partial<PublishDraft>, by: Partial<PublishTerms> = {}) =>
  publishProblems(completed({ ...draft, ...changed }, terms), { ...terms, ...by }).map(
    problem => `${problem.field}: ${problem.text}`,
  )

describe('the figures beside the form', () => {
  test('are what goes into escrow and what the whole order brings', () => {
    expect(publishFigures(draft, terms)).toEqual({
      fee: 1_205_000n,
      escrow: 121_705_000n,
      receives: 124_630_000n,
      priceAfterConcession: 1_034_250n,
      paysMost: 124_630_000n,
    })
  })
  test('wait until quantity and price are amounts above zero', () => {
    for (const quantity of ['', '0', '1.', 'x'])
      expect(publishFigures({ ...draft, quantity }, terms)).toBeNull()
    for (const price of ['', '0', '1,05'])
      expect(publishFigures({ ...draft, price }, terms)).toBeNull()
  })
})

describe('the ends of a take that are left empty', () => {
  test('become the least the house allows and the whole order', () =>
    expect(completed(draft, terms)).toMatchObject({ minQuantity: '10', maxQuantity: '120.5' }))
  test('never put the minimum above a small quantity', () =>
    expect(completed({ ...draft, quantity: '4' }, terms)).toMatchObject({
      minQuantity: '4',
      maxQuantity: '4',
    }))
  test('keep what was typed', () =>
    expect(completed({ ...draft, minQuantity: '20', maxQuantity: '30' }, terms)).toMatchObject({
      minQuantity: '20',
      maxQuantity: '30',
    }))
})

describe('the most there is to sell', () => {
  test('leaves room for its fee', () => expect(mostToSell(terms)).toBe(591_089_108n))
  test('stays within the trading limit at the guide price', () =>
    expect(mostToSell({ ...terms, guidePrice: '2.00', tradingLimit: '100.00' })).toBe(50_000_000n))
  test('is nothing without a balance', () =>
    expect(mostToSell({ ...terms, available: '0.00' })).toBe(0n))

  test('fits the balance with its fee, and one micro-LEAF more would not', () => {
    const money = fc.bigInt({ min: 0n, max: 10n ** 13n })
    fc.assert(
      fc.property(money, fc.integer({ min: 0, max: 1000 }), (available, feeBps) => {
        const wide = { ...terms, feeBps, tradingLimit: '999999999999999' }
        const most = mostToSell({ ...wide, available: formatAmount(available) })
        expect(most + highestFee(most, feeBps) <= available).toBe(true)
        expect(most + 1n + highestFee(most + 1n, feeBps) > available).toBe(true)
      }),
    )
  })
  test('is never called a problem by the form itself', () => {
    const quantity = formatAmount(mostToSell(terms))
    expect(fields({ quantity })).toEqual([])
    expect(parseAmount(quantity) > 0n).toBe(true)
  })
})

describe('what is wrong with an order before the password is asked for', () => {
  test('is nothing when all is well', () => expect(fields({})).toEqual([]))
  test.each<[Partial<PublishDraft>, string[]]>([
    [{ quantity: '9.999999' }, ['quantity: tooSmall']],
    [{ quantity: '591.089109' }, ['quantity: tooMuch']],
    [{ price: '1.2' }, ['price: outsideBand']],
    [{ price: '0.9' }, ['price: outsideBand']],
    [{ price: '0.9', concessionBps: 0 }, []],
    [{ price: '1.15', concessionBps: 500 }, []],
    [{ minQuantity: '50', maxQuantity: '40' }, ['minQuantity: takeRange']],
    [{ maxQuantity: '121' }, ['maxQuantity: takeRange']],
  ])('%j: %j', (changed, problems) => expect(fields(changed)).toEqual(problems))
  test('is the trading limit where the balance would allow more', () =>
    expect(fields({}, { tradingLimit: '100.00' })).toEqual(['quantity: aboveLimit']))
  test('is the schema’s to say for text that is no amount', () =>
    expect(fields({ quantity: 'x', price: '' })).toEqual([]))
})

describe('what is wrong with a buy order', () => {
  const wrong = (changed: Partial<PublishDraft>, more: Partial<PublishTerms> = {}) => {
    const given = { ...terms, ...more }
    const whole = completed({ ...draft, ...changed }, given)
    return publishProblems(whole, given, 'buy').map(({ field, text }) => `${field}: ${text}`)
  }
  test('is its worth above the most there may be, and nothing of the balance', () => {
    expect(wrong({ quantity: '1000', price: '1' }, { available: '0' })).toEqual([])
    expect(wrong({ quantity: '1000.000001', price: '1' })).toEqual(['quantity: buyTooLarge'])
  })
  test('is a price outside the band', () =>
    expect(wrong({ price: '1.2' })).toEqual(['price: outsideBand']))
})

describe('an order whose price floats', () => {
  const floating = { pricing: 'floating', marginBps: 150, limit: '0.9', concessionBps: 0 } as const
  const guide = { guidePrice: '1.047939', bandLow: '0.943146', bandHigh: '1.152732' }

  test('is figured at the guide price of now, for a buyer at the highest price that it can reach', () => {
    expect(publishFigures({ ...draft, ...floating }, { ...terms, ...guide })).toMatchObject({
      priceAfterConcession: 1_063_658n,
    })
    const buys = { ...draft, ...floating, limit: '1.2', quantity: '100' }
    expect(publishFigures(buys, { ...terms, ...guide }, 'buy')).toMatchObject({
      receives: 106_370_000n,
      paysMost: 120_000_000n,
    })
  })
  test('waits for its floor, and not for the other kind of price', () => {
    for (const limit of ['', '0', '1.'])
      expect(publishFigures({ ...draft, ...floating, limit }, terms)).toBeNull()
    expect(publishFigures({ ...draft, ...floating, price: '' }, terms)).not.toBeNull()
    expect(fields({ ...floating, limit: '' })).toEqual([])
  })
  test('is outside the band by what leads out of it: its floor, or its margin', () => {
    expect(fields(floating)).toEqual([])
    expect(fields({ ...floating, limit: '1.1' })).toEqual([])
    expect(fields({ ...floating, limit: '1.100001' })).toEqual(['limit: outsideBand'])
    const low = { ...floating, marginBps: -800, concessionBps: 300 }
    expect(fields(low)).toEqual([])
    expect(fields({ ...low, limit: '0.5' })).toEqual(['marginBps: outsideBand'])
  })
  test('is as large as its ceiling makes it', () => {
    const buys = (quantity: string) =>
      publishProblems(
        completed({ ...draft, ...floating, limit: '1.25', quantity }, terms),
        terms,
        'buy',
      ).map(({ text }) => text)
    expect(buys('800')).toEqual([])
    expect(buys('800.000001')).toEqual(['buyTooLarge'])
  })
})

describe('a buy order and the maximum investment', () => {
  const invests = { left: '51.0099', most: '1000.00', windowDays: 365 }
  test('is worth no more than what is left, with the highest tail', () => {
    expect(mostToPay({ ...terms, invests })).toBe('51.0099')
    expect(mostToPay({ ...terms, invests: { ...invests, left: '4000.00' } })).toBe('1000.00')
    expect(mostToPay(terms)).toBe('1000.00')
    const problems = (quantity: string) =>
      publishProblems(
        completed({ ...draft, quantity, price: '1.02', concessionBps: 0 }, terms),
        { ...terms, invests },
        'buy',
      ).map(({ text }) => text)
    expect(problems('50')).toEqual([])
    expect(problems('50.000001')).toEqual(['aboveMaximum'])
  })
})
