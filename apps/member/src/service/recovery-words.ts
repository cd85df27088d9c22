import { holdsRecoveryWords } from '@banyan/domain'
import { wordlist as english } from '@scure/bip39/wordlists/english.js'
import { wordlist as chinese } from '@scure/bip39/wordlists/simplified-chinese.js'

const words: ReadonlySet<string> = new Set([...english, ...chinese])

/** Whether a text contains a recovery phrase. Checked before anything is sent. */
export const hasRecoveryWords = (text: string): boolean =>
  holdsRecoveryWords(text, word => words.has(word))
