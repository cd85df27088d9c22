import { expect, test } from 'vitest'
import { faultsOf } from './grammar.ts'
import { probed } from './probes.ts'

/** The source with each of its places watched, without the reporter. */
const watched = (source: string): string => {
  const probes = faultsOf('source.ts', source).map((fault, number) => ({ number, fault }))
  return probed('source.ts', source, probes, '/log').text.split(
    '\n\nfunction __reached',
  )[0] as string
}

test('the place of a bug reports when it is evaluated', () => {
  expect(watched('const c = a < b')).toBe('const c = (__reached(0), a < b)')
  expect(watched('if (late) end()')).toBe('if ((__reached(0), late)) 0, (__reached(1), end())')
})

test('places in places, and at one beginning, stay expressions', () => {
  const found: number[] = []
  const call = new Function(
    '__reached',
    'a',
    'b',
    `${watched('const c = a + 1 < b && b > 2')}; return c`,
  )
  expect(call((number: number) => found.push(number), 1, 3)).toBe(true)
  expect(new Set(found)).toEqual(new Set([0, 1, 2, 3, 4]))
})

test('a statement that begins with a place does not go on with the one before', () => {
  expect(watched('a = b\nawait call()')).toContain('\n0, (')
})

test('a place that cannot be watched is one that any test may reach', () => {
  const [fault] = faultsOf('source.ts', 'a < b')
  if (!fault) throw new Error('no bug')
  const around = { start: 0, end: 3 }
  const { unseen } = probed(
    'source.ts',
    'a < b',
    [{ number: 7, fault: { ...fault, around } }],
    '/log',
  )
  expect(unseen).toEqual([7])
})
