import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'

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
    const found = Object.entries(check(values)).filter(([field]) => !(field in read.errors))
    if (found.length === 0) return read
    const own = Object.fromEntries(
      found.map(([field, message]) => [field, { type: 'check', message }]),
    )
    return { values: {}, errors: { ...read.errors, ...own } as FieldErrors<Values> }
  }
}
