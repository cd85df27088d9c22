import { highestFee, priceBand, quoteTake } from '@banyan/domain'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from '../canonical.ts'
import { type Parameters, parametersV1 } from '../parameters.ts'
import { recount } from '../recount/index.ts'
import { settle } from '../settlement/settle.ts'
import { anyInput } from '../settlement/settlement.fixture.ts'
import { bookOf } from './book.ts'
import { bounds, inOrder } from './bounds.ts'
import { readNumbers } from './changes.ts'
import { changed, NO_VERSION_BEFORE, readVersionText, versionText } from './document.ts'
import { numberNames, numberOf } from './numbers.ts'
import { objectionsTo, objectionsToPublishing, objectionText } from './objections.ts'

describe('a version may be published', () => {
  const rules = (p: Partial<Parameters>) =>
    objectionsTo({ ...parametersV1, ...p }).map(({ rule }) => rule)

  test('as version 1', () => {
    expect(rules({})).toEqual([])
  })

  test('only with network pay within its share: direct + pair ÷ 2(1−δ) ≤ dynamic', () => {
    expect(rules({ pairBps: 801 })).toContain('directAndPairs')
    expect(rules({ directBps: 1_001 })).toContain('directAndPairs')
    expect(rules({ decayNumerator: 5n })).toContain('directAndPairs')
    expect(rules({ decayNumerator: 9n, decayDenominator: 10n })).toContain('directAndPairs')
  })

  test('only with fees that give back less than themselves', () => {
    expect(rules({ feeToStaticBps: 5_000, feeToOpsBps: 0, feeToDynamicBps: 5_000 })).toEqual([])
    expect(rules({ feeToStaticBps: 6_000, feeToDynamicBps: 3_000 })).toContain('shares')
    expect(rules({ feeToStaticBps: 5_000, feeToOpsBps: 1_000 })).toContain('wholeFee')
  })

  test('only with the calendar and the founding amounts unchanged', () => {
    for (const change of [{ cutoffHour: 1 }, { zoneOffsetHours: 0 }, { genesisUsdt: 1n }]) {
      const after = { ...parametersV1, ...change }
      expect(objectionsTo(after, parametersV1)).toEqual([
        { rule: 'fixed', names: Object.keys(change) },
      ])
    }
    expect(objectionsTo({ ...parametersV1, otcFeeBps: 150 }, parametersV1)).toEqual([])
  })

  test('only with whole numbers inside their bounds and a known split', () => {
    expect(rules({ withdrawalFeeUsdt: -1n })).toEqual(['bounds'])
    expect(rules({ otcFeeBps: 2_001 })).toEqual(['bounds'])
    expect(rules({ subscriptionFloorPrice: 0n })).toEqual(['bounds'])
    expect(rules({ investmentWindowDays: 0 })).toEqual(['bounds'])
    expect(rules({ otcGraceWindowMs: 15 * 60_000 + 1 })).toEqual(['minutes'])
    expect(rules({ otcFeeBps: 0.5 })).toEqual(['notANumber'])
    expect(rules({ otcFeeBps: undefined } as object)).toEqual(['notANumber'])
    expect(rules({ staticReleaseDivisor: 30 } as object)).toEqual(['notANumber'])
    expect(rules({ splitMultiple: 3 })).toEqual(['split'])
  })

  test('only when everybody can begin, and more finished trades never allow less', () => {
    for (const outside of [
      { otcTakesFirst: 0 },
      { otcTakesThird: 1_001 },
      { otcTakesSecondFrom: 0 },
      { otcTakeFaults: 0 },
      { otcTakeFaultWindowMs: 0 },
      { otcTakesLowered: 0 },
      { otcTakesLoweredMs: 366 * 24 * 3_600_000 },
      { otcNewcomersBps: 99 },
      { otcNewcomersBps: 10_001 },
    ])
      expect(rules(outside), Object.keys(outside)[0]).toContain('bounds')
    expect(rules({ otcTakesFirst: 6 })).toEqual(['order'])
    expect(rules({ otcTakesSecond: 11 })).toEqual(['order'])
    expect(rules({ otcTakesSecondFrom: 20 })).toEqual(['order'])
    expect(rules({ otcTakesLowered: 3 })).toEqual(['order'])
    expect(rules({ otcTakesSecondFrom: 19, otcTakesLowered: 2, otcNewcomersBps: 100 })).toEqual([])
  })

  test('only with a rule check of withdrawals that is limited to small amounts, and of which one member never has all', () => {
    for (const outside of [
      { automaticWithdrawalUsdt: 1_001_000000n, automaticMemberUsdt: 2_000_000000n },
      { automaticMemberUsdt: 10_001_000000n, automaticPlatformUsdt: 20_000_000000n },
      { automaticPlatformUsdt: 100_001_000000n },
      { automaticHourCount: 1_001 },
      { automaticAccountDays: 0 },
      { automaticAddressDays: 0 },
      { automaticQuietDays: 2 },
    ])
      expect(rules(outside), Object.keys(outside)[0]).toEqual(['bounds'])
    expect(rules({ automaticWithdrawalUsdt: 301_000000n })).toEqual(['order'])
    expect(rules({ automaticPlatformUsdt: 299_000000n })).toEqual(['order'])
    expect(rules({ automaticWithdrawalUsdt: 0n, automaticHourCount: 0 })).toEqual([])
  })

  test('only with a split to a price at which subscriptions are filled', () => {
    expect(rules({ splitTriggerPrice: 200_000n })).toEqual([])
    expect(rules({ splitTriggerPrice: 199_999n })).toEqual(['splitBelowFloor'])
    expect(rules({ splitMultiple: 10, splitTriggerPrice: 999_999n })).toEqual(['splitBelowFloor'])
  })

  test('only when nine nights release no more income than leaving costs by the cheaper way', () => {
    expect(rules({ incomeReleaseBps: 8 })).toEqual(['incomeAboveLeaving'])
    expect(rules({ incomeReleaseBps: 8, incomeToStaticBps: 0 })).toEqual([])
    for (const fee of ['otcFeeBps', 'exchangeFeeBps'] as const) {
      expect(rules({ [fee]: 92 })).toEqual([])
      expect(rules({ [fee]: 91 })).toEqual(['incomeAboveLeaving'])
    }
    expect(rules({ incomeReleaseBps: 0, otcFeeBps: 0, exchangeFeeBps: 0 })).toEqual([])
  })

  test('only when no number makes what another allows impossible', () => {
    const withdrawalFeeUsdt = parametersV1.withdrawalMinimumUsdt
    const wrong = { ...parametersV1, withdrawalFeeUsdt }
    const objections = objectionsTo(wrong)
    expect(objections).toEqual([
      { rule: 'order', names: ['withdrawalFeeUsdt', 'withdrawalMinimumUsdt'] },
    ])
    expect(objections.map(one => objectionText(one, wrong).zh)).toEqual([
      '“转出手续费”须小于“最低转出”',
    ])
    expect(rules({ placementNoticeDays: 7 })).toEqual([])
    expect(rules({ placementNoticeDays: 8 })).toEqual(['order'])
    for (const [lesser, sign, greater] of inOrder) {
      expect(bounds[lesser].least <= bounds[greater].most, lesser).toBe(true)
      const { en } = objectionText({ rule: 'order', names: [lesser, greater] }, parametersV1)
      expect(en).toContain(sign === '<' ? 'is below' : 'is at most')
    }
  })

  test('without the bounds of a switch’s number until the switch is on', () => {
    const reopenMinimumUsdt = parametersV1.roundLimitUsdt + 1n
    expect(rules({ reopenMinimumUsdt })).toEqual([])
    expect(rules({ reopenMinimumUsdt, reopenByReinvest: 1 })).toEqual(['order'])
  })

  test('or is rejected in both languages, with what would be right', () => {
    const wrong = { ...parametersV1, otcFeeBps: 20_000, effectiveAt: '2026-01-02T00:00:00+08:00' }
    const objections = objectionsToPublishing(wrong, parametersV1, new Date('2026-01-01T00:00:00Z'))
    expect(objections.map(one => objectionText(one, wrong).en)).toEqual([
      'OTC fee (seller, in coin): from 0 % to 20 %',
      'It may hold from 2026-01-08T00:00:00.000Z at the earliest; what can harm members is published 7 days before',
    ])
    expect(
      objectionsToPublishing(parametersV1, parametersV1, new Date(0)).map(one => one.rule),
    ).toEqual(['nothing', 'tooSoon'])
  })

  test('only when a trader who owns everything never gets a fee back', () => {
    const share = fc.integer({ min: 0, max: 10_000 })
    const any = fc.record({
      directBps: share,
      pairBps: share,
      feeToStaticBps: share,
      feeToDynamicBps: share,
      feeToOpsBps: share,
      decayNumerator: fc.bigInt({ min: 0n, max: 9n }),
    })
    fc.assert(
      fc.property(any, draft => {
        const p = { ...parametersV1, ...draft, decayDenominator: 10n }
        fc.pre(objectionsTo(p).length === 0)
        // An endless chain of matches: pair × (1 + δ + δ² + …) of the fee, and direct pay, and all of static.
        const decay = Number(p.decayNumerator) / Number(p.decayDenominator)
        const back = p.directBps + p.pairBps / (1 - decay) + p.feeToStaticBps
        expect(back).toBeLessThanOrEqual(10_000 + 1e-6)
      }),
    )
  })
})

describe('a version without objections', () => {
  const outermost = (name: (typeof numberNames)[number]) => {
    const { least, most } = bounds[name]
    const step = name.endsWith('Ms') ? 60_000n : 1n
    return fc
      .oneof(
        fc.constantFrom(least, most),
        fc.bigInt({ min: least / step, max: most / step }).map(value => value * step),
      )
      .map(value => (typeof parametersV1[name] === 'bigint' ? value : Number(value)))
  }
  /** Version 1 with some of its numbers anywhere inside their bounds. */
  const anyVersion: fc.Arbitrary<Parameters> = fc
    .uniqueArray(fc.constantFrom(...numberNames), { minLength: 1, maxLength: 5 })
    .chain(names => fc.record(Object.fromEntries(names.map(name => [name, outermost(name)]))))
    .map(change =>
      changed(parametersV1, { ...change, version: 2, effectiveAt: parametersV1.effectiveAt }),
    )
    .filter(p => objectionsTo(p, parametersV1).length === 0)

  test('has a book and a text, and settles any day, twice to the same bytes', () => {
    fc.assert(
      fc.property(anyVersion, anyInput, (parameters, input) => {
        for (const { paragraphs } of bookOf(parameters))
          for (const { en } of paragraphs) expect(en).not.toMatch(/NaN|undefined|-\d/)
        const document = {
          parameters,
          difference: { zh: '', en: '' },
          previousHash: NO_VERSION_BEFORE,
        }
        expect(readVersionText(versionText(document)).parameters).toEqual(parameters)
        const given = { ...input, parameters }
        expect(canonicalJson(recount(canonicalJson(given)))).toBe(canonicalJson(settle(given)))
      }),
      { numRuns: 300 },
    )
  })

  test('quotes any trade without negative amounts', () => {
    const amount = fc.bigInt({ min: 1n, max: 10n ** 12n })
    fc.assert(
      fc.property(anyVersion, amount, amount, (p, quantity, price) => {
        const fee = highestFee(quantity, p.otcFeeBps)
        expect(fee >= 0n && fee <= quantity).toBe(true)
        const band = priceBand(price, p.otcBandBps)
        expect(band.low > 0n && band.low <= band.high + 1n).toBe(true)
        const quote = quoteTake(quantity, price, p.otcMaxConcessionBps)
        expect(quote.paymentAmount > 0n && quote.concessionQuantity < quantity).toBe(true)
      }),
    )
  })

  test('is version 1: every bound contains its number', () => {
    for (const name of numberNames) {
      const value = BigInt(numberOf(parametersV1, name))
      expect(value >= bounds[name].least && value <= bounds[name].most, name).toBe(true)
    }
  })
})

test('a written change is parsed in whole units, and unreadable names are returned', () => {
  expect(
    readNumbers({ withdrawalFeeUsdt: '2.5', otcFeeBps: 150, decayNumerator: 3, noSuch: 1 }),
  ).toEqual({
    numbers: { withdrawalFeeUsdt: 2_500000n, otcFeeBps: 150, decayNumerator: 3n },
    unknown: ['noSuch'],
    unreadable: [],
  })
  const wrong = { withdrawalFeeUsdt: 2, firstPrice: '1.0000001', otcFeeBps: '150', quizTries: 1.5 }
  expect(readNumbers(wrong).unreadable).toEqual(Object.keys(wrong))
})
