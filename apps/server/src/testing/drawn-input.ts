import fc from 'fast-check'

/** What an OpenAPI document says of a value. */
export interface DocumentedSchema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  pattern?: string
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  items?: DocumentedSchema
  properties?: Record<string, DocumentedSchema>
  required?: string[]
  propertyNames?: DocumentedSchema
  additionalProperties?: boolean | DocumentedSchema
  anyOf?: DocumentedSchema[]
  oneOf?: DocumentedSchema[]
  allOf?: DocumentedSchema[]
}

/** Texts that a real caller would send: ids, amounts, hashes and names of what is there. */
export interface TextPool {
  /** Those that a pattern accepts, so that calls reach their acts and not only their checks. */
  matching(pattern: string): readonly string[]
  /** The right text of a field that is compared, by its name; undefined for every other field. */
  ofField(name: string): string | undefined
}

const prose = [
  'ok',
  '您好，请看一下',
  '0',
  "'; drop table member; --",
  '<img src=x onerror=alert(1)>',
]

/** Values that a schema accepts, as far as its document says it. */
export function drawn(schema: DocumentedSchema, pool: TextPool, name = ''): fc.Arbitrary<unknown> {
  const of = (one: DocumentedSchema) => drawn(one, pool, name)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (choices) return fc.oneof(...choices.map(of))
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'object') return drawnObject(schema, pool)
  if (type === 'array')
    return fc.array(of(schema.items ?? {}), {
      minLength: schema.minItems ?? 0,
      maxLength: Math.min(schema.maxItems ?? 3, (schema.minItems ?? 0) + 3),
    })
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (type === 'integer' || type === 'number') {
    const [min, max] = [schema.minimum ?? 0, schema.maximum ?? 1_000_000]
    return fc.oneof(fc.constantFrom(min, max), fc.integer({ min: Math.ceil(min), max }))
  }
  return drawnText(schema, pool, name)
}

function drawnText(
  { pattern, format, minLength = 0, maxLength = 40 }: DocumentedSchema,
  pool: TextPool,
  name: string,
): fc.Arbitrary<string> {
  const known = pool.ofField(name)
  if (known !== undefined) return fc.constant(known)
  if (pattern) {
    const matching = pool.matching(pattern)
    const ofPattern = fc.stringMatching(new RegExp(pattern)).filter(text => text.length < 200)
    return matching.length === 0
      ? ofPattern
      : fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...matching) }, ofPattern)
  }
  if (format === 'uuid') return fc.uuid()
  if (format === 'date-time')
    return fc.date({ noInvalidDate: true }).map(date => date.toISOString())
  if (format === 'email') return fc.constantFrom('someone@example.com', 'a@b.cd')
  const texts = prose.filter(text => text.length >= minLength && text.length <= maxLength)
  const most = Math.min(maxLength, Math.max(minLength, 60))
  const ofLength = fc.string({ minLength, maxLength: most, unit: 'grapheme' })
  return texts.length === 0 ? ofLength : fc.oneof(fc.constantFrom(...texts), ofLength)
}

function drawnObject(schema: DocumentedSchema, pool: TextPool): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties } = schema
  const parts = Object.entries(properties).map(
    ([name, one]) => [name, drawn(one, pool, name)] as const,
  )
  const own = fc.record(Object.fromEntries(parts), { requiredKeys: required })
  if (parts.length > 0 || typeof additionalProperties !== 'object') return own
  const keys = schema.propertyNames ? drawn(schema.propertyNames, pool) : fc.constantFrom('a', 'b')
  return fc.dictionary(
    keys.map(key => String(key)),
    drawn(additionalProperties, pool),
    { maxKeys: 3 },
  )
}

/** Values that no call asks for, put where something was. */
const foreign: readonly unknown[] = [
  null,
  true,
  -1,
  0.1,
  Number.MAX_SAFE_INTEGER + 1,
  '-1',
  '-0.01',
  '1e6',
  '99999999999999999999999999999999999999999999',
  '١٢٣',
  ' ',
  '\u0000',
  '\ud800',
  'x'.repeat(5_000),
  [],
  [[[]]],
  {},
  { constructor: { prototype: { memberId: 1 } } },
]

/** An input with one of its parts replaced, left out, or put beside another. */
export function bent(input: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(input, fc.nat(), fc.constantFrom(...foreign), fc.constantFrom('replace', 'leave', 'add'))
    .map(([value, at, strange, how]) => bendAt(structuredClone(value), { at, strange, how }))
}

function bendAt(value: unknown, by: { at: number; strange: unknown; how: string }): unknown {
  if (typeof value !== 'object' || value === null) return by.strange
  const parts = value as Record<string, unknown>
  const names = Object.keys(parts)
  if (by.how === 'add' || names.length === 0) return { ...parts, somethingElse: by.strange }
  const name = names[by.at % names.length] ?? ''
  const inner = parts[name]
  if (typeof inner === 'object' && inner !== null && by.at % 2 === 0)
    parts[name] = bendAt(inner, { ...by, at: Math.floor(by.at / names.length) })
  else if (by.how === 'leave') delete parts[name]
  else parts[name] = by.strange
  return value
}
