import {
  codes,
  type Envelope,
  type InputIssue,
  inputRuleText,
  type Locale,
  type RefusalName,
  refusalMessage,
  refusals,
} from '@banyan/domain'
import type { z } from 'zod'
import { Refused } from '../refused.ts'

/** The envelope of a success. */
export const success = (data: unknown): Envelope => ({
  code: codes.success,
  msg: '',
  data: data ?? {},
})

/** Refusals of a faulty call: these also have another HTTP status. */
const statusOf: Partial<Record<RefusalName, number>> = {
  malformed: 400,
  wrongType: 415,
  tooLarge: 413,
  tooMany: 429,
  notReady: 503,
  uploadsAway: 503,
  busy: 503,
  fault: 500,
}

/** Envelope and HTTP status of a refusal, in the caller's language. */
export function refusalAnswer(
  refused: Refused,
  locale: Locale,
): { status: number; envelope: Envelope } {
  const text = refusals[refused.refusal]
  return {
    status: statusOf[refused.refusal] ?? 200,
    envelope: {
      code: text.code,
      msg: refusalMessage(text, locale, refused.slots),
      data: refused.data ?? {},
    },
  }
}

/** What is wrong with an input, by path, each with what to do in the caller's language. */
function inputIssues(error: z.ZodError, locale: Locale): InputIssue[] {
  const seen = new Set<string>()
  return error.issues.flatMap(issue => {
    const path = issue.path.map(String).join('.')
    // A field shows one message: the first problem to fix.
    if (seen.has(path)) return []
    seen.add(path)
    return [
      {
        path,
        message: inputRuleText(
          issue.code === 'unrecognized_keys' ? 'unknownField' : issue.message,
          locale,
        ),
      },
    ]
  })
}

/** The refusal of an input that does not match its schema. */
export function invalidInput(error: z.ZodError, locale: Locale): Refused {
  const issues = inputIssues(error, locale)
  return new Refused('invalidInput', { first: issues[0]?.message ?? '' }, { issues })
}
