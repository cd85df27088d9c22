import { plainAmount } from '@banyan/domain'
import { z } from 'zod'

/*
 * Converts members' input to the form that the contract's schemas read. Not part of the shell's
 * index, because it needs the contract.
 */

/** Full-width digits of Chinese keyboards count as digits; surrounding blanks are dropped. */
export const plainDigits = <T>(typed: T): T | string =>
  typeof typed === 'string' ? typed.normalize('NFKC').trim() : typed

/** Typed digits, for a schema of digits. */
export const typedDigits = <S extends z.ZodType>(schema: S) => z.preprocess(plainDigits, schema)

/**
 * A typed amount of USDT, with or without commas between the thousands. Invalid text is passed on
 * unchanged, so that the schema can report the error.
 */
export const typedUsdt = <S extends z.ZodType>(schema: S) =>
  z.preprocess(typed => (typeof typed === 'string' ? (plainAmount(typed) ?? typed) : typed), schema)
