import { createAccount } from '@banyan/domain'
import type { UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { agree, always, newPassword, passwordAgain, passwordsDiffer } from './password-rules.ts'

const rules = createAccount.body.shape

/** The create page: the data for the server, the confirmations, and the consent. */
export const createFormSchema = z
  .object({
    nickname: rules.nickname,
    inviteCode: rules.inviteCode,
    country: rules.country,
    loginPassword: rules.loginPassword,
    loginPasswordAgain: passwordAgain.login,
    paymentPassword: newPassword.payment,
    paymentPasswordAgain: passwordAgain.payment,
    consent: rules.consent,
  })
  .refine(form => agree('login', form.loginPassword, form.loginPasswordAgain), {
    path: ['loginPasswordAgain'],
    error: passwordsDiffer.login,
    ...always,
  })
  .refine(form => agree('payment', form.paymentPassword, form.paymentPasswordAgain), {
    path: ['paymentPasswordAgain'],
    error: passwordsDiffer.payment,
    ...always,
  })

export type CreateForm = z.output<typeof createFormSchema>
/** The values of the inputs. */
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
