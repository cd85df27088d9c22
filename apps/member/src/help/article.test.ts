import { countedText, resetFreezeHours } from '@banyan/domain'
import { describe, expect, it } from 'vitest'
import { topicsOfHelp } from '../shell/routes.ts'
import { type Article, filled, found } from './article.ts'
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
  it('has its figures; one that is not known yet is an ellipsis', () => {
    const known = filled(shelf[0][1], new Map([['window', '30 minutes']]))
    expect(known.steps[0]).toBe('Pay within 30 minutes')
    expect(filled(shelf[0][1], new Map()).steps[0]).toBe('Pay within …')
  })

  it('is found by all the words together, with the sentence of the first', () => {
    expect(found(shelf, 'release')).toEqual([
      { topic: 'buy', title: 'Buy', line: 'Wait for the release' },
      { topic: 'sell', title: 'Sell', line: 'Check the payment, then release' },
    ])
    expect(found(shelf, 'RELEASE check').map(({ topic }) => topic)).toEqual(['sell'])
    expect(found(shelf, 'refund')).toEqual([])
  })

  it('is shown with its lead when its title is found, or when nothing was typed', () => {
    for (const typed of ['', '  ', 'sell'])
      expect(found(shelf, typed)).toContainEqual({
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
    const words = filled(topics.words.texts[language === 'en' ? 'en' : 'zh'], own)
    expect([...words.steps, ...words.why].join()).not.toContain('…')
  })
})
