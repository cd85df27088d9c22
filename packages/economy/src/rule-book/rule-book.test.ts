import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { namedLater, type Parameters, parametersV1 } from '../parameters.ts'
import { numbersIn, tellBook } from './book.ts'
import { differencesOf, earliestEffect, objectionsTo } from './differences.ts'
import { NO_VERSION_BEFORE, readVersionText, versionText } from './document.ts'
import { figureOf } from './figures.ts'
import { numberNames, ruleNumbers } from './numbers.ts'
import { ruleSections } from './sections.ts'

describe('the book', () => {
  test('has a name and a section for every number of the version', () => {
    const { version, effectiveAt, ...numbers } = parametersV1
    expect([...numberNames].sort()).toEqual(Object.keys(numbers).sort())
  })

  test('says every number where its section is, and no number that is not there', () => {
    for (const { id, paragraphs } of ruleSections) {
      const said = new Set(paragraphs.flatMap(({ zh }) => numbersIn(zh)))
      for (const name of said) expect(numberNames, `${id} says ${name}`).toContain(name)
      for (const name of numberNames.filter(one => ruleNumbers[one].section === id)) {
        expect(said, `${id} leaves out ${name}`).toContain(name)
      }
    }
  })

  test('says the same numbers in both languages', () => {
    for (const { id, paragraphs } of ruleSections) {
      for (const { zh, en } of paragraphs) {
        expect(new Set(numbersIn(zh)), id).toEqual(new Set(numbersIn(en)))
      }
    }
  })

  test('tells a version with its own numbers', () => {
    const told = tellBook({ ...parametersV1, otcFeeBps: 150 })
    const fees = told.find(({ id }) => id === '2.5')
    expect(fees?.paragraphs[0]?.en).toContain('1.5 % of the quantity')
    expect(fees?.paragraphs.map(({ zh }) => zh).join('')).not.toContain('{')
    expect(fees?.numbers[0]).toEqual({
      name: 'otcFeeBps',
      title: { zh: '交易手续费（卖方，以币支付）', en: 'OTC fee (seller, in coin)' },
      figure: { zh: '1.5 %', en: '1.5 %' },
    })
  })
})

test('figures carry their unit', () => {
  const shown = (name: (typeof numberNames)[number]) => figureOf(parametersV1, name)
  expect(shown('runCapacityUsdt').en).toBe('10,000 USDT')
  expect(shown('effectiveFeesUsdt').en).toBe('0.5 USDT')
  expect(shown('splitTriggerPrice').en).toBe('2.000000 USDT')
  expect(shown('firstOrderWaitMs')).toEqual({ zh: '24 小时', en: '24 hours' })
  expect(shown('otcGraceWindowMs')).toEqual({ zh: '15 分钟', en: '15 minutes' })
  expect(shown('youngAccountDays').zh).toBe('30 天')
  expect(shown('unapprovedReceiptBps').en).toBe('0.2 %')
  expect(shown('decayNumerator').en).toBe('4')
  expect(() => figureOf({ ...parametersV1, undoWindowMs: 1 }, 'undoWindowMs')).toThrow(RangeError)
})

describe('a change of the rules', () => {
  const published = new Date('2026-11-21T00:00:00Z')

  test('is told number by number, with who it can harm', () => {
    const after: Parameters = { ...parametersV1, otcFeeBps: 50, withdrawalFeeUsdt: 2_000000n }
    expect(differencesOf(parametersV1, after)).toEqual([
      { name: 'otcFeeBps', before: '100', after: '50', harms: false, isNew: false },
      {
        ...{ name: 'withdrawalFeeUsdt', before: '1000000', after: '2000000' },
        ...{ harms: true, isNew: false },
      },
    ])
  })

  test('waits seven days when it can harm, else one', () => {
    const better = { ...parametersV1, otcFeeBps: 50 }
    expect(earliestEffect(published, parametersV1, better)).toEqual(
      new Date('2026-11-22T00:00:00Z'),
    )
    expect(earliestEffect(published, better, parametersV1)).toEqual(
      new Date('2026-11-28T00:00:00Z'),
    )
  })
})

describe('what may be published', () => {
  const rules = (p: Partial<Parameters>) =>
    objectionsTo({ ...parametersV1, ...p }).map(({ rule }) => rule)

  test('is version 1', () => {
    expect(rules({})).toEqual([])
  })

  test('is no network pay above its share: direct + pair ÷ 2(1−δ) ≤ dynamic', () => {
    expect(rules({ pairBps: 801 })).toContain('directAndPairs')
    expect(rules({ directBps: 1_001 })).toContain('directAndPairs')
    expect(rules({ decayNumerator: 5n })).toContain('directAndPairs')
    expect(rules({ decayNumerator: 9n, decayDenominator: 10n })).toContain('directAndPairs')
  })

  test('is no fee that gives back more than itself', () => {
    expect(rules({ feeToStaticBps: 5_000, feeToOpsBps: 0, feeToDynamicBps: 5_000 })).toEqual([])
    expect(rules({ feeToStaticBps: 6_000, feeToDynamicBps: 3_000 })).toContain('shares')
    expect(rules({ feeToStaticBps: 5_000, feeToOpsBps: 1_000 })).toContain('wholeFee')
  })

  test('never moves the calendar, nor what the founding has spent', () => {
    for (const change of [{ cutoffHour: 1 }, { zoneOffsetHours: 0 }, { genesisUsdt: 1n }]) {
      const after = { ...parametersV1, ...change }
      expect(objectionsTo(after, parametersV1)).toEqual([
        { rule: 'fixed', names: Object.keys(change) },
      ])
    }
    expect(objectionsTo({ ...parametersV1, otcFeeBps: 50 }, parametersV1)).toEqual([])
  })

  test('is no negative number and no other split', () => {
    expect(rules({ withdrawalFeeUsdt: -1n })).toEqual(['notANumber'])
    expect(rules({ splitMultiple: 3 })).toEqual(['split'])
  })

  test.each<[string, Partial<Parameters>]>([
    ['gives more than all of it away', { exchangeFeeBps: 10_001 }],
    ['books more income than came in', { incomeToStaticBps: 10_001 }],
    ['divides by nothing', { staticReleaseDivisor: 0n }],
    ['has no first price', { firstPrice: 0n }],
    ['splits at any price', { splitTriggerPrice: 0n }],
    ['decays by what the pass cannot add up', { decayNumerator: 9n, decayDenominator: 100n }],
    ['carries what the pass cannot add up', { balanceCapUsdt: 2n ** 51n }],
  ])('is nothing that %s: every settlement after it would stop', (_, draft) => {
    expect(objectionsTo({ ...parametersV1, ...draft })).toEqual([
      { rule: 'beyond', names: [Object.keys(draft)[0]] },
    ])
  })

  test('never lets a trader who owns everything get a fee back', () => {
    const share = fc.integer({ min: 0, max: 10_000 })
    const any = fc.record({
      directBps: share,
      pairBps: share,
      feeToStaticBps: share,
      feeToDynamicBps: share,
      feeToOpsBps: share,
      decayNumerator: fc.bigInt({ min: 0n, max: 4n }),
      decayDenominator: fc.bigInt({ min: 1n, max: 10n }),
    })
    fc.assert(
      fc.property(any, draft => {
        const p = { ...parametersV1, ...draft }
        fc.pre(objectionsTo(p).length === 0)
        // An endless chain of matches: pair × (1 + δ + δ² + …) of the fee, and direct pay, and all of static.
        const decay = Number(p.decayNumerator) / Number(p.decayDenominator)
        const back = p.directBps + p.pairBps / (1 - decay) + p.feeToStaticBps
        expect(back).toBeLessThanOrEqual(10_000 + 1e-6)
      }),
    )
  })
})

describe('the text of a version', () => {
  const document = {
    parameters: parametersV1,
    difference: { zh: '第一版', en: 'The first version' },
    previousHash: NO_VERSION_BEFORE,
  }

  test('is read back as it was written', () => {
    expect(readVersionText(versionText(document))).toEqual(document)
  })

  test('is refused with a number missing, unknown or of another type', () => {
    const text = versionText(document)
    for (const name of namedLater) expect(text).not.toContain(name)
    const broken = [
      text.replace('"otcFeeBps":100', '"otcFee":100'),
      text.replace('"otcFeeBps":100', '"otcFeeBps":"100"'),
      text.replace('"otcFeeBps":100', '"otcFeeBps":1.5'),
      text.replace('"otcFeeBps":100,', ''),
      text.replace('"version":1', '"version":"1"'),
    ]
    for (const one of broken) expect(() => readVersionText(one)).toThrow(RangeError)
  })
})
