import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from '../canonical.ts'
import { IdColumn } from '../id-column.ts'
import { anyInput } from '../settlement/settlement.fixture.ts'
import { InputReader } from './input-reader.ts'

/** Reads a text in pieces of the given lengths, over and over. */
function readIn(text: string, lengths: readonly number[]) {
  const reader = new InputReader(1)
  for (let at = 0, turn = 0; at < text.length; turn++) {
    const length = lengths[turn % lengths.length] as number
    reader.add(text.slice(at, at + length))
    at += length
  }
  return reader.end()
}

describe('the reader of the input of the second computation', () => {
  test('reads all of it, however it is split into pieces', () => {
    const lengths = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 9 })
    fc.assert(
      fc.property(anyInput, lengths, (input, cuts) => {
        const text = canonicalJson(input)
        expect(canonicalJson(readIn(text, cuts))).toBe(text)
        expect(canonicalJson(readIn(text, [text.length]))).toBe(text)
      }),
      { numRuns: 200 },
    )
  })

  test.each([
    ['without a list that belongs to it', (text: string) => text.replace('"sides"', '"sizes"')],
    ['that ends before its end', (text: string) => text.slice(0, text.indexOf('"parents":[') + 12)],
    ['with an id that looks like the end', (text: string) => text.replace('"a"', '"a\\"]"')],
  ])('refuses a text %s', (_, spoil) => {
    const [input] = fc.sample(
      anyInput.filter(one => one.statics.positions.ids.length > 1),
      { numRuns: 1, seed: 7 },
    )
    if (!input) throw new Error('no input has two positions')
    const ids = IdColumn.of([...input.statics.positions.ids].with(0, 'a'))
    const positions = { ...input.statics.positions, ids }
    const text = canonicalJson({ ...input, statics: { ...input.statics, positions } })
    expect(() => readIn(spoil(text), [50])).toThrow()
  })

  test('reads amounts of any length, negative ones as well, and rejects anything else', () => {
    const [input] = fc.sample(anyInput, { numRuns: 1, seed: 7 })
    if (!input) throw new Error('no input')
    const amounts = [0n, 7n, 999_999_999_999_999n, 1_000_000_000_000_000n, 2n ** 63n - 1n, -5n]
    const nodes = { ...input.dynamics.nodes, balancesLeft: BigInt64Array.from(amounts) }
    const text = canonicalJson({ ...input, dynamics: { ...input.dynamics, nodes } })
    expect([...readIn(text, [50]).dynamics.nodes.balancesLeft]).toEqual(amounts)
    for (const spoiled of ['"7,', '"x",', '"",', '"7";', '7,'])
      expect(() => readIn(text.replace('"7",', spoiled), [50])).toThrow()
  })
})
