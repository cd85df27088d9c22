import { z } from 'zod'
import { rule } from '../contract/wire.ts'
import { digitCodePattern } from '../validators/digit-code.ts'
import { normalizeEmail } from '../validators/email.ts'
import { codeTerms } from './purposes.ts'

/** An e-mail address, normalized. */
export const emailAddress = z
  .string(rule('emailRequired'))
  .trim()
  .min(1, rule('emailRequired'))
  .max(320, rule('emailFormat'))
  .refine(text => normalizeEmail(text) !== null, rule('emailFormat'))
  .transform(text => normalizeEmail(text) ?? text)

/** The code of an e-mail, as it was sent. */
export const emailCode = z
  .string(rule('emailCodeRequired'))
  .trim()
  .min(1, rule('emailCodeRequired'))
  .regex(digitCodePattern(codeTerms.length), rule('emailCodeFormat'))
