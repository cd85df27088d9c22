import { z } from 'zod'
import { givenPaymentPassword } from '../identity/inputs.ts'
import { givenLoginPassword, nonce, publicKey, signature } from './inputs.ts'

/**
 * A factor that no reset has replaced, in addition to a call's usual ones: required while a freeze
 * of the caller demands it, ignored otherwise. The words replace any other factor; they sign a
 * challenge of purpose `confirm`.
 */
export const stepUp = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('login-password'), loginPassword: givenLoginPassword }),
  z.strictObject({ by: z.literal('payment-password'), paymentPassword: givenPaymentPassword }),
  z.strictObject({ by: z.literal('words'), publicKey, nonce, signature }),
])
export type StepUp = z.output<typeof stepUp>

/** The field of every call that a freeze may require a factor of. */
export const withStepUp = { stepUp: stepUp.optional() }

/** The further refusals of such a call. */
export const stepUpRefusals = [
  'stepUpByLogin',
  'stepUpByPayment',
  'stepUpByWords',
  'loginFailed',
  'loginLocked',
  'challengeSpent',
  'wordsOfAnother',
] as const
