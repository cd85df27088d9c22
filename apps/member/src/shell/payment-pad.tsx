import type { CallAnswer, Callable, CallInput, Refused } from '@banyan/client'
import { paymentPasswordCodes } from '@banyan/domain'
import { PinSheet, type PinSheetProps } from '@banyan/ui'
import { useState } from 'react'
import { registerTexts, useTexts } from './texts/texts.ts'
import { useCommand } from './use-command.ts'

/* The dialog for the payment password. Not part of the shell's index: few pages need it. */

const texts = registerTexts('shell.payment', {
  zh: { password: '支付密码' },
  en: { password: 'Payment password' },
})

/** The pad for the payment password. */
export function PaymentSheet(props: Omit<PinSheetProps, 'label'>) {
  const t = useTexts(texts)
  return <PinSheet {...props} label={t('password')} />
}

/** True for a refusal about the given password: the pad shows it and stays. */
export const isAboutPaymentPassword = ({ code }: Pick<Refused, 'code'>): boolean =>
  paymentPasswordCodes.includes(code)

export interface PaymentPadOptions<E extends Callable, Asked> {
  /** As for `useCommand`: the name of a money call's form, which keeps its idempotency key. */
  form?: string
  /** The call that is confirmed. */
  input: (asked: Asked, paymentPassword: string) => CallInput<E>
  /**
   * Handles a refusal that is not about the password; the pad has closed. Returns true when it has
   * been shown.
   */
  onRefused?: (refusal: Refused) => boolean
  /** Called after success, when the pad has closed. */
  onAnswered: (answer: CallAnswer<E>, asked: Asked) => void | Promise<void>
}

/**
 * A call that is confirmed by the payment password: `ask` opens the pad for something, `pad`
 * contains the props of a `PaymentSheet`. A refusal about the password is shown at the pad; any other
 * closes it.
 */
export function usePaymentPad<E extends Callable, Asked>(
  endpoint: E,
  { form, input, onRefused, onAnswered }: PaymentPadOptions<E, Asked>,
) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [error, setError] = useState<string>()
  const close = () => {
    setAsked(null)
    setError(undefined)
  }
  const { run, pending } = useCommand(endpoint, {
    ...(form === undefined ? {} : { form }),
    onRefused: refusal => {
      if (isAboutPaymentPassword(refusal)) {
        setError(refusal.message)
        return true
      }
      close()
      return onRefused?.(refusal) ?? false
    },
  })
  const submit = async (paymentPassword: string) => {
    if (asked === null) return
    setError(undefined)
    const answer = await run(input(asked, paymentPassword))
    if (answer === null) return
    close()
    await onAnswered(answer, asked)
  }
  const pad = {
    open: asked !== null,
    onOpenChange: (open: boolean) => {
      if (!open) close()
    },
    error,
    pending,
    onSubmit: (digits: string) => void submit(digits),
  }
  /** The subject of the open pad, or null. */
  return { asked, ask: setAsked, close, pad }
}
