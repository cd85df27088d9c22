import { plainAmount } from '@banyan/domain'
import { z } from 'zod'

/* What members type, brought into the form that the contract's schemas read. Apart from the door: it brings the contract. */

/** Full-width digits of Chinese keyboards are digits; blanks around them are none. */
export const plainDigits = <T>(typed: T): T | string =>
  typeof typed === 'string' ? typed.normalize('NFKC').trim() : typed

/** Digits as a member types them, for a schema of digits. */
export const typedDigits = <S extends z.ZodType>(schema: S) => z.preprocess(plainDigits, schema)

/**
 * An amount of USDT as a member writes it, with or without commas between the thousands. What is no amount
 * goes on as it was typed, so that the schema can say what is wrong with it.
 */
export const typedUsdt = <S extends z.ZodType>(schema: S) =>
  z.preprocess(typed => (typeof typed === 'string' ? (plainAmount(typed) ?? typed) : typed), schema)
