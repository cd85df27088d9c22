import { lazy, Suspense } from 'react'
import { lateCode } from '../load/late-code.ts'
import { remover, type Show } from './over.ts'

const Sheet = lazy(() => lateCode.riskQuestionsSheet())

/** Asks the questions on risk over any page. Resolves with whether all were answered correctly. */
export async function askRiskQuestions(show: Show): Promise<boolean> {
  const draw = (open: boolean, onEnd: (answered: boolean) => void) =>
    show(
      <Suspense>
        <Sheet open={open} onEnd={onEnd} />
      </Suspense>,
    )
  const remove = remover(show)
  const answered = await new Promise<boolean>(resolve => draw(true, resolve))
  draw(false, () => {})
  remove()
  return answered
}
