import type { Coin } from '@banyan/ui'
import type { ReactNode } from 'react'

/** A way to go on from a result. */
export interface ResultWay {
  label: string
  /** Done once the sheet has closed; nothing where closing it is all. */
  go?: () => void
}

/** Something that has come to its good end, as its sheet tells it. */
export interface Result {
  /** The success message: one green word. */
  word: string
  /** What it is about, for readers; the word where it says enough. */
  title?: string
  amount: { value: string; coin: Coin; signed?: boolean }
  /** One line of what it rests on, or of what comes next. */
  line?: ReactNode
  /** The first is the one that most will want, unless all weigh the same. */
  ways: readonly ResultWay[]
  equal?: boolean
}
