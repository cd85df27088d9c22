import { createAccount, type InputRule, newPaymentPassword } from '@banyan/domain'
import type { UseFormReturn } from 'react-hook-form'
import { z } from 'zod'

const rules = createAccount.body.shape

/** Full-width digits of Chinese keyboards are digits. */
const digits = (typed: unknown): unknown =>
  typeof typed === 'string' ? typed.normalize('NFKC').trim() : typed

/** A confirmation that is missing or differs is said at once, whatever else is still open. */
const always = { when: () => true }
const same = (one: unknown, other: string): boolean =>
  String(one).normalize('NFKC').trim() === other.normalize('NFKC').trim()

const again = (name: InputRule) => z.string({ error: name }).min(1, { error: name })

/** The create page: what the house is told, the confirmations, and the consent. */
export const createFormSchema = z
  .object({
    nickname: rules.nickname,
    inviteCode: rules.inviteCode,
    country: rules.country,
    loginPassword: rules.loginPassword,
    loginPasswordAgain: again('loginPasswordConfirmRequired'),
    paymentPassword: z.preprocess(digits, newPaymentPassword),
    paymentPasswordAgain: again('paymentPasswordConfirmRequired'),
    consent: rules.consent,
  })
  .refine(form => !form.loginPasswordAgain || same(form.loginPassword, form.loginPasswordAgain), {
    path: ['loginPasswordAgain'],
    error: 'loginPasswordsDiffer' satisfies InputRule,
    ...always,
  })
  .refine(
    form => !form.paymentPasswordAgain || same(form.paymentPassword, form.paymentPasswordAgain),
    {
      path: ['paymentPasswordAgain'],
      error: 'paymentPasswordsDiffer' satisfies InputRule,
      ...always,
    },
  )

export type CreateForm = z.output<typeof createFormSchema>
/** As the inputs hold it. */
export interface CreateValues extends Omit<CreateForm, 'consent'> {
  consent: boolean
}
export type CreateFormApi = UseFormReturn<CreateValues, unknown, CreateForm & CreateValues>

/** How hard a login password is to guess, for the meter: 0 refused, 1 weak, 2 fair, 3 good. */
export function strengthOf(password: string): 0 | 1 | 2 | 3 {
  if (!rules.loginPassword.safeParse(password).success) return 0
  const kinds = [/\p{Ll}|\p{Lo}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{L}\p{N}]/u].filter(kind =>
    kind.test(password),
  ).length
  const different = new Set(password).size
  const points = password.length + 2 * kinds + different
  return points >= 32 ? 3 : points >= 20 ? 2 : 1
}
