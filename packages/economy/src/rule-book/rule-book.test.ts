import { describe, expect, test } from 'vitest'
import { earlierParametersV1, parametersV1In } from '../earlier/parameters.ts'
import { editionOf, endedNumbers, namedLater } from '../editions.ts'
import { automaticV1, type Parameters, parametersV1, takersV1 } from '../parameters.ts'
import { bookOf, numbersIn } from './book.ts'
import { differencesOf, earliestEffect } from './differences.ts'
import { changed, NO_VERSION_BEFORE, readVersionText, versionText } from './document.ts'
import { figureOf } from './figures.ts'
import { everyNumber, numberNames, ruleNumbers, switches } from './numbers.ts'
import { objectionsTo } from './objections.ts'
import { linesOf, ruleSections } from './sections.ts'

const words = {
  difference: { zh: '第一版', en: 'The first version' },
  previousHash: NO_VERSION_BEFORE,
}
const named = ({ version, effectiveAt }: Parameters) => ({ version, effectiveAt })

describe('the book', () => {
  test('has a name and a section for every number of the version', () => {
    const { version, effectiveAt, ...numbers } = parametersV1
    expect([...numberNames].sort()).toEqual([...Object.keys(numbers), ...switches].sort())
  })

  test('prints every number in its section, and no unknown number', () => {
    for (const { id, paragraphs } of ruleSections) {
      const printed = new Set(paragraphs.flatMap(({ zh }) => numbersIn(zh)))
      for (const name of printed) expect(everyNumber, `${id} says ${name}`).toContain(name)
      for (const name of everyNumber.filter(one => ruleNumbers[one].section === id)) {
        expect(printed, `${id} leaves out ${name}`).toContain(name)
      }
    }
  })

  test('prints the same numbers in both languages', () => {
    for (const { id, paragraphs } of ruleSections) {
      for (const { zh, en } of paragraphs) {
        expect(new Set(numbersIn(zh)), id).toEqual(new Set(numbersIn(en)))
      }
    }
  })

  test('prints a version with its own numbers', () => {
    const book = bookOf({ ...parametersV1, otcFeeBps: 150 })
    const fees = book.find(({ id }) => id === '2.5')
    expect(fees?.paragraphs[0]?.en).toContain('1.5 % of the quantity')
    expect(fees?.paragraphs.map(({ zh }) => zh).join('')).not.toContain('{')
    expect(fees?.numbers[0]).toEqual({
      name: 'otcFeeBps',
      title: { zh: '交易手续费（卖方，以币支付）', en: 'OTC fee (seller, in coin)' },
      figure: { zh: '1.5 %', en: '1.5 %' },
    })
  })
})

describe('the switch that breaks L3', () => {
  const on = changed(parametersV1, { ...named(parametersV1), reopenByReinvest: 1 })
  const l3 = (p: Parameters) => linesOf(p).find(({ id }) => id === 'L3')?.en
  const printed = (p: Parameters) =>
    bookOf(p).flatMap(({ paragraphs }) => paragraphs.map(({ en }) => en))

  test('is off in every version that does not name it, and leaves nothing in any text', () => {
    const off = changed(on, { ...named(on), reopenByReinvest: 0 })
    expect(off).toEqual(parametersV1)
    expect(Object.keys(off)).not.toContain('reopenByReinvest')
    expect(figureOf(off, 'reopenByReinvest')).toEqual({ zh: '关闭', en: 'off' })
    expect(printed(off).filter(text => text.includes('reopens a round: off'))).toHaveLength(1)
    expect(l3(off)).toBe('No purchase is required to join, invite, be placed or qualify.')
  })

  test('counts as a change that can harm, and L3 is not claimed while it is on', () => {
    expect(differencesOf(parametersV1, on)).toEqual([
      { name: 'reopenByReinvest', before: '0', after: '1', harms: true, isNew: false },
    ])
    expect(differencesOf(on, parametersV1)[0]?.harms).toBe(true)
    expect(l3(on)).toContain('does not keep this line')
    expect(printed(on).filter(text => text.includes('breaks L3'))).toHaveLength(1)
    expect(printed(on).join()).not.toContain('changes no price, limit or earning')
  })

  test('is parsed from a text as on, and as nothing else', () => {
    const text = versionText({ parameters: on, ...words })
    expect(readVersionText(text).parameters).toEqual(on)
    for (const other of ['0', '2', 'true', '"1"'])
      expect(() =>
        readVersionText(text.replace('"reopenByReinvest":1', `"reopenByReinvest":${other}`)),
      ).toThrow(RangeError)
  })
})

test('figures carry their unit', () => {
  const shown = (name: (typeof numberNames)[number]) => figureOf(parametersV1, name)
  expect(shown('runCapacityUsdt').en).toBe('10,000 USDT')
  expect(shown('effectiveFeesUsdt').en).toBe('0.5 USDT')
  expect(shown('splitTriggerPrice').en).toBe('2.000000 USDT')
  expect(shown('firstOrderWaitMs')).toEqual({ zh: '24 小时', en: '24 hours' })
  expect(shown('otcOrderLifeMs')).toEqual({ zh: '7 天', en: '7 days' })
  expect(shown('otcGraceWindowMs')).toEqual({ zh: '15 分钟', en: '15 minutes' })
  expect(shown('youngAccountDays').zh).toBe('30 天')
  expect(shown('incomeReleaseBps').en).toBe('0.07 %')
  expect(shown('decayNumerator').en).toBe('4')
  expect(() => figureOf({ ...parametersV1, undoWindowMs: 1 }, 'undoWindowMs')).toThrow(RangeError)
})

describe('a change of the rules', () => {
  const published = new Date('2026-11-21T00:00:00Z')

  test('is listed number by number, with the members it can harm', () => {
    const after: Parameters = { ...parametersV1, otcFeeBps: 50, withdrawalFeeUsdt: 2_000000n }
    expect(differencesOf(parametersV1, after)).toEqual([
      { name: 'otcFeeBps', before: '100', after: '50', harms: false, isNew: false },
      {
        name: 'withdrawalFeeUsdt',
        before: '1000000',
        after: '2000000',
        harms: true,
        isNew: false,
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

describe('the text of a version', () => {
  const document = { parameters: parametersV1, ...words }

  test('is parsed to what was written', () => {
    expect(readVersionText(versionText(document))).toEqual(document)
  })

  test('is rejected with a number missing, unknown or of another type', () => {
    const text = versionText(document)
    const broken = [
      text.replace('"otcFeeBps":100', '"otcFee":100'),
      text.replace('"otcFeeBps":100', '"otcFeeBps":"100"'),
      text.replace('"otcFeeBps":100', '"otcFeeBps":1.5'),
      text.replace('"otcFeeBps":100,', ''),
      text.replace('"version":1', '"version":"1"'),
    ]
    for (const one of broken) expect(() => readVersionText(one)).toThrow(RangeError)
  })

  describe('of an older edition', () => {
    const first = { parameters: earlierParametersV1, ...words }
    const second = { ...first, parameters: { ...earlierParametersV1, version: 2 } }

    test('is parsed with its own numbers, those it did not name and no others', () => {
      for (const name of namedLater) {
        expect(versionText(first)).not.toContain(name)
        expect(versionText(second)).toContain(name)
      }
      expect(readVersionText(versionText(first))).toEqual(first)
      expect(readVersionText(versionText(second))).toEqual(second)
      const added = versionText(first).replace('{"activation', '{"incomeReleaseBps":7,"activation')
      expect(() => readVersionText(added)).toThrow(RangeError)
    })

    test('keeps the text that it was published with', () => {
      const printed = (p: Parameters) =>
        bookOf(p).flatMap(({ paragraphs, numbers }) => [
          ...paragraphs.map(({ en }) => en),
          ...numbers.map(({ name }) => name),
        ])
      for (const name of endedNumbers) {
        expect(printed(earlierParametersV1)).toContain(name)
        expect(printed(parametersV1)).not.toContain(name)
      }
      expect(printed(earlierParametersV1).join()).toContain(
        'and no longer stops one when it is above 0.2 %',
      )
      expect(printed(parametersV1).join()).not.toContain('no longer stops')
      expect(printed(parametersV1).join()).toContain('at most 0.07 % of the reserve')
    })

    test.each([2, 3, 4, 5, 6, 7] as const)(
      'is identified by its own numbers: edition %i',
      edition => {
        const parameters = { ...parametersV1In(edition), version: 7 }
        expect(editionOf(parameters)).toBe(edition)
        const text = versionText({ ...words, parameters })
        expect(readVersionText(text).parameters).toEqual(parameters)
        const [name = ''] = endedNumbers.filter(one => !(one in parameters))
        if (name === '') return
        const mixed = text.replace('{"activation', `{"${name}":1,"activation`)
        expect(() => readVersionText(mixed)).toThrow(RangeError)
      },
    )

    test('is followed by one of the newest, which lists what begins and what ends', () => {
      const before = second.parameters
      const after = changed(before, { ...named(before), version: 3 })
      expect(after).toEqual({ ...parametersV1, version: 3 })
      expect(objectionsTo(after, before)).toEqual([])
      const differences = differencesOf(before, after)
      expect(differences.map(({ name, before: was, after: is }) => [name, was, is])).toEqual([
        ['memberGuaranteeUsdt', '1000000000', null],
        ['cycleSettlements', '30', null],
        ['termCycles', '12', null],
        ['dailyCapUsdt', '200000000', null],
        ['balanceCapUsdt', '100000000000', null],
        ['balanceLapseDays', '365', null],
        ['balanceLapseNoticeDays', '30', null],
        ...Object.entries(automaticV1).map(([name, value]) => [name, null, `${value}`]),
        ...Object.entries(takersV1).map(([name, value]) => [name, null, `${value}`]),
        ['incomeReleaseDivisor', null, '30'],
        ['incomeReleaseBps', null, '7'],
        ['unapprovedReceiptBps', '20', null],
      ])
      expect(differences.every(({ harms, isNew }) => harms && !isNew)).toBe(true)
      const afterFirst = differencesOf(first.parameters, { ...after, version: 2 })
      const isNamed = afterFirst.filter(({ isNew }) => isNew).map(({ name }) => name)
      expect(isNamed.sort()).toEqual([...namedLater].sort())
      expect(differencesOf(parametersV1, { ...parametersV1, version: 2 })).toEqual([])
    })
  })
})
