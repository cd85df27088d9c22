import {
  checkRules,
  codes,
  operatorRoles,
  proposeRules,
  refusals,
  ruleBook,
  ruleNumbersList,
} from '@banyan/domain'
import { fixedNumbers, numberNames } from '@banyan/economy'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type HttpSystem, openHttpSystem } from '../testing/http-system.ts'
import { joinedOperators } from '../testing/operators.ts'

const DAY_MS = 86_400_000
const AT = '2026-03-02T02:00:00Z'
const later = (days: number): string => new Date(Date.parse(AT) + days * DAY_MS).toISOString()
const en = { 'accept-language': 'en' }

let system: HttpSystem
let as: Awaited<ReturnType<typeof joinedOperators>>
beforeAll(async () => {
  system = await openHttpSystem({ at: AT })
  as = await joinedOperators(system, [...operatorRoles])
})
afterAll(() => system.close())

const check = (numbers: Record<string, string | number>, effectiveAt: string | null = null) =>
  system.must(checkRules, { as: as('treasurer-1'), headers: en, body: { numbers, effectiveAt } })

describe('the numbers of the rule book', () => {
  it('are listed by chapter as a proposal writes them, with their bounds', async () => {
    const { version, chapters } = await system.must(ruleNumbersList, {
      as: as('administrator-1'),
      headers: en,
    })
    expect(version).toBe(1)
    const numbers = chapters.flatMap(chapter => chapter.numbers)
    expect(numbers.map(({ name }) => name).toSorted()).toEqual([...numberNames].toSorted())
    expect(numbers.find(({ name }) => name === 'otcFeeBps')).toEqual({
      name: 'otcFeeBps',
      title: 'OTC fee (seller, in coin)',
      unit: 'bps',
      value: 100,
      figure: '1 %',
      least: 0,
      most: 2_000,
      fixed: false,
      harm: 'higher',
    })
    const fixed = numbers.filter(one => one.fixed).map(({ name }) => name)
    expect(fixed.toSorted()).toEqual([...fixedNumbers].toSorted())
    const book = await system.must(ruleBook, { headers: en })
    const shown = book.sections.flatMap(section => section.numbers)
    for (const { name, figure } of numbers)
      expect(shown.find(one => one.name === name)?.figure).toBe(figure)
  })
})

describe('a check of a version', () => {
  it('shows the changes, whom they harm, and from when it may hold', async () => {
    const better = await check({ otcFeeBps: 95 })
    expect(better).toMatchObject({ version: 2, objections: [], crosses: [], harms: false })
    expect(better.changes.filter(({ isNew }) => !isNew)).toMatchObject([
      { name: 'otcFeeBps', before: '1 %', after: '0.95 %', harms: false },
    ])
    expect(Date.parse(better.earliest)).toBeGreaterThanOrEqual(Date.parse(later(1)))
    const worse = await check({ otcFeeBps: 105 })
    expect(worse.harms).toBe(true)
    expect(Date.parse(worse.earliest)).toBeGreaterThanOrEqual(Date.parse(later(7)))
  })

  it('names every objection, as the proposal would', async () => {
    const numbers = { otcFeeBps: 20_000, nosuch: 1, tradingLimitUsdt: 5, cutoffHour: 1 }
    const { objections } = await check(numbers, later(0))
    expect(objections.map(({ rule }) => rule)).toEqual([
      'unknown',
      'unreadable',
      'fixed',
      'bounds',
      'tooSoon',
    ])
    const difference = { zh: '改', en: 'Change' }
    const reply = await system.ask(proposeRules, {
      as: as('treasurer-1'),
      headers: en,
      body: { numbers, effectiveAt: later(0), difference },
    })
    expect(reply.code).toBe(refusals.rulesObjected.code)
    const texts = (all: { rule: string; text: string }[]) =>
      all.filter(({ rule }) => rule !== 'tooSoon')
    expect(texts(reply.data.objections)).toEqual(texts(objections))
  })

  it('of nothing says that nothing changes, and leaves a time out that is not chosen', async () => {
    expect((await check({})).objections.map(({ rule }) => rule)).toEqual(['nothing'])
  })

  it.each([
    { undoWindowMs: 90_001 },
    { cutoffHour: 1.5 },
    { reopenByReinvest: 7 },
    { otcFeeBps: -1 },
    { firstPrice: '1e9' },
    { __proto__x: 1 },
  ])('of %j is answered, with an objection', async numbers => {
    expect((await check(numbers as Record<string, number>)).objections).not.toEqual([])
  })

  it('says which line it crosses', async () => {
    const { crosses } = await check({ reopenByReinvest: 1 })
    expect(crosses).toMatchObject([{ line: 'L3' }])
  })

  it('writes nothing', async () => {
    const count = async () =>
      Number(
        (
          await system.db.database
            .selectFrom('ruleDraft')
            .select(({ fn }) => fn.countAll<string>().as('all'))
            .executeTakeFirstOrThrow()
        ).all,
      )
    const before = await count()
    await check({ otcFeeBps: 90 }, later(3))
    expect(await count()).toBe(before)
  })

  it('of too many names is refused', async () => {
    const numbers = Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`n${i}`, 1]))
    const reply = await system.ask(checkRules, {
      as: as('treasurer-1'),
      body: { numbers, effectiveAt: null },
    })
    expect(reply.code).not.toBe(codes.success)
  })
})

it.each(['support', 'reviewer', 'arbitrator'] as const)(
  '%s may neither list nor check',
  async role => {
    const who = as(`${role}-1`)
    for (const reply of [
      await system.ask(ruleNumbersList, { as: who }),
      await system.ask(checkRules, { as: who, body: { numbers: {}, effectiveAt: null } }),
    ])
      expect(reply.code).toBe(refusals.forbidden.code)
  },
)
