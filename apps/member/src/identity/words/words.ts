import { entropyToMnemonic, mnemonicToEntropy } from '@scure/bip39'
import { wordlist as english } from '@scure/bip39/wordlists/english.js'
import { wordlist as chinese } from '@scure/bip39/wordlists/simplified-chinese.js'

/** The two BIP-39 lists that words may be shown and typed in. No word is in both. */
export type WordList = 'zh' | 'en'

/** 12 words carry 128 bits and a checksum of 4. */
export const WORD_COUNT = 12
const ENTROPY_BYTES = 16

const lists: Record<WordList, string[]> = { zh: chinese, en: english }
const listOfWord = new Map<string, WordList>([
  ...chinese.map(word => [word, 'zh'] as const),
  ...english.map(word => [word, 'en'] as const),
])

/** The list that contains a word, or null. */
export const listOf = (word: string): WordList | null => listOfWord.get(word) ?? null

/** All words of a list, in the list's order. */
export const wordsIn = (list: WordList): readonly string[] => lists[list]

/** Fresh entropy from the device's own random source. */
export const newEntropy = (): Uint8Array => crypto.getRandomValues(new Uint8Array(ENTROPY_BYTES))

/** The 12 words of an entropy; both lists encode the same entropy. */
export const wordsOf = (entropy: Uint8Array, list: WordList): readonly string[] =>
  entropyToMnemonic(entropy, lists[list]).split(' ')

/**
 * The entropy of 12 words of one list, or null when their checksum is wrong. The library's error is
 * dropped on purpose: its message may quote a word.
 */
export function entropyOf(words: readonly string[], list: WordList): Uint8Array | null {
  try {
    return mnemonicToEntropy(words.join(' '), lists[list])
  } catch {
    return null
  }
}
