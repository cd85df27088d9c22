import { parseSync, Visitor } from 'oxc-parser'
import type { Source } from './imports.ts'

// biome-ignore lint/suspicious/noExplicitAny: each type of node has fields of its own
type Node = any

/** A value of a catalogue as it is written in a source file. */
export interface Entry {
  /** The names that lead to it, joined by dots. */
  path: string
  line: number
  /** The text; what a template fills in is a slot. Null when it is computed. */
  text: string | null
  /** What is filled in, in order of the alphabet. */
  slots: readonly string[]
}

/** One set of texts in both languages. */
export interface Catalogue {
  file: string
  line: number
  zh: readonly Entry[]
  en: readonly Entry[]
}

/** Every pair of texts or tables of texts in a file: `{ zh, en }`, `{ 'zh-CN', en }`, `inLanguages(zh, en)`. */
export function cataloguesOf({ path, text }: Source): Catalogue[] {
  const catalogues: Catalogue[] = []
  const lineAt = (start: number) => text.slice(0, start).split('\n').length
  const add = (start: number, zh: Node, en: Node) => {
    const [a, b] = [entriesOf(zh, text, lineAt), entriesOf(en, text, lineAt)]
    if (a.length + b.length > 0) catalogues.push({ file: path, line: lineAt(start), zh: a, en: b })
  }
  new Visitor({
    ObjectExpression(node: Node) {
      const byName = new Map<string, Node>(
        node.properties.filter(isPlain).map((one: Node) => [nameOf(one), one.value]),
      )
      const zh = byName.get('zh') ?? byName.get('zh-CN')
      const en = byName.get('en')
      if (zh && en) add(node.start, zh, en)
    },
    CallExpression(node: Node) {
      const [zh, en] = node.arguments
      if (node.callee.name === 'inLanguages' && zh && en) add(node.start, zh, en)
    },
  }).visit(parseSync(path, text).program)
  return catalogues
}

const isPlain = (property: Node): boolean => property.type === 'Property' && !property.computed
const nameOf = ({ key }: Node): string => key.name ?? String(key.value)

function entriesOf(
  node: Node,
  source: string,
  lineAt: (start: number) => number,
  path = '',
): Entry[] {
  const deeper = (child: Node, name: string) =>
    entriesOf(child, source, lineAt, path === '' ? name : `${path}.${name}`)
  const value = bare(node)
  if (value.type === 'ObjectExpression')
    return value.properties.flatMap((one: Node) =>
      isPlain(one) ? deeper(one.value, nameOf(one)) : [],
    )
  if (value.type === 'ArrayExpression')
    return value.elements.flatMap((one: Node, i: number) => (one ? deeper(one, String(i)) : []))
  const line = lineAt(value.start)
  if (value.type === 'Literal' && typeof value.value === 'string') {
    const slots = [...value.value.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name as string)
    return [{ path, line, text: value.value, slots: alike(slots) }]
  }
  if (value.type === 'TemplateLiteral') {
    const text = value.quasis.map((one: Node) => one.value.cooked ?? '').join('{{}}')
    const slots = value.expressions.flatMap((one: Node) =>
      namesIn(source.slice(one.start, one.end)),
    )
    return [{ path, line, text, slots: alike(slots) }]
  }
  if (value.type === 'ArrowFunctionExpression' && value.body.type !== 'BlockStatement') {
    const given = value.params.map((one: Node) => one.name)
    return deeper(value.body, '()').map(entry => ({
      ...entry,
      slots: entry.slots.filter(slot => given.includes(slot)),
    }))
  }
  return path === '' ? [] : [{ path, line, text: null, slots: [] }]
}

/** The variables in an expression; what a language calls its own is none. */
const namesIn = (code: string): string[] =>
  (code.replace(/'[^']*'/g, '').match(/(?<![.\w])[a-z]\w*/gi) ?? []).filter(
    name => !['zh', 'en', 'null'].includes(name),
  )

/** Without what only the compiler reads. */
const bare = (node: Node): Node =>
  /^TS|Parenthesized/.test(node.type) ? bare(node.expression) : node

const alike = (slots: readonly string[]): string[] => [...new Set(slots)].sort()

/**
 * What is wrong with a pair of catalogues, each with its place. `blank` are the names whose text may
 * be empty in a language.
 */
export function faultsOfCatalogue(
  { file, zh, en }: Catalogue,
  blank: ReadonlySet<string>,
): string[] {
  const others = new Map(en.map(entry => [entry.path, entry]))
  const faults: string[] = []
  const say = ({ line, path, text }: Entry, what: string) =>
    faults.push(`${file}:${line} ${path} ${what}: ${text}`)
  for (const entry of [...zh, ...en])
    if (entry.text?.trim() === '' && !blank.has(entry.path)) say(entry, 'is empty')
  for (const entry of zh) {
    const other = others.get(entry.path)
    others.delete(entry.path)
    if (!other) say(entry, 'is not in English')
    else if (entry.text !== null && other.text !== null) {
      if (entry.slots.join() !== other.slots.join())
        say(other, `fills ${other.slots.join(', ')} where Chinese fills ${entry.slots.join(', ')}`)
      if (hasWords(other.text) && !hasHan(entry.text) && !blank.has(entry.path))
        say(entry, 'is not translated')
      if (hasHan(other.text)) say(other, 'is not translated')
    }
  }
  for (const entry of others.values())
    if (!entry.path.endsWith('_one')) say(entry, 'is not in Chinese')
  return faults
}

/** The language and the product are called by their own names everywhere. */
const hasHan = (text: string): boolean =>
  /\p{Script=Han}/u.test(text.replaceAll(/中文|榕树 Banyan/g, ''))
/** Names, units and signs are the same in every language; words begin small somewhere. */
const hasWords = (text: string): boolean =>
  /(?<![\w/.{@-])[a-z]{3,}(?![\w/.}-])/.test(text.replace(/\{\{\w*\}\}/g, ''))
