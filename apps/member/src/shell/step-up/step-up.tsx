import type { Outcome, Refused } from '@banyan/client'
import { riskQuestionsCode, type StepUp, type StepUpFactor } from '@banyan/domain'
import { lazy, Suspense } from 'react'
import { lateCode } from '../load/late-code.ts'
import type { FactorAsk } from '../load/part-props.ts'
import { remover, type Show } from './over.ts'
import { askRiskQuestions } from './risk-questions.tsx'

/* Rarely needed: its code loads when a refusal first names a factor. */

const Sheet = lazy(() => lateCode.stepUpSheet())

/** Refusals of the given factor, by factor: it is requested again, with the reason. */
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
 * Requests what a refusal requires, the questions on risk or a factor, and repeats the call.
 * Resolves like the call; null when the member declined.
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

/** Repeats the call with the factor that a refusal names, until it is correct. */
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

/** A sheet over any page; it requests again as often as needed. */
function openSheet(show: Show) {
  let current: FactorAsk | null = null
  const remove = remover(show)
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
          // During the check the sheet stays, so that it can show an error.
          draw(true, () => {})
          resolve(stepUp)
        })
      }),
    close: () => {
      current = null
      draw(false, () => {})
      remove()
    },
  }
}
