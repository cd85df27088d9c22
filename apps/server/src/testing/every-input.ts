import { z } from 'zod'

/** Calls with more inputs are not tried in every combination: each part is then varied alone. */
const MOST = 40

/** The values that are sent where a text is expected. */
export interface Pool {
  /** Sent wherever any text is accepted. */
  prose: string
  /** Ids, names, amounts, times and numbers: tried wherever they fit. */
  values: readonly (string | number | boolean)[]
  /** Names in a record. */
  keys: readonly string[]
}

/**
 * Inputs that a schema accepts, made of a pool: every value that fits a field, every choice where
 * one is chosen, together in every combination where these are few.
 */
export function inputsOf(schema: z.ZodType, pool: Pool): unknown[] {
  if (schema instanceof z.ZodObject) return objectsOf(schema, pool)
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional)
    return [...inputsOf(schema.def.innerType as z.ZodType, pool), undefined]
  if (schema instanceof z.ZodNullable)
    return [...inputsOf(schema.def.innerType as z.ZodType, pool), null]
  if (schema instanceof z.ZodUnion)
    return schema.def.options.flatMap(one => inputsOf(one as z.ZodType, pool))
  if (schema instanceof z.ZodArray) {
    const each = inputsOf(schema.def.element as z.ZodType, pool)
    return [[], each]
  }
  if (schema instanceof z.ZodRecord) {
    const all = inputsOf(schema.def.valueType as z.ZodType, pool)
    // One of each type: the key of a record determines its value.
    const values = all.filter((one, i) => i === all.findIndex(other => typeof other === typeof one))
    return [...pool.keys.flatMap(key => values.map(value => ({ [key]: value }))), {}]
  }
  if (schema instanceof z.ZodEnum) return schema.options
  if (schema instanceof z.ZodLiteral) return [...schema.values]
  if (schema.safeParse(pool.prose).success) return [pool.prose]
  return pool.values.filter(one => schema.safeParse(one).success)
}

function objectsOf(schema: z.ZodObject, pool: Pool): unknown[] {
  const parts = Object.entries(schema.shape).map(
    ([name, part]) => [name, inputsOf(part as z.ZodType, pool)] as const,
  )
  const all = parts.reduce((product, [, values]) => product * values.length, 1)
  if (all === 0) {
    const empty = parts.filter(([, values]) => values.length === 0).map(([name]) => name)
    throw new Error(`nothing of the pool fits ${empty.join(', ')}`)
  }
  if (all <= MOST)
    return parts.reduce<object[]>(
      (combinations, [name, values]) =>
        combinations.flatMap(one => values.map(value => ({ ...one, [name]: value }))),
      [{}],
    )
  const first = Object.fromEntries(parts.map(([name, values]) => [name, values[0]]))
  return parts.flatMap(([name, values]) => values.map(value => ({ ...first, [name]: value })))
}
