import {
  emailAddress,
  emailCode,
  accountId as fullAccountId,
  givenLoginPassword,
  givenPaymentPassword,
  type InputRule,
  type PasswordKind,
} from '@banyan/domain'
import { z } from 'zod'
import { typedDigits } from '../shell/typed.ts'
import { agree, always, newPassword, passwordAgain, passwordsDiffer } from './password-rules.ts'

/** The two inputs of every form of a new password. */
export interface NewPasswordValues {
  newPassword: string
  newPasswordAgain: string
}
export interface ChangeValues extends NewPasswordValues {
  oldPassword: string
}
export interface PaymentByEmailValues extends NewPasswordValues {
  code: string
}
export interface LoginByEmailValues extends PaymentByEmailValues {
  accountId: string
  address: string
}

/** Reports at the second input that the two passwords differ. */
const agreeing = <S extends z.ZodType>(kind: PasswordKind, schema: S) =>
  schema.refine(
    form => {
      const { newPassword: one, newPasswordAgain: other } = form as NewPasswordValues
      return agree(kind, one, other)
    },
    { path: ['newPasswordAgain'], error: passwordsDiffer[kind], ...always },
  )

/** The server refuses this too; reporting it here saves an attempt at the old password. */
const changing = <S extends z.ZodType>(kind: PasswordKind, schema: S) =>
  agreeing(kind, schema).refine(
    form => {
      const { oldPassword, newPassword: one } = form as ChangeValues
      return !one || !agree(kind, one, oldPassword || ' ')
    },
    { path: ['newPassword'], error: 'passwordUnchanged' satisfies InputRule },
  )

const pair = (kind: PasswordKind) => ({
  newPassword: newPassword[kind],
  newPasswordAgain: passwordAgain[kind],
})

/** A new password by the old one. */
export const changeSchemas = {
  login: changing('login', z.object({ oldPassword: givenLoginPassword, ...pair('login') })),
  payment: changing(
    'payment',
    z.object({ oldPassword: typedDigits(givenPaymentPassword), ...pair('payment') }),
  ),
} as const satisfies Record<PasswordKind, z.ZodType>

/** A new password by the words, which have their own input. */
export const resetByWordsSchemas = {
  login: agreeing('login', z.object(pair('login'))),
  payment: agreeing('payment', z.object(pair('payment'))),
} as const satisfies Record<PasswordKind, z.ZodType>

/** A new login password by a code; without a session the account and its address are required. */
export const loginByEmailSchema = agreeing(
  'login',
  z.object({
    accountId: typedDigits(fullAccountId),
    address: emailAddress,
    code: typedDigits(emailCode),
    ...pair('login'),
  }),
)

/** A new payment password by a code to the bound address. */
export const paymentByEmailSchema = agreeing(
  'payment',
  z.object({ code: typedDigits(emailCode), ...pair('payment') }),
)

export const noNewPassword: NewPasswordValues = { newPassword: '', newPasswordAgain: '' }
