import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readJson } from './json.ts'

const tower = (depth: number, open = '[', close = ']') => open.repeat(depth) + close.repeat(depth)
const object = (keys: number) =>
  `{${Array.from({ length: keys }, (_, i) => `"k${i}":${i}`).join(',')}}`

describe('a body', () => {
  it('is read as JSON.parse reads it, whatever its texts contain', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 8 }), text => {
        fc.pre(!text.includes('__proto__'))
        expect(readJson(text)).toEqual(JSON.parse(text))
      }),
      { numRuns: 500 },
    )
    const brackets = JSON.stringify({ note: `${'[{'.repeat(5_000)}"\\"${',:'.repeat(5_000)}` })
    expect(readJson(brackets)).toEqual(JSON.parse(brackets))
  })

  it('of twenty levels is read, of twenty-one refused, and of a hundred thousand refused as fast', () => {
    expect(readJson(tower(20))).toBeInstanceOf(Array)
    expect(() => readJson(tower(21))).toThrow(SyntaxError)
    expect(() => readJson(tower(100_000))).toThrow('too deep')
    expect(() => readJson('{"a":'.repeat(100_000))).toThrow('too deep')
  })

  it('of a thousand keys or items is read, and of more refused', () => {
    expect(readJson(object(1_000))).toHaveProperty('k999', 999)
    expect(() => readJson(object(1_001))).toThrow('too many parts')
    expect(readJson(`[${'0,'.repeat(1_000)}0]`)).toHaveLength(1_001)
    expect(() => readJson(`[${'0,'.repeat(1_001)}0]`)).toThrow('too many parts')
  })

  it('that is no JSON, or would change what every object inherits, is refused', () => {
    for (const text of [
      '',
      '{',
      '[1,]',
      '\ufeff{}',
      "{'a':1}",
      'NaN',
      '{"a":1}}',
      '{"__proto__":{}}',
    ])
      expect(() => readJson(text), text).toThrow(SyntaxError)
  })
})
