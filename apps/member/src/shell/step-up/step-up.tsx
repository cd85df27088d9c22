import type { Outcome, Refused } from '@banyan/client'
import { riskQuestionsCode, type StepUp, type StepUpFactor } from '@banyan/domain'
import { lazy, Suspense } from 'react'
import { lateCode } from '../load/late-code.ts'
import type { FactorAsk } from '../load/part-props.ts'
import { CLOSING_MS, type Show } from './over.ts'
import { askRiskQuestions } from './risk-questions.tsx'

/* Asked rarely: its code comes when a refusal first names a factor. */

const Sheet = lazy(() => lateCode.stepUpSheet())

/** Refusals of what was given, by the factor: it is asked for again, with the reason. */
const aboutFactor: Readonly<Record<StepUp['by'], readonly number[]>> = {
  'login-password': [41201, 41202],
  'payment-password': [41205, 41206, 41207],
  words: [41204, 41208],
}

function factorOf({ response, message }: Refused): FactorAsk | null {
  const { factor } = (response.data ?? {}) as { factor?: StepUpFactor }
  return factor === undefined ? null : { factor, message }
}

/**
 * Asks for what a refusal asks for, the questions on risk or a factor, and sends the call again.
 * Answers as the call does; null when the member did not want to.
 */
export async function sendWithMore<A>(
  refusal: Refused,
  send: (body: object) => Promise<Outcome<A>>,
  show: Show,
): Promise<Outcome<A> | null> {
  if (refusal.code !== riskQuestionsCode) return sendWithFactor(refusal, send, show)
  if (!(await askRiskQuestions(show))) return null
  const outcome = await send({})
  return outcome.kind === 'refused' && factorOf(outcome.refusal)
    ? sendWithFactor(outcome.refusal, send, show)
    : outcome
}

/** Sends the call with the factor that a refusal names, again until it is right. */
async function sendWithFactor<A>(
  refusal: Refused,
  send: (body: object) => Promise<Outcome<A>>,
  show: Show,
): Promise<Outcome<A> | null> {
  const sheet = openSheet(show)
  try {
    let ask = factorOf(refusal)
    for (;;) {
      const stepUp = ask && (await sheet.ask(ask))
      if (!stepUp) return null
      const outcome = await send({ stepUp })
      if (outcome.kind !== 'refused') return outcome
      const again: FactorAsk | null = factorOf(outcome.refusal)
      const { code, message } = outcome.refusal
      if (again) ask = again
      else if (ask && aboutFactor[stepUp.by].includes(code)) ask = { ...ask, problem: message }
      else return outcome
    }
  } finally {
    sheet.close()
  }
}

/** A sheet over whatever is open; it asks again as often as needed. */
function openSheet(show: Show) {
  let current: FactorAsk | null = null
  const draw = (pending: boolean, answer: (stepUp: StepUp | null) => void) =>
    show(
      <Suspense>
        <Sheet
          ask={current}
          pending={pending}
          onGive={stepUp => answer(stepUp)}
          onCancel={() => answer(null)}
        />
      </Suspense>,
    )
  return {
    ask: (ask: FactorAsk) =>
      new Promise<StepUp | null>(resolve => {
        current = ask
        draw(false, stepUp => {
          // While it is looked at the sheet stays, so that it can say what was wrong.
          draw(true, () => {})
          resolve(stepUp)
        })
      }),
    close: () => {
      current = null
      draw(false, () => {})
      setTimeout(() => show(null), CLOSING_MS)
    },
  }
}
