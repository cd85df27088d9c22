// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these strings are programs.
import { describe, expect, test } from 'vitest'
import { type FaultKind, faultsOf, planted } from './grammar.ts'

/** The source with each bug of that kind, one at a time. */
const bugs = (kind: FaultKind, text: string): string[] =>
  faultsOf('source.ts', text)
    .filter(fault => fault.kind === kind)
    .map(fault => planted(text, fault))

/** A kind of bug, a source, and what the grammar makes of it. */
const cases: readonly [FaultKind, string, readonly string[]][] = [
  ['boundary', 'a < b', ['a <= b']],
  ['boundary', 'a >= b', ['a > b']],
  ['boundary', "q.where('at', '<=', now)", ["q.where('at', '<', now)"]],
  ['boundary', 'sql`at > ${now} and x <> 1`', ['sql`at >= ${now} and x <> 1`']],
  ['boundary', "sql`data->>'a' = 1 and tags @> ${b}`", []],
  ['operator', 'a === b', ['a !== b']],
  ['operator', 'a + b', ['a - b']],
  ['operator', "a + 'text' + b", []],
  ['condition', 'if (late) throw refusal', ['if (false) throw refusal']],
  ['condition', 'const c = a && b', ['const c = (a)', 'const c = (b)']],
  ['condition', 'const c = a ? b : d', ['const c = false ? b : d']],
  ['await', 'await post(a)', ['void post(a)']],
  ['await', 'const c = await post(a)', []],
  ['act', 'await announce(a)', [';']],
  ['act', 'log.info(a)', []],
  ['arguments', 'move(from, to, 5n)', ['move(to, from, 5n)']],
  ['arguments', 'move(from, 5n)', []],
  ['lock', 'q.selectAll().forUpdate().execute()', ['q.selectAll().execute()']],
  ['lock', 'sql`select 1 for update skip locked`', ['sql`select 1 `']],
  ['member', "q.where('member_id', '=', me).execute()", ['q.execute()']],
  ['member', "q.where('trade.seller_id', '=', me).execute()", ['q.execute()']],
  ['member', "q.where('trade.sellerId', '=', me).execute()", ['q.execute()']],
  ['member', "q.where('state', '=', open).execute()", []],
  ['member', 'sql`where id = ${id} and t.member_id = ${me}::uuid`', ['sql`where id = ${id} `']],
  ['member', 'sql`x where buyer_id = ${me} limit 1`', ['sql`x where true limit 1`']],
  ['rounding', 'floorDiv(a, b)', ['floorDiv((a) + (b) - 1n, b)']],
  ['rounding', 'ceilDiv(a, b)', ['((a) / (b))']],
  ['rounding', 'ceilToStep(a, CENT)', ['((a) / (CENT) * (CENT))']],
]

describe('the grammar of bugs', () => {
  test.each(cases)('%s in `%s`', (kind, source, expected) => {
    expect(bugs(kind, source)).toEqual(expected)
  })

  test('types and imports are left alone', () => {
    expect(
      faultsOf('source.ts', "import { a } from 'b'\ntype Sign = '<' | '>'\nlet x: '<' = y"),
    ).toEqual([])
  })

  test('a bug has the line on which it begins', () => {
    expect(faultsOf('source.ts', 'const a = 1\n\nconst b = a < 2')[0]?.line).toBe(3)
  })
})
