import {
  type CallAnswer,
  type Callable,
  type CallInput,
  type CallOptions,
  FormKey,
  isTransport,
  type Refused,
} from '@banyan/client'
import { riskQuestionsCode } from '@banyan/domain'
import { useRef, useState } from 'react'
import { api, toast, toaster } from './app.ts'
import { isAboutLimit } from './limit-refusals.ts'
import { nav } from './navigation/nav.ts'
import { holdUpdates } from './offline/hold.ts'
import { pages } from './routes.ts'
import { over } from './step-up/over.ts'
import { shellTexts } from './texts/shell-texts.ts'
import { language, textOf } from './texts/texts.ts'
import { transportText } from './transport-text.ts'

export interface CommandOptions {
  /**
   * Names the opened form of a money call, with the id of its subject: `otc.take:ord_1`. Its
   * idempotency key is kept under this name until the server has responded.
   */
  form?: string
  /** Handles a refusal; returns true when it has been shown, without a toast. */
  onRefused?: (refusal: Refused) => boolean
}

export interface Command<E> {
  /**
   * Makes the call. Resolves with the response, or null when it did not happen: the member was
   * shown why, and the input is still there.
   */
  run: (input?: CallInput<E>) => Promise<CallAnswer<E> | null>
  pending: boolean
}

/** A call that changes something, for a button or a form. A second tap while it is pending is dropped. */
export function useCommand<E extends Callable>(
  endpoint: E,
  options: CommandOptions = {},
): Command<E> {
  const [pending, setPending] = useState(false)
  const busy = useRef(false)

  async function run(input?: CallInput<E>): Promise<CallAnswer<E> | null> {
    if (busy.current) return null
    busy.current = true
    setPending(true)
    // While a money call is in progress no update may be offered or made.
    const letGo = endpoint.money ? holdUpdates() : () => {}
    try {
      return await tell(endpoint, input, options)
    } finally {
      letGo()
      busy.current = false
      setPending(false)
    }
  }
  return { run, pending }
}

/** Requests a factor beside the session, or the questions on risk: then the call is repeated. */
const asksMore = ({ code, response }: Refused): boolean =>
  code === riskQuestionsCode ||
  (response.data as { factor?: string } | undefined)?.factor !== undefined

const withBody = (input: object | undefined, more: object): object => ({
  ...input,
  body: { ...(input as { body?: object } | undefined)?.body, ...more },
})

/** Removes the last refusal of a limit: another call is made. */
let takeBack = () => {}

/** A toast; a refusal of a limit stays until it is closed, and links to the page of all limits. */
function show(refusal: Refused): void {
  const text = refusal.message
  if (!isAboutLimit(refusal)) toast(text)
  else {
    const { limits } = pages.assetsArea
    const action = limits.title[language() === 'en' ? 'en' : 'zh']
    const later = textOf(shellTexts)('update.later')
    takeBack = toaster.offer({ text, action, later, act: () => void nav.to(limits) })
  }
}

async function tell<E extends Callable>(
  endpoint: E,
  input: CallInput<E> | undefined,
  { form, onRefused }: CommandOptions,
): Promise<CallAnswer<E> | null> {
  takeBack()
  const key = endpoint.money ? new FormKey(form ?? endpoint.path, sessionStorage) : null
  const call: CallOptions = {
    toast: false,
    ...(key ? { idempotencyKey: key.forBody(input) } : {}),
  }
  try {
    const send = (asked: object | undefined) => api.outcome(endpoint, ...([asked, call] as never))
    let outcome: Awaited<ReturnType<typeof send>> | null = await send(input)
    if (outcome.kind === 'refused' && asksMore(outcome.refusal))
      outcome = await (await import('./step-up/step-up.tsx')).sendWithMore(
        outcome.refusal,
        more => send(withBody(input, more)),
        over.show,
      )
    key?.settle()
    if (outcome?.kind === 'answered') return outcome.data as CallAnswer<E>
    if (outcome?.kind === 'refused' && !onRefused?.(outcome.refusal)) {
      if (outcome.refusal.code !== 9) show(outcome.refusal)
    }
  } catch (error) {
    // The key stays: the same request, sent again, happens once.
    if (!isTransport(error)) throw error
    if (error.reason !== 'abort') toast(transportText(error), 'danger')
  }
  return null
}
