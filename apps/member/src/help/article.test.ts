import { countedText, resetFreezeHours } from '@banyan/domain'
import { describe, expect, it } from 'vitest'
import { topicsOfHelp } from '../shell/routes.ts'
import {
  type Article,
  type ArticleTexts,
  filled,
  searchMatches,
  slotsOf,
  waitsForFigures,
} from './article.ts'
import { figuresOf, ownFigures } from './figures.ts'
import { topics } from './topics.ts'

const article = (title: string, ...lines: string[]): Article => ({
  title,
  lead: `about ${title}`,
  steps: lines,
  why: [],
})
const shelf = [
  ['buy', article('Buy', 'Pay within {{window}}', 'Wait for the release')],
  ['sell', article('Sell', 'Check the payment, then release')],
] as const

describe('an article', () => {
  it('has its figures; before the rules are known a missing one is an ellipsis', () => {
    const known = filled(shelf[0][1], new Map([['window', '30 minutes']]), true)
    expect(known.steps[0]).toBe('Pay within 30 minutes')
    const unknown = filled(shelf[0][1], new Map(), false)
    expect(unknown.steps[0]).toBe('Pay within …')
    expect([known, unknown].map(waitsForFigures)).toEqual([false, true])
  })

  it('leaves out what the rules in force do not have, or says what holds instead', () => {
    const why = ['{{old}}', '{{new}}', { text: 'so', needs: 'new' }]
    const either = { text: '{{new}} now', otherwise: '{{old}} before' }
    const text = { title: '', lead: '', steps: [either], why }
    const figures = new Map([['old', '1']])
    expect(filled(text, figures, true)).toMatchObject({ steps: ['1 before'], why: ['1'] })
    expect(filled(text, figures, false)).toMatchObject({ steps: ['… now'], why: ['1', '…', 'so'] })
  })

  it('is found by all the words together, with the sentence of the first', () => {
    expect(searchMatches(shelf, 'release')).toEqual([
      { topic: 'buy', title: 'Buy', line: 'Wait for the release' },
      { topic: 'sell', title: 'Sell', line: 'Check the payment, then release' },
    ])
    expect(searchMatches(shelf, 'RELEASE check').map(({ topic }) => topic)).toEqual(['sell'])
    expect(searchMatches(shelf, 'refund')).toEqual([])
  })

  it('is shown with its lead when its title is found, or when nothing was typed', () => {
    for (const typed of ['', '  ', 'sell'])
      expect(searchMatches(shelf, typed)).toContainEqual({
        topic: 'sell',
        title: 'Sell',
        line: 'about Sell',
      })
  })
})

describe('the help', () => {
  it('has every topic in both languages, with as many steps and reasons in each', () => {
    expect(Object.keys(topics)).toEqual([...topicsOfHelp])
    for (const { texts } of Object.values(topics)) {
      expect(texts.en.steps.length).toBe(texts.zh.steps.length)
      expect(texts.en.why.length).toBe(texts.zh.why.length)
      expect(texts.zh.steps.length).toBeGreaterThanOrEqual(3)
    }
  })

  it('links each topic to pages that open without a query, each once', () => {
    for (const { ways } of Object.values(topics)) {
      expect(ways.length).toBeGreaterThan(0)
      for (const reader of ways.flatMap(({ query }) => Object.values<object>(query)))
        expect(reader).toHaveProperty('optional', true)
      expect(new Set(ways.map(({ path }) => path)).size).toBe(ways.length)
    }
  })

  it.each(['zh-CN', 'en'] as const)('says the platform’s own figures in %s', language => {
    const own = ownFigures(language)
    expect(own.get('emailFreezeHours')).toBe(countedText(resetFreezeHours.email, 'hour', language))
    expect(figuresOf(language, undefined)).toEqual(own)
    const words = filled(topics.words.texts[language === 'en' ? 'en' : 'zh'], own, false)
    expect(waitsForFigures(words)).toBe(false)
  })
})

/** Numbers that the first editions of the rules do not have. */
const laterNumbers = [
  'otcTakesFirst',
  'incomeReleaseDivisor',
  'automaticWithdrawalUsdt',
  'otcFaultsToPause',
  'otcFaultWindowMs',
  'otcAppealAfterMs',
  'otcEscalationMs',
  'otcReplyWindowMs',
  'otcReviewWindowMs',
]

describe('the help under the first rules', () => {
  const linesOf = ({ zh, en }: ArticleTexts) => [zh, en].map(({ steps, why }) => [...steps, ...why])
  const textsOf = (line: string | { text: string; otherwise?: string }) =>
    typeof line === 'string' ? [line] : [line.text, line.otherwise ?? '']
  const all = Object.values(topics).flatMap(({ texts }) => linesOf(texts).flat())
  const named = new Set(all.flatMap(textsOf).flatMap(slotsOf))
  const firstRules = new Map(
    [...named].filter(name => !laterNumbers.includes(name)).map(name => [name, '7'] as const),
  )

  it.each(Object.entries(topics))('says of %s what holds, in both languages', (_, { texts }) => {
    const [zh, en] = [texts.zh, texts.en].map(text => filled(text, firstRules, true)) as [
      Article,
      Article,
    ]
    for (const one of [zh, en]) expect(JSON.stringify(one)).not.toMatch(/…|\{\{/)
    expect([zh.steps.length, zh.why.length]).toEqual([en.steps.length, en.why.length])
    // What is to be done is said under all rules.
    expect(zh.steps.length).toBe(texts.zh.steps.length)
  })

  it('does not speak of rules that came later', () => {
    const say = Object.values(topics).map(({ texts }) => filled(texts.en, firstRules, true))
    const text = JSON.stringify(say)
    expect(text).toContain('One person checks and another approves. There is no fixed time.')
    expect(text).toContain('Subscriptions: at most 7 within 7')
    for (const later of [
      'At first you can have',
      'market buys together',
      'small amounts',
      'are raised together',
    ])
      expect(text).not.toContain(later)
  })
})
