import {
  type CallAnswer,
  type Callable,
  type CallInput,
  type CallOptions,
  FormKey,
  isTransport,
  type Refused,
} from '@banyan/client'
import { operatorProofCodes } from '@banyan/domain'
import { useRef, useState } from 'react'
import { api, isNewsMissing, queryClient, toast } from './app.ts'
import { failureText } from './failure.ts'
import { askFactor } from './session/step-up.ts'
import { failureTexts } from './texts/failure-texts.ts'
import { textsOf } from './texts/texts.ts'

export interface CommandOptions {
  /** Names the form of a call that needs an idempotency key, with the id of its subject. */
  form?: string
  /** Shows a refusal in its own place; returns true when it has. */
  onRefused?: (refusal: Refused) => boolean
}

export interface Command<E> {
  /** Makes the call. Resolves with the answer, or null when it did not happen: the reason was shown. */
  run: (input?: CallInput<E>) => Promise<CallAnswer<E> | null>
  pending: boolean
}

/**
 * A call that changes something. While it is under way a second one is dropped; then all lists are
 * read again. Where the server wants a second factor first, the operator is asked for it and the
 * same call is made again. While news are missing no call that moves money is made.
 */
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
    try {
      return await send(endpoint, input, options)
    } finally {
      busy.current = false
      setPending(false)
    }
  }
  return { run, pending }
}

async function send<E extends Callable>(
  endpoint: E,
  input: CallInput<E> | undefined,
  { form, onRefused }: CommandOptions,
): Promise<CallAnswer<E> | null> {
  if (endpoint.money && isNewsMissing()) {
    toast(textsOf(failureTexts).newsMissing, 'danger')
    return null
  }
  const key = endpoint.money ? new FormKey(form ?? endpoint.path, sessionStorage) : null
  const options: CallOptions = {
    toast: false,
    ...(key ? { idempotencyKey: key.forBody(input) } : {}),
  }
  try {
    const call = () => api.outcome(endpoint, ...([input, options] as never))
    let outcome = await call()
    const asked = outcome.kind === 'refused' && factorAsked(outcome.refusal)
    if (asked) {
      // The call has not begun, so its key is as good as new.
      if (!(await asked)) return null
      outcome = await call()
    }
    key?.settle()
    // A refusal, too, may mean that something has changed meanwhile.
    void queryClient.invalidateQueries()
    if (outcome.kind === 'answered') return outcome.data as CallAnswer<E>
    if (outcome.kind === 'refused' && !onRefused?.(outcome.refusal))
      toast(outcome.refusal.message, 'danger')
  } catch (error) {
    // The key stays: the same request, sent again, happens once.
    if (!isTransport(error)) throw error
    if (error.reason !== 'abort') toast(failureText(error), 'danger')
  }
  return null
}

/** Asks for a second factor where that is why a call was refused; null for any other refusal. */
function factorAsked({ code, message }: Refused): Promise<boolean> | null {
  const { stale, missing } = operatorProofCodes
  return code === stale || code === missing ? askFactor(message, code === missing) : null
}
