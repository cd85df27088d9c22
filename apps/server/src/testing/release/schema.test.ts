import { expect, it } from 'vitest'
import { contractions, type Schema } from './schema.ts'

const schema = (parts: {
  columns?: Record<string, string>
  functions?: string[]
  rights?: string[]
  rules?: Record<string, string[]>
}): Schema => ({
  // A type with ! is of a column that must be given.
  columns: new Map(
    Object.entries(parts.columns ?? {}).map(([name, type]) => [
      name,
      { type: type.replace('!', ''), isNeeded: type.endsWith('!') },
    ]),
  ),
  functions: new Set(parts.functions),
  rights: new Set(parts.rights),
  rules: new Map(Object.entries(parts.rules ?? {}).map(([name, list]) => [name, new Set(list)])),
})
const release = schema({
  columns: { 'a.id': 'uuid!', 'a.word': 'text' },
  functions: ['f(uuid)'],
  rights: ['insert on a'],
  rules: { a: ['CHECK (word)', 'unique btree (id)'] },
})
const newer = (parts: Parameters<typeof schema>[0]) =>
  contractions(
    release,
    schema({
      columns: { 'a.id': 'uuid!', 'a.word': 'text' },
      functions: ['f(uuid)'],
      rights: ['insert on a'],
      rules: { a: ['CHECK (word)', 'unique btree (id)'] },
      ...parts,
    }),
  )

it('what is added, and a rule that is dropped, take nothing away', () => {
  expect(
    newer({
      columns: { 'a.id': 'uuid!', 'a.word': 'text', 'a.more': 'text', 'b.id': 'uuid!' },
      functions: ['f(uuid)', 'g()'],
      rights: ['insert on a', 'delete on a'],
      rules: { a: ['unique btree (id)', 'CHECK (more)'], b: ['CHECK (id)'] },
    }),
  ).toEqual([])
})

it.each([
  [{ columns: { 'a.id': 'uuid!' } }, 'column a.word is gone'],
  [{ columns: { 'a.id': 'uuid!', 'a.words': 'text' } }, 'column a.word is gone'],
  [{ columns: { 'a.id': 'uuid!', 'a.word': 'uuid' } }, 'column a.word is uuid instead of text'],
  [{ columns: { 'a.id': 'uuid!', 'a.word': 'text!' } }, 'column a.word must be given'],
  [
    { columns: { 'a.id': 'uuid!', 'a.word': 'text', 'a.b': 'int!' } },
    'column a.b is new and must be given',
  ],
  [{ functions: ['f(text)'] }, 'function f(uuid) is gone'],
  [{ rights: [] }, 'the right to insert on a is gone'],
  [
    { rules: { a: ['CHECK (word)', 'unique btree (id)', 'CHECK (id > more)'] } },
    'rows of a must fulfil CHECK (id > more)',
  ],
  [{ rules: { a: ['CHECK (word)'] } }, 'a is no longer unique btree (id)'],
])('%j: %s', (parts, finding) => {
  expect(newer(parts as Parameters<typeof schema>[0])).toEqual([finding])
})
