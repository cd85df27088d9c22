import { entropyOf, listOf, WORD_COUNT, type WordList, wordsIn } from './words.ts'

/** One word as it was understood. */
interface TypedWord {
  readonly text: string
  /** The list that contains it; null for a word of neither. */
  readonly list: WordList | null
}

export interface Typed {
  readonly words: readonly TypedWord[]
  /** The last word is still being typed: a list has words that begin like it. */
  readonly unfinished: boolean
}

/** Why typed words make no key yet. `place` counts from 0. */
export type TypedProblem =
  | { kind: 'count'; count: number }
  | { kind: 'unknown'; place: number }
  | { kind: 'mixed' }
  | { kind: 'checksum' }

const SUGGESTIONS = 4
const HAN = /\p{Script=Han}/u

/**
 * Parses words as people type and paste them: in any case and width, numbered or not, with spaces,
 * ideographic spaces, 、 or lines between them. NFKD unifies different encodings of one letter.
 * Every Chinese word is one character, so Chinese needs no separators.
 */
export function readTyped(text: string): Typed {
  const plain = text.normalize('NFKD').toLowerCase()
  const runs =
    plain.match(/\p{Script=Han}|[\p{L}\p{M}]+?(?=\p{Script=Han}|[^\p{L}\p{M}]|$)/gu) ?? []
  const words = runs.map(word => ({ text: word, list: listOf(word) }))
  const last = words.at(-1)
  const unfinished =
    last !== undefined && last.list === null && plain.endsWith(last.text) && begins(last.text)
  return { words, unfinished }
}

const begins = (start: string): boolean => wordsIn('en').some(word => word.startsWith(start))

/** The words as a text again, with another word at one index. */
export const withWord = ({ words }: Typed, place: number, word: string): string =>
  `${words.map((one, index) => (index === place ? word : one.text)).join(' ')} `

/** The first problem of the typed words; null when they make a key. */
export function problemOf({ words }: Typed): TypedProblem | null {
  const place = words.findIndex(word => word.list === null)
  if (place >= 0) return { kind: 'unknown', place }
  if (new Set(words.map(word => word.list)).size > 1) return { kind: 'mixed' }
  if (words.length !== WORD_COUNT) return { kind: 'count', count: words.length }
  return typedEntropy({ words, unfinished: false }) ? null : { kind: 'checksum' }
}

/** The entropy of the typed words, or null when they have a problem. */
export function typedEntropy({ words }: Typed): Uint8Array | null {
  const list = words[0]?.list
  if (!list || words.length !== WORD_COUNT || words.some(word => word.list !== list)) return null
  return entropyOf(
    words.map(word => word.text),
    list,
  )
}

/**
 * Suggestions for a word of neither list: the words that begin like it, else those with one typing
 * error. Chinese words are single characters and have none.
 */
export function suggestionsFor(word: string): readonly string[] {
  if (word === '' || HAN.test(word)) return []
  const all = wordsIn('en')
  const beginning = all.filter(one => one.startsWith(word))
  const suggestions = beginning.length > 0 ? beginning : all.filter(one => isOneSlip(one, word))
  return suggestions.slice(0, SUGGESTIONS)
}

/** True when one letter left out, added, changed or swapped with its neighbour turns a into b. */
function isOneSlip(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  const rest = (text: string, from: number) => text.slice(at + from)
  return (
    rest(a, 1) === rest(b, 1) ||
    rest(a, 1) === rest(b, 0) ||
    rest(a, 0) === rest(b, 1) ||
    (a[at] === b[at + 1] && a[at + 1] === b[at] && rest(a, 2) === rest(b, 2))
  )
}
