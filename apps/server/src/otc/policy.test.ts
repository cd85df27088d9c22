import { noConditions, parseAmount, paymentTails } from '@banyan/domain'
import { parametersV1 } from '@banyan/economy'
import { describe, expect, it } from 'vitest'
import { Refused } from '../platform/refused.ts'
import { decideBuy, decideSell, decideTake, type PublishRequest, type TakeFacts } from './policy.ts'
import { marketTerms } from './terms.ts'

/*
 * Where each limit of the market lies. Of each: the last that may happen, and the first that is
 * refused, and with what.
 */

const micro = parseAmount
const until = new Date('2026-03-09T00:00:00Z')
const inForce = marketTerms(parametersV1)
const measure = { guidePrice: micro('1'), inForce }
const leftFor = (payment: string) => ({
  left: micro(payment) + paymentTails.most,
  most: micro('5000'),
  windowDays: 365,
})
const paused = { why: 'investingPaused', until } as const
const countryClosed = { why: 'countryClosed' } as const

function refusalOf(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    if (error instanceof Refused) return error.refusal
    throw error
  }
  return 'done'
}

/** A change of what may happen, and one beyond it. */
type Limit<T> = readonly [refusal: string, last: T, beyond: T]
const named = <T>(limits: readonly Limit<T>[]) =>
  limits.map(([refusal, last, beyond], i) => ({ what: `${refusal} (${i})`, refusal, last, beyond }))

interface Take extends Partial<Omit<TakeFacts, 'quantities' | 'inForce'>> {
  quantity?: string
  available?: string
  on?: 'BSC' | 'TRON'
  seen?: number
}

/** What a take of 50 LEAF of an order over 100 LEAF leads to. */
const taking = ({ quantity = '50', available = '100', on = 'BSC', seen = 1, ...change }: Take) =>
  refusalOf(() =>
    decideTake(
      {
        ...measure,
        side: 'sell',
        price: micro('1'),
        asked: change.price ?? micro('1'),
        marginBps: null,
        ownerId: 'owner',
        takerId: 'taker',
        version: 1,
        life: 'open',
        expired: false,
        ownerFrozen: false,
        guideSeen: micro('1'),
        minQuantity: micro('10'),
        maxQuantity: micro('60'),
        concessionBps: 0,
        networks: ['BSC'],
        conditions: noConditions,
        blocked: false,
        standing: null,
        penaltyUntil: null,
        takerLimit: { most: 2, open: 0, next: null, loweredUntil: null },
        newcomers: null,
        buyingStop: null,
        leftToInvest: null,
        ...change,
        quantities: {
          total: micro('100'),
          available: micro(available),
          inTrade: 0n,
          dealt: micro('100') - micro(available),
          returned: 0n,
        },
      },
      { quantity: micro(quantity), network: on, version: seen },
    ),
  )

const open = (held: number, change = {}) => ({
  takerLimit: { most: 2, open: held, next: null, loweredUntil: null, ...change },
})
const asking = (asked: Partial<typeof noConditions>, has = {}) => ({
  conditions: { ...noConditions, ...asked },
  standing: { effective: false, finishedTrades: 0, completionRate: null, ...has },
})
const newcomers = (most: string) => ({ newcomers: { most: micro(most), shareBps: 5_000 } })
const buying = (change: Take): Take => ({ side: 'buy', ...change })

const takes: readonly Limit<Take>[] = [
  ['ownOrder', { takerId: 'another' }, { takerId: 'owner' }],
  ['memberBlocked', {}, { blocked: true }],
  ['orderNotAvailable', {}, { expired: true }],
  ['orderNotAvailable', {}, { life: 'expired' }],
  ['orderNotAvailable', { available: '50' }, { available: '0' }],
  ['orderPaused', {}, { life: 'paused' }],
  ['orderPaused', {}, { life: 'held' }],
  ['orderPaused', {}, { ownerFrozen: true }],
  ['orderPaused', buying({}), buying({ buyingStop: paused })],
  ['orderPaused', buying({}), buying({ buyingStop: countryClosed })],
  ['investingPaused', {}, { buyingStop: paused }],
  ['countryClosed', {}, { buyingStop: countryClosed }],
  ['orderChanged', { version: 7, seen: 7 }, { version: 7, seen: 6 }],
  ['orderChanged', { asked: micro('1') }, { asked: micro('1.000001') }],
  ['tradingPaused', {}, { penaltyUntil: until }],
  ['openTakesHighest', open(1), open(2)],
  [
    'openTakesLimit',
    open(1, { next: { finished: 3, most: 5 } }),
    open(2, { next: { finished: 3, most: 5 } }),
  ],
  ['openTakesLowered', open(1, { loweredUntil: until }), open(2, { loweredUntil: until })],
  [
    'conditionEffective',
    asking({ effectiveMember: true }, { effective: true }),
    asking({ effectiveMember: true }),
  ],
  [
    'conditionTrades',
    asking({ minFinishedTrades: 3 }, { finishedTrades: 3 }),
    asking({ minFinishedTrades: 3 }, { finishedTrades: 2 }),
  ],
  ['conditionNoRate', asking({ minCompletionRate: 0 }), asking({ minCompletionRate: 1 })],
  [
    'conditionRate',
    asking({ minCompletionRate: 90 }, { completionRate: 90 }),
    asking({ minCompletionRate: 90 }, { completionRate: 89 }),
  ],
  ['networkNotAccepted', { networks: ['TRON'], on: 'TRON' }, { on: 'TRON' }],
  ['takeBelowMin', { quantity: '10' }, { quantity: '9.999999' }],
  ['takeAboveMax', { quantity: '60' }, { quantity: '60.000001' }],
  [
    'takeAboveRest',
    { available: '50', quantity: '50' },
    { available: '50', quantity: '50.000001' },
  ],
  ['takeRestWhole', { available: '9', quantity: '9' }, { available: '9', quantity: '8.999999' }],
  ['newcomersShare', newcomers('50'), newcomers('49.999999')],
  ['newcomersShare', newcomers('50'), newcomers('10')],
  ['newcomersShareTaken', newcomers('50'), newcomers('9.999999')],
  ['investmentOverMaximum', { leftToInvest: leftFor('50') }, { leftToInvest: leftFor('49.99') }],
  [
    'buyerOverMaximum',
    buying({ leftToInvest: leftFor('50') }),
    buying({ leftToInvest: leftFor('49.99') }),
  ],
  ['orderPriceOutsideBand', { price: micro('1.1') }, { price: micro('1.100001') }],
  ['orderPriceOutsideBand', { price: micro('0.9') }, { price: micro('0.899999') }],
  [
    'orderPriceOutsideBand',
    { price: micro('1'), concessionBps: 1_000 },
    { price: micro('1'), concessionBps: 1_001 },
  ],
  ['orderPaused', { guideSeen: micro('1.020408') }, { guideSeen: micro('1.020409') }],
  ['orderPaused', { guideSeen: micro('0.980393') }, { guideSeen: micro('0.980392') }],
]

const request: PublishRequest = {
  quantity: micro('100'),
  price: micro('1'),
  minQuantity: micro('10'),
  maxQuantity: micro('10'),
  concessionBps: 0,
  networks: ['BSC'],
  conditions: noConditions,
  autoRelease: false,
}
interface Publication extends Partial<PublishRequest> {
  facts?: Partial<Parameters<typeof decideSell>[1] & Parameters<typeof decideBuy>[1]>
}
const addresses = { bsc: 'bsc', tron: null }
const facts = {
  ...measure,
  openOrders: 0,
  tradingLimit: micro('100000'),
  addresses,
  penaltyUntil: null,
  buyingStop: null,
  leftToInvest: null,
}
const publish = {
  sell: (change: Publication) =>
    refusalOf(() => decideSell({ ...request, ...change }, { ...facts, ...change.facts })),
  buy: (change: Publication) =>
    refusalOf(() => decideBuy({ ...request, ...change }, { ...facts, ...change.facts })),
}
const floating = (marginBps: number) => ({ price: { marginBps, limit: micro('1') } })

const publications: readonly Limit<Publication>[] = [
  ['orderQuantityTooSmall', { quantity: micro('10') }, { quantity: micro('9.999999') }],
  ['takeMinAboveMax', { minQuantity: micro('10') }, { minQuantity: micro('10.000001') }],
  ['takeMaxAboveTotal', { maxQuantity: micro('100') }, { maxQuantity: micro('100.000001') }],
  ['concessionTooHigh', { concessionBps: 500 }, { concessionBps: 501 }],
  ['marginTooWide', floating(1_000), floating(1_001)],
  ['marginTooWide', floating(-1_000), floating(-1_001)],
  ['orderPriceOutsideBand', { price: micro('1.1') }, { price: micro('1.100001') }],
  ['orderPriceOutsideBand', { price: micro('0.9') }, { price: micro('0.899999') }],
  ['tooManyOpenOrders', { facts: { openOrders: 4 } }, { facts: { openOrders: 5 } }],
]
const sales: readonly Limit<Publication>[] = [
  ['receivingAddressNeeded', { networks: ['BSC'] }, { networks: ['BSC', 'TRON'] }],
  [
    'receivingAddressNeeded',
    { networks: ['TRON'], facts: { addresses: { bsc: null, tron: 'tron' } } },
    { networks: ['TRON', 'BSC'], facts: { addresses: { bsc: null, tron: 'tron' } } },
  ],
  [
    'tradingLimitExceeded',
    { facts: { tradingLimit: micro('100') } },
    { facts: { tradingLimit: micro('99.999999') } },
  ],
]
const purchases: readonly Limit<Publication>[] = [
  ['investingPaused', {}, { facts: { buyingStop: paused } }],
  ['countryClosed', {}, { facts: { buyingStop: countryClosed } }],
  ['tradingPaused', {}, { facts: { penaltyUntil: until } }],
  ['buyOrderTooLarge', { quantity: micro('1000') }, { quantity: micro('1000.000001') }],
  [
    'investmentOverMaximum',
    { facts: { leftToInvest: leftFor('100') } },
    { facts: { leftToInvest: leftFor('99.99') } },
  ],
]

describe('a take', () => {
  it.each(named(takes))('is refused beyond $what, and not before', ({ refusal, last, beyond }) => {
    expect(taking(last)).toBe('done')
    expect(taking(beyond)).toBe(refusal)
  })

  it('of a member whom the order has no conditions for needs no record', () => {
    expect(taking({ conditions: { ...noConditions, minCompletionRate: 90 } })).toBe('done')
  })

  it('of an order whose price floats waits for no confirmation by its owner', () => {
    const moved = { guideSeen: micro('1.05'), asked: { marginBps: 0, limit: micro('1') } }
    expect(taking({ ...moved, marginBps: 0 })).toBe('done')
    expect(taking({ guideSeen: micro('1.05') })).toBe('orderPaused')
  })
})

for (const [side, limits] of [
  ['sell', sales],
  ['buy', purchases],
] as const)
  describe(`an order to ${side}`, () => {
    it.each(named([...publications, ...limits]))(
      'is refused beyond $what, and not before',
      ({ refusal, last, beyond }) => {
        expect(publish[side](last)).toBe('done')
        expect(publish[side](beyond)).toBe(refusal)
      },
    )
  })

it('an order to sell holds the highest fee that it can cost', () => {
  expect(decideSell({ ...request, quantity: micro('100.000001') }, facts)).toEqual({
    highestFee: micro('1.000001'),
  })
})
