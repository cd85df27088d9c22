import { describe, expect, test } from 'vitest'
import { problemOf, readTyped, suggestionsFor, typedEntropy, withWord } from './typed.ts'
import { wordsOf } from './words.ts'

const entropy = new Uint8Array(16).fill(0x7f)
const zh = wordsOf(entropy, 'zh')
const en = wordsOf(entropy, 'en')

describe('typed words', () => {
  test.each([
    ['with spaces', zh.join(' ')],
    ['with ideographic spaces', zh.join('　')],
    ['with 、', zh.join('、')],
    ['with full-width commas', zh.join('\uff0c')],
    ['on lines', zh.join('\r\n')],
    ['with nothing between them', zh.join('')],
    ['numbered', zh.map((word, index) => `${index + 1}. ${word}`).join('\n')],
  ])('in Chinese %s', (_, text) => {
    expect(typedEntropy(readTyped(text))).toEqual(entropy)
  })

  test.each([
    ['with spaces', en.join(' ')],
    ['with more spaces than needed', `  ${en.join('   ')} `],
    ['in capitals', en.join(' ').toUpperCase()],
    ['in full width', en.join(' ').replace(/[a-z]/g, sign => full(sign))],
    ['with commas', en.join(', ')],
    [
      'numbered in circles',
      en.map((word, index) => String.fromCodePoint(0x2460 + index) + word).join(''),
    ],
  ])('in English %s', (_, text) => {
    expect(typedEntropy(readTyped(text))).toEqual(entropy)
  })

  test('are normalised by NFKD: a compatibility ideograph becomes the character that it represents', () => {
    const lookAlike = '\uf961'
    expect(lookAlike).not.toBe('率')
    expect(readTyped(lookAlike).words).toEqual([{ text: '率', list: 'zh' }])
  })
  test('of Chinese beside English are separate words', () => {
    expect(readTyped('的abandon在').words.map(word => word.text)).toEqual(['的', 'abandon', '在'])
  })
  test('of an unknown character are reported as in no list', () => {
    expect(readTyped('龘').words).toEqual([{ text: '龘', list: null }])
  })
})

describe('the problem', () => {
  test.each([
    ['', { kind: 'count', count: 0 }],
    ['legal winner', { kind: 'count', count: 2 }],
    [[...en, 'legal'].join(' '), { kind: 'count', count: 13 }],
    ['legal winnr thank', { kind: 'unknown', place: 1 }],
    ['legal 的', { kind: 'mixed' }],
    ['legal '.repeat(12), { kind: 'checksum' }],
    [en.join(' '), null],
  ])('of %j', (text, problem) => {
    expect(problemOf(readTyped(text))).toEqual(problem)
  })
  test('is not yet reported for a word that is still being typed', () => {
    expect(readTyped('legal winn').unfinished).toBe(true)
    expect(readTyped('legal winn ').unfinished).toBe(false)
    expect(readTyped('legal wq').unfinished).toBe(false)
    expect(readTyped('legal winner').unfinished).toBe(false)
  })
})

describe('suggestions', () => {
  test.each([
    ['win', ['win', 'window', 'wine', 'wing']],
    ['winne', ['winner']],
    ['winnr', ['winner']],
    ['winnner', ['winner']],
    ['wimner', ['winner']],
    ['lgeal', ['legal']],
    ['xyzzy', []],
    ['', []],
    ['龘', []],
  ])('for %j', (word, suggestions) => {
    expect(suggestionsFor(word)).toEqual(suggestions)
  })
  test('put a word in its place and start the next one', () => {
    expect(withWord(readTyped('legal winnr thank'), 1, 'winner')).toBe('legal winner thank ')
  })
})

const full = (sign: string): string => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)
