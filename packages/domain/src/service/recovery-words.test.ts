import { expect, it } from 'vitest'
import { holdsRecoveryWords } from './recovery-words.ts'

const list = new Set([
  ...'abandon ability able about above absent absorb abstract absurd abuse access accident'.split(
    ' ',
  ),
  ...'的一是在不了有和人这中大',
])
const holds = (text: string) => holdsRecoveryWords(text, word => list.has(word))
const phrase = [...list].slice(0, 12)

it('finds twelve words in a row, in any notation', () => {
  for (const text of [
    phrase.join(' '),
    phrase.join(','),
    phrase.map((word, at) => `${at + 1}. ${word}`).join('\n'),
    phrase.join(' ').toUpperCase(),
    `my words are: ${phrase.join(' ')}, please help`,
    `助记词：${phrase.join('、')}。`,
    [...phrase, ...phrase].join(' '),
    // Full-width characters count as well.
    phrase.join(' ').replace(/[a-z]/g, sign => String.fromCodePoint(sign.charCodeAt(0) + 0xfee0)),
    [...'的一是在不了有和人这中大'].join(' '),
  ])
    expect(holds(text), text).toBe(true)
})

it('finds a phrase in which one word is mistyped', () => {
  expect(holds(phrase.with(5, 'absant').join(' '))).toBe(true)
})

it('ignores ordinary text', () => {
  for (const text of [
    '',
    phrase.slice(0, 10).join(' '),
    'I am able to access my account, but the recharge is absent',
    '这是在中有人的大和不了一，的一是在不了有和人这中大',
    phrase.with(2, 'xx').with(9, 'yy').join(' '),
  ])
    expect(holds(text), text).toBe(false)
})
