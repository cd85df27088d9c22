import { allEndpoints, type Endpoint } from '@banyan/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fingerprintOf } from './idempotency.ts'

const key = Buffer.alloc(32, 7)
const printOf = (params: unknown, body: unknown) => fingerprintOf(key, params, body).toString('hex')

interface Schema {
  properties?: Readonly<Record<string, unknown>>
}
const fieldsOf = (schema: z.ZodType): string[] =>
  Object.keys((z.toJSONSchema(schema, { io: 'input' }) as Schema).properties ?? {})

/** What proves who calls, and is asked anew: it is no part of what the call means. */
const proofs: readonly string[] = ['paymentPassword', 'emailCode', 'stepUp']

/** The fields of a money call, each with two unlike values. */
interface Form {
  endpoint: Endpoint
  params: readonly string[]
  meant: readonly string[]
  proving: readonly string[]
}
const forms: readonly Form[] = allEndpoints
  .filter(endpoint => endpoint.money)
  .map(endpoint => {
    const body = fieldsOf(endpoint.body)
    return {
      endpoint,
      params: fieldsOf(endpoint.params),
      meant: body.filter(name => !proofs.includes(name)),
      proving: body.filter(name => proofs.includes(name)),
    }
  })

const values = fc.uniqueArray(fc.jsonValue({ maxDepth: 2 }), {
  minLength: 2,
  maxLength: 2,
  selector: value => JSON.stringify(value),
})
const filled = (names: readonly string[]) =>
  fc
    .tuple(...names.map(() => fc.jsonValue({ maxDepth: 2 })))
    .map(all => new Map(names.map((name, i) => [name, all[i]])))
const asObject = (fields: Iterable<[string, unknown]>) => Object.fromEntries(fields)

describe.each(forms.map(form => [form.endpoint.id, form] as const))('%s', (_, form) => {
  const call = fc.tuple(filled(form.params), filled([...form.meant, ...form.proving]), values)

  it('with any other parameter or field under its key is another call', () => {
    fc.assert(
      fc.property(call, ([params, body, [one, other]]) => {
        for (const name of form.params)
          expect(printOf(asObject(new Map(params).set(name, one)), asObject(body))).not.toBe(
            printOf(asObject(new Map(params).set(name, other)), asObject(body)),
          )
        for (const name of form.meant)
          expect(printOf(asObject(params), asObject(new Map(body).set(name, one))), name).not.toBe(
            printOf(asObject(params), asObject(new Map(body).set(name, other))),
          )
      }),
      { numRuns: 10 },
    )
  })

  it('is the same call in any order of its fields, with any proof or none', () => {
    fc.assert(
      fc.property(call, ([params, body, [one, other]]) => {
        const print = printOf(asObject(params), asObject(body))
        expect(printOf(asObject([...params].reverse()), asObject([...body].reverse()))).toBe(print)
        for (const name of form.proving)
          for (const value of [one, other, undefined])
            expect(printOf(asObject(params), asObject(new Map(body).set(name, value)))).toBe(print)
      }),
      { numRuns: 10 },
    )
  })
})

it('what is an object in a body is not taken for what is a text', () => {
  expect(printOf({}, { a: { b: '1' } })).not.toBe(printOf({}, { a: '{"b":"1"}' }))
  expect(printOf({ id: '1' }, {})).not.toBe(printOf({}, { id: '1' }))
})

it('a fingerprint says nothing without the key of the server', () => {
  expect(fingerprintOf(Buffer.alloc(32, 8), {}, { a: 1 })).not.toEqual(
    fingerprintOf(key, {}, { a: 1 }),
  )
})
