import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { firstOfMany, int4Array, int8Array, uuidArray } from './array-binary.ts'
import { bytesArray, plainArray, sparseArray, textArray } from './array-text.ts'

/** PostgreSQL reads each array as the values that it was made of. */
let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase([])
})
afterAll(() => db.close())

async function read(array: string | Buffer, type: string): Promise<(string | null)[]> {
  const text = type === 'bytea' ? "encode(one, 'hex')" : 'one::text'
  const { rows } = await db.owner.query(
    `select ${text} as one from unnest($1::${type}[]) with ordinality as given (one, place) order by place`,
    [array],
  )
  return rows.map(({ one }) => one)
}

/** Texts of words that an array must quote, beside any others; PostgreSQL has no character 0. */
const text = fc.oneof(
  fc.constantFrom(
    '',
    'NULL',
    'null',
    'nUlL',
    '{}',
    'a,b',
    '"',
    '\\',
    '\\"',
    ' a ',
    'a/b.c:d-e',
    '一',
  ),
  fc.string({ unit: 'grapheme' }).filter(one => !one.includes('\0')),
)

describe('an array as text', () => {
  it('has the same texts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 8 }), async texts => {
        expect(
          await read(
            textArray(texts, one => one),
            'text',
          ),
        ).toEqual(texts)
      }),
    )
  })

  it('has the same numbers, and truth values', async () => {
    const whole = fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n)
    await fc.assert(
      fc.asyncProperty(fc.array(whole), fc.array(fc.boolean()), async (numbers, truths) => {
        expect(
          await read(
            plainArray(numbers, one => one),
            'int8',
          ),
        ).toEqual(numbers.map(String))
        expect(
          await read(
            plainArray(truths, one => one),
            'boolean',
          ),
        ).toEqual(truths.map(String))
      }),
    )
  })

  it('has the same bytes', async () => {
    const bytes = fc.uint8Array({ maxLength: 40 }).map(one => Buffer.from(one))
    await fc.assert(
      fc.asyncProperty(fc.array(bytes, { maxLength: 6 }), async all => {
        const hex = all.map(one => one.toString('hex'))
        expect(
          await read(
            bytesArray(all, one => one),
            'bytea',
          ),
        ).toEqual(hex)
      }),
    )
  })

  it('has what is missing in its place, and nothing where all is missing', async () => {
    const numbers = fc.array(fc.option(fc.integer()), { maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(numbers, async all => {
        const expected = all.every(one => one === null)
          ? []
          : all.map(one => one?.toString() ?? null)
        expect(
          await read(
            sparseArray(all, one => one),
            'integer',
          ),
        ).toEqual(expected)
      }),
    )
    const at = new Date('2026-11-27T08:09:10.123Z')
    const dates = await read(
      sparseArray([null, at], one => one),
      'timestamptz',
    )
    expect(dates[0]).toBeNull()
    expect(new Date(dates[1] as string)).toEqual(at)
  })
})

describe('an array as bytes', () => {
  it('has the same ids, however they are listed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uuid(), { maxLength: 9 }), async ids => {
        expect(await read(uuidArray(ids), 'uuid')).toEqual(ids)
        expect(await read(uuidArray(ids.join()), 'uuid')).toEqual(ids)
      }),
    )
  })

  it('has the same numbers', async () => {
    const small = fc.array(fc.nat(), { maxLength: 9 })
    const large = fc.array(fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n), { maxLength: 9 })
    await fc.assert(
      fc.asyncProperty(small, large, async (numbers, amounts) => {
        expect(await read(int4Array(Uint32Array.from(numbers)), 'integer')).toEqual(
          numbers.map(String),
        )
        expect(await read(int8Array(amounts), 'int8')).toEqual(amounts.map(String))
        const typed = BigInt64Array.from(amounts)
        expect(await read(int8Array(typed), 'int8')).toEqual(amounts.map(String))
      }),
    )
  })

  it('may begin with an id whose last four bytes are zero', () => {
    expect(firstOfMany('01900000-0000-7000-8000-0123456789ab')).toBe(
      '01900000-0000-7000-8000-012300000000',
    )
  })
})
