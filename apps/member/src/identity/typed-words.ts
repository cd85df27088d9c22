import { useEffect, useState } from 'react'
import { useTexts } from '../shell/index.ts'
import type { KeptWords } from './vault/seal.ts'
import { problemOf, readTyped, type Typed, typedEntropy } from './words/typed.ts'
import { wordsTexts } from './words-texts.ts'

/** What is typed, how it was understood, and what is wrong with it. */
export interface TypedWordsState {
  text: string
  typed: Typed
  error: string | undefined
  setError: (error: string | undefined) => void
  change: (text: string, composing?: boolean) => void
  forget: () => void
  /** The words as the key needs them, or null: what is wrong is shown at the input. */
  read: () => KeptWords | null
}

const nothing = () => ({ text: '', typed: readTyped('') })

/** The words while they are typed. They go when the app is hidden: they are in no picture of it. */
export function useTypedWords(): TypedWordsState {
  const problemText = useProblemText()
  const [state, setState] = useState(nothing)
  const [error, setError] = useState<string>()
  useEffect(() => {
    const forget = () => setState(nothing)
    const hidden = () => document.hidden && forget()
    // A browser may keep the whole document to come back to: the words must not be in it.
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
      // While an input method composes, its letters are no words.
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

/** What is wrong with the typed words, for the field. */
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
