import type { SpanName } from './spans.ts'

/** Texts of statements are constants of the program, but lists in them have any length. */
const MOST_KEPT = 2_000
const kept = new Map<string, SpanName>()

/** The span of a statement: what it does, to which table. No value of it, and not its text. */
export function statementSpan(text: string): SpanName {
  const known = kept.get(text)
  if (known) return known
  const { operation, table } = readStatement(text)
  const span: SpanName = {
    name: table === null ? operation : `${operation} ${table}`,
    kind: 'client',
    facts: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      ...(table === null ? {} : { 'db.collection.name': table }),
    },
  }
  if (kept.size < MOST_KEPT) kept.set(text, span)
  return span
}

const NAME = '"?([a-z_][a-z0-9_]*)"?'
const changing = new RegExp(
  `\\b(?:(insert) into|(?<!for |for no key |do )(update)|(delete) from)\\s+(?:only\\s+)?${NAME}`,
)
const reading = new RegExp(
  `(?<!distinct )\\b(?:from|join)\\s+(?:only\\s+|lateral\\s+)*${NAME}(?!["\\w])(?!\\s*\\()`,
  'g',
)

/**
 * What a statement does, and its table: of one that changes something the table that it changes, of
 * the others the first that it reads.
 */
export function readStatement(text: string): { operation: string; table: string | null } {
  const plain = text
    .toLowerCase()
    // What is quoted could be a value.
    .replace(/\$(\w*)\$.*?\$\1\$/gs, "''")
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/\/\*.*?\*\/|--[^\n]*/gs, ' ')
    // Here `from` is not followed by a table.
    .replace(/\b(extract|substring|trim|overlay)\s*\([^()]*\)/g, "''")
    .replace(/\s+/g, ' ')
    .trim()
  const [first = ''] = /^[a-z]+/.exec(plain) ?? []
  const change = changing.exec(plain)
  if (change && (first === 'with' || first === (change[1] ?? change[2] ?? change[3])))
    return { operation: change[1] ?? change[2] ?? change[3] ?? '', table: change[4] ?? null }
  if (first !== 'select' && first !== 'with') return { operation: first || 'other', table: null }
  const named = new Set(
    [
      ...plain.matchAll(
        /"?([a-z_][a-z0-9_]*)"?(?:\s?\([^()]*\))? as (?:not )?(?:materialized )?\(/g,
      ),
    ].map(([, name]) => name),
  )
  const tables = [...plain.matchAll(reading)].map(([, name]) => name ?? '')
  return { operation: 'select', table: tables.find(name => !named.has(name)) ?? null }
}
