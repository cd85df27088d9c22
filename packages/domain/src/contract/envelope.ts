import { z } from 'zod'

/** Codes that the specification and the contract fix. Product refusals start at 41000. */
export const codes = {
  success: 1,
  silent: 9,
  sessionExpired: 20001,
  accountProblem: 20003,
} as const

/** The one shape of every response: `{code, msg, data}`. */
export interface Envelope<T = unknown> {
  code: number
  msg: string
  data?: T
}

/** Returns the wire schema of a response whose data is `data`. */
export const envelopeOf = <T extends z.ZodType>(data: T) =>
  z.object({ code: z.number().int(), msg: z.string(), data })

/** One error in the input: its place, and how to correct it, in the member's language. */
export interface InputIssue {
  path: string
  message: string
}

export const locales = ['zh-CN', 'en'] as const
export type Locale = (typeof locales)[number]
export const defaultLocale: Locale = 'zh-CN'

/** Returns the locale of an Accept-Language header: en only when it comes first. */
export function localeOf(acceptLanguage: string | undefined): Locale {
  const first = acceptLanguage?.split(',')[0]?.trim().toLowerCase() ?? ''
  return first.startsWith('en') ? 'en' : defaultLocale
}
