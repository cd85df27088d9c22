import { type ComponentType, lazy, Suspense } from 'react'
import { CLOSING_MS, type Show } from './over.ts'

/* Asked once in an account's life: its code comes when a call is first refused for it. */

export interface RiskQuestionsSheetProps {
  open: boolean
  /** True: all were answered rightly. */
  onEnd: (answered: boolean) => void
}

const Sheet = lazy(
  (): Promise<{ default: ComponentType<RiskQuestionsSheetProps> }> =>
    import('../../risk/parts/risk-questions-sheet.tsx'),
)

/** Asks the questions on risk over whatever is open. Answers whether all were answered rightly. */
export async function askRiskQuestions(show: Show): Promise<boolean> {
  const draw = (open: boolean, onEnd: (answered: boolean) => void) =>
    show(
      <Suspense>
        <Sheet open={open} onEnd={onEnd} />
      </Suspense>,
    )
  const answered = await new Promise<boolean>(resolve => draw(true, resolve))
  draw(false, () => {})
  setTimeout(() => show(null), CLOSING_MS)
  return answered
}
