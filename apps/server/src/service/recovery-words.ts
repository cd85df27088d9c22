import { holdsRecoveryWords } from '@banyan/domain'
import { wordlist as english } from '@scure/bip39/wordlists/english.js'
import { wordlist as chinese } from '@scure/bip39/wordlists/simplified-chinese.js'
import { refuse } from '../platform/refused.ts'

const words: ReadonlySet<string> = new Set([...english, ...chinese])

/**
 * Refuses `recoveryWordsInText`. Must be called before anything is stored: nobody may ever hold a
 * member's words.
 */
export function refuseRecoveryWords(text: string): void {
  if (holdsRecoveryWords(text, word => words.has(word))) refuse('recoveryWordsInText')
}
