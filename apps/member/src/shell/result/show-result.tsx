import type { Coin } from '@banyan/ui'
import type { ReactNode } from 'react'
import { toast } from '../app.ts'
import { over } from '../step-up/over.ts'

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

const sheet = () => import('./result-sheet.tsx')

/** Tells a result over whatever page is open, once; by a toast where its code cannot be had. */
export async function showResult(result: Result): Promise<void> {
  try {
    const { ResultSheet } = await sheet()
    over.showResult(<ResultSheet key={++shown} {...result} onGone={() => over.showResult(null)} />)
  } catch {
    toast(result.word, 'ok')
  }
}

let shown = 0
