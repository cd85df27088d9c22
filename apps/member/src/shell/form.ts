import type { Refused } from '@banyan/client'
import { inputRuleText } from '@banyan/domain'
import {
  type FieldErrors,
  type FieldValues,
  get,
  type Path,
  type Resolver,
  type ResolverResult,
  type UseFormReturn,
} from 'react-hook-form'

import { z } from 'zod'
import { language } from './texts/texts.ts'

// The policy allows no code generated from text, which the schema library would try for its speed.
z.config({ jitless: true })

/**
 * Checks a form by a schema of the contract. The schema's messages are names of input rules; they
 * become sentences in the member's language, by path.
 */
export function schemaResolver<Values extends FieldValues, Out>(
  schema: z.ZodType<Out>,
): Resolver<Values, unknown, Out & FieldValues> {
  return async values => {
    const read = schema.safeParse(values)
    if (read.success) {
      return { values: read.data, errors: {} } as ResolverResult<Values, Out & FieldValues>
    }
    const errors: Record<string, unknown> = {}
    for (const issue of read.error.issues) {
      place(errors, issue.path.map(String), {
        type: issue.code,
        message: inputRuleText(issue.message, language()),
      })
    }
    return { values: {}, errors } as ResolverResult<Values, Out & FieldValues>
  }
}

/** The props of a field of a form: its error, and what registers its input. */
export function inputOf<Values extends FieldValues, Out>(
  form: Pick<UseFormReturn<Values, unknown, Out>, 'formState' | 'register'>,
  name: Path<Values>,
) {
  const error: { message?: string } | undefined = get(form.formState.errors, name)
  return { error: error?.message, ...form.register(name) }
}

/** The first error of a field is the one that is shown. */
function place(errors: Record<string, unknown>, path: readonly string[], error: unknown): void {
  const [name = 'root', ...deeper] = path
  if (deeper.length === 0) {
    errors[name] ??= error
    return
  }
  errors[name] ??= {}
  place(errors[name] as Record<string, unknown>, deeper, error)
}

/**
 * Adds a form's own checks to those of its schema. They run only for fields without an error of the
 * schema; `check` returns sentences by field.
 */
export function withChecks<Values extends FieldValues, Out>(
  schema: Resolver<Values, unknown, Out>,
  check: (values: Values) => Partial<Record<keyof Values & string, string>>,
): Resolver<Values, unknown, Out> {
  return async (values, context, options) => {
    const read = await schema(values, context, options)
    const problems = Object.entries(check(values)).filter(([field]) => !(field in read.errors))
    if (problems.length === 0) return read
    const own = Object.fromEntries(
      problems.map(([field, message]) => [field, { type: 'check', message }]),
    )
    return { values: {}, errors: { ...read.errors, ...own } as FieldErrors<Values> }
  }
}

/**
 * Shows a refusal at the field that it is `about`, and focuses it; without one, its input errors at
 * their fields. Returns false when the form has no field for it.
 */
export function showRefusal<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'setError' | 'getValues'>,
  refusal: Refused,
  about: Path<Values> | undefined,
): boolean {
  if (about === undefined) return showIssues(form, refusal)
  form.setError(about, { type: 'house', message: refusal.message }, { shouldFocus: true })
  return true
}

/**
 * Shows the server's input errors (40000) at their fields and focuses the first:
 * `useCommand(takeOrder, { onRefused: refusal => showIssues(form, refusal) })`. Returns false when
 * the refusal is about something else, or about a field that the form does not have.
 */
export function showIssues<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'setError' | 'getValues'>,
  refusal: Refused,
): boolean {
  const known = form.getValues()
  const here = refusal.issues
    .map(issue => ({ ...issue, path: issue.path.replace(/^body\./, '') }))
    .filter(issue => (issue.path.split('.')[0] ?? '') in known)
  for (const [index, { path, message }] of here.entries()) {
    form.setError(path as Path<Values>, { type: 'house', message }, { shouldFocus: index === 0 })
  }
  return here.length > 0
}
