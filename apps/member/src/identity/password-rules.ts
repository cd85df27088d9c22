import {
  type InputRule,
  loginPassword,
  newPaymentPassword,
  type PasswordKind,
} from '@banyan/domain'
import { z } from 'zod'
import { plainDigits, typedDigits } from '../shell/typed.ts'

/** A new password, by the specification's rules and messages. */
export const newPassword = {
  login: loginPassword,
  payment: typedDigits(newPaymentPassword),
} as const satisfies Record<PasswordKind, z.ZodType>

const again = (name: InputRule) => z.string({ error: name }).min(1, { error: name })

/** The repetition of the password. */
export const passwordAgain = {
  login: again('loginPasswordConfirmRequired'),
  payment: again('paymentPasswordConfirmRequired'),
} as const satisfies Record<PasswordKind, z.ZodType>

/** The message for two that differ. */
export const passwordsDiffer = {
  login: 'loginPasswordsDiffer',
  payment: 'paymentPasswordsDiffer',
} as const satisfies Record<PasswordKind, InputRule>

/** Reports a missing or different repetition at once, whatever else is still open. */
export const always = { when: () => true }

/** True when both inputs are the same password; an empty repetition has its own message. */
export function agree(kind: PasswordKind, one: unknown, other: unknown): boolean {
  if (!other) return true
  if (kind === 'payment') return plainDigits(one) === plainDigits(other)
  return String(one).normalize('NFC') === String(other).normalize('NFC')
}
