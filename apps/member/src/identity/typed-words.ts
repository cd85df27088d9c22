import { useEffect, useState } from 'react'
import { useTexts } from '../shell/index.ts'
import type { KeptWords } from './vault/seal.ts'
import { problemOf, readTyped, type Typed, typedEntropy } from './words/typed.ts'
import { wordsTexts } from './words-texts.ts'

/** The typed text, the recognised words, and what is wrong with them. */
export interface TypedWordsState {
  text: string
  typed: Typed
  error: string | undefined
  setError: (error: string | undefined) => void
  change: (text: string, composing?: boolean) => void
  forget: () => void
  /** The words as the key needs them, or null: the input shows the error. */
  read: () => KeptWords | null
}

const nothing = () => ({ text: '', typed: readTyped('') })

/** The words during typing. They are removed when the app is hidden, so that no picture of it shows them. */
export function useTypedWords(): TypedWordsState {
  const problemText = useProblemText()
  const [state, setState] = useState(nothing)
  const [error, setError] = useState<string>()
  useEffect(() => {
    const forget = () => setState(nothing)
    const hidden = () => document.hidden && forget()
    // A browser may keep the whole document for going back: the words must not be in it.
    window.addEventListener('pagehide', forget)
    document.addEventListener('visibilitychange', hidden)
    return () => {
      window.removeEventListener('pagehide', forget)
      document.removeEventListener('visibilitychange', hidden)
    }
  }, [])
  return {
    ...state,
    error,
    setError,
    change: (text, composing = false) => {
      setError(undefined)
      // While an input method composes, its letters are not words.
      setState(before => ({ text, typed: composing ? before.typed : readTyped(text) }))
    },
    forget: () => setState(nothing),
    read: () => {
      setError(problemText(state.typed))
      const entropy = typedEntropy(state.typed)
      return entropy && { entropy, list: state.typed.words[0]?.list ?? 'zh' }
    },
  }
}

/** The error of the typed words, for the field. */
function useProblemText(): (typed: Typed) => string | undefined {
  const t = useTexts(wordsTexts)
  return typed => {
    const problem = problemOf(typed)
    if (problem?.kind === 'count') {
      return problem.count === 0
        ? t('login.problem.empty')
        : t('login.problem.count', { n: problem.count })
    }
    if (problem?.kind === 'unknown') return t('login.problem.unknown', { n: problem.place + 1 })
    return problem ? t(`login.problem.${problem.kind}`) : undefined
  }
}
