import type { CallAnswer, Callable, CallInput } from '@banyan/client'
import { type FieldErrors, type Resolver, useForm } from 'react-hook-form'
import { z } from 'zod'
import { type AmountBounds, type BoundsProblem, boundsProblem } from './amount-bounds.ts'
import { inputOf, schemaResolver, showIssues, showRefusal } from './form.ts'
import { usePaymentPad } from './payment-pad.tsx'

/* Not part of the shell's index, because it needs arithmetic and the contract. */

interface AmountFormOptions<E extends Callable> {
  /** As for `useCommand`: the name of the form, which keeps its idempotency key. */
  form: string
  /** The amount's field in the body of the call. */
  field: 'amount' | 'quantity'
  /** What the contract accepts as the amount. */
  schema: z.ZodType<string>
  bounds: AmountBounds
  /** The sentences about an amount outside of the bounds. */
  says: Partial<Record<BoundsProblem, string>>
  input: (amount: string, paymentPassword: string) => CallInput<E>
  /** Called after success, when the form is empty again. */
  onAnswered: (answer: CallAnswer<E>, amount: string) => void | Promise<void>
}

type Values = Record<string, string>

/**
 * The form of one amount that is confirmed by the payment password: what is typed, what is wrong
 * with it by the contract, the bounds or the server's refusal, and then the password's pad.
 */
export function useAmountForm<E extends Callable>(
  endpoint: E,
  { form: name, field, schema, bounds, says, input, onAnswered }: AmountFormOptions<E>,
) {
  const read: Resolver<Values> = schemaResolver<Values, Values>(z.object({ [field]: schema }))
  const form = useForm<Values>({
    resolver: async (values, context, options) => {
      const result = await read(values, context, options)
      const amount: string | undefined = result.values[field]
      const problem = amount === undefined ? null : boundsProblem(amount, bounds)
      if (problem === null) return result
      const errors = { [field]: { type: 'check', message: says[problem] } }
      return { values: {}, errors: errors as FieldErrors<Values> }
    },
    mode: 'onTouched',
    defaultValues: { [field]: '' },
  })
  const { asked, ask, close, pad } = usePaymentPad(endpoint, {
    form: name,
    input,
    onRefused: refusal => showIssues(form, refusal) || showRefusal(form, refusal, field),
    onAnswered: (answer, amount: string) => {
      form.reset()
      return onAnswered(answer, amount)
    },
  })
  return {
    typed: form.watch(field) ?? '',
    /** The props of its `AmountField`. */
    field: inputOf(form, field),
    /** Writes an amount into the field. */
    fill: (amount: string) =>
      form.setValue(field, amount, { shouldValidate: true, shouldTouch: true }),
    /** Asks for the payment password when nothing is wrong. */
    onSubmit: form.handleSubmit(values => ask(values[field] ?? '')),
    /** The amount that waits for its password, or null. */
    asked,
    close,
    /** The props of its `PaymentSheet`. */
    pad,
  }
}
