import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Refused } from '../refused.ts'
import { type CursorPart, readCursor, writeCursor } from './cursor.ts'

const values: Readonly<Record<CursorPart, fc.Arbitrary<string>>> = {
  instant: fc
    .date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    })
    .map(date => date.toISOString()),
  uuid: fc.uuid(),
  integer: fc.bigInt(-(10n ** 38n - 1n), 10n ** 38n - 1n).map(String),
}
const parts = fc.array(fc.constantFrom(...(Object.keys(values) as CursorPart[])), {
  minLength: 1,
  maxLength: 4,
})
const keyOf = (shape: readonly CursorPart[]) => fc.tuple(...shape.map(part => values[part]))
const textOf = (key: unknown) => Buffer.from(JSON.stringify(key)).toString('base64url')
const isRefused = (text: string, shape: readonly CursorPart[]): boolean => {
  try {
    readCursor(text, shape, 'en')
    return false
  } catch (error) {
    if (error instanceof Refused) return true
    throw error
  }
}

describe('a cursor', () => {
  it('is read as the key that it was written of, and none is the first page', () => {
    const written = parts.chain(shape => fc.tuple(fc.constant(shape), keyOf(shape)))
    fc.assert(
      fc.property(written, ([shape, key]) => {
        expect(readCursor(writeCursor(key), shape, 'en')).toEqual(key)
        expect(readCursor(undefined, shape, 'en')).toBeNull()
        const more: CursorPart[] = [...shape, 'integer']
        expect(isRefused(writeCursor(key), more), 'a part too few').toBe(true)
        expect(isRefused(writeCursor([...key, '1']), shape), 'a part too many').toBe(true)
      }),
    )
  })

  it('is refused, and no fault, whatever else it says', () => {
    const others = fc.oneof(
      fc.string(),
      fc.json().map(text => Buffer.from(text).toString('base64url')),
    )
    fc.assert(
      fc.property(others, text => {
        expect(isRefused(text, ['instant', 'uuid'])).toBe(true)
      }),
    )
  })

  it.each<[CursorPart, unknown]>([
    ['instant', '2026-11-27T00:00:00Z'],
    ['instant', '2026-11-27 00:00:00.000Z'],
    ['instant', '2026-02-30T00:00:00.000Z'],
    ['instant', '0000-01-01T00:00:00.000Z'],
    ['instant', '+010000-01-01T00:00:00.000Z'],
    ['instant', '-000001-01-01T00:00:00.000Z'],
    ['instant', 'yesterday'],
    ['uuid', 'A1111111-1111-4111-8111-111111111111'],
    ['uuid', '11111111-1111-4111-8111-1111111111111'],
    ['uuid', '111111111111411181111111111111111111'],
    ['integer', '1.5'],
    ['integer', '9'.repeat(39)],
    ['integer', ''],
    ['integer', 1],
    ['integer', null],
  ])('is refused where its %s is %j', (part, value) => {
    expect(isRefused(textOf([value]), [part])).toBe(true)
  })
})
