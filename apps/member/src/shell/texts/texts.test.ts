import { afterEach, describe, expect, test } from 'vitest'
import { changeLanguage, onLanguage, registerTexts, textOf } from './texts.ts'

const texts = registerTexts('fruit', {
  zh: {
    title: '水果',
    left: '剩余 {{n}} 个，共 {{all}} 个',
    days_other: '{{count}} 天',
    list: { empty: '空' },
  },
  en: {
    title: 'Fruit',
    left: '{{n}} left of {{all}}',
    days_one: '{{count}} day',
    days_other: '{{count}} days',
    list: { empty: 'Nothing' },
  },
})
const t = textOf(texts)

afterEach(() => changeLanguage('zh-CN'))

describe('the texts of a feature', () => {
  test('are Chinese until a member chooses', () => {
    expect(t('title')).toBe('水果')
  })
  test('fill their slots unchanged', () => {
    expect(t('left', { n: '<3>', all: 5 })).toBe('剩余 <3> 个，共 5 个')
  })
  test('are grouped by dots', () => {
    expect(t('list.empty')).toBe('空')
  })
  test('use the plural form of the language', () => {
    changeLanguage('en')
    expect(t('days', { count: 1 })).toBe('1 day')
    expect(t('days', { count: 2 })).toBe('2 days')
    changeLanguage('zh-CN')
    expect(t('days', { count: 1 })).toBe('1 天')
  })
  test('change without reloading, and notify their listeners', () => {
    let calls = 0
    const stop = onLanguage(() => calls++)
    changeLanguage('en')
    stop()
    changeLanguage('zh-CN')
    expect(calls).toBe(1)
  })
  test('fall back to English for a text that Chinese lacks', () => {
    const holey = registerTexts('holey', { zh: {}, en: { only: 'here' } as Record<never, never> })
    expect((textOf(holey) as (name: string) => string)('only')).toBe('here')
  })
  test('with missing names or slots do not compile', () => {
    // @ts-expect-error zh has the name "b", en lacks it.
    registerTexts('bad', { zh: { a: 'x', b: 'y' }, en: { a: 'x' } })
    // @ts-expect-error there is no such name.
    expect(t('nothing')).toBe('fruit:nothing')
    // @ts-expect-error the slot "all" is missing.
    expect(t('left', { n: 1 })).toContain('{{all}}')
  })
})
