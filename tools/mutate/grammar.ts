import { parseSync } from 'oxc-parser'

/** What kind of mistake is planted. */
export type FaultKind =
  | 'boundary'
  | 'operator'
  | 'condition'
  | 'await'
  | 'act'
  | 'arguments'
  | 'lock'
  | 'member'
  | 'rounding'

/** One small bug: `text` in place of the source from `start` to `end`. */
export interface Fault {
  kind: FaultKind
  /** The line on which it begins, from 1. */
  line: number
  start: number
  end: number
  text: string
  /** The smallest expression of which the bug is a part; a run that does not reach it misses the bug. */
  around: Range
  /** Whether it is evaluated once, when the file is loaded. */
  whenLoaded: boolean
}

interface Range {
  start: number
  end: number
}

/** A node of the syntax tree; its fields differ by type. */
interface Node {
  type: string
  start: number
  end: number
  // biome-ignore lint/suspicious/noExplicitAny: each type of node has fields of its own
  [field: string]: any
}

type Planted = Pick<Fault, 'kind' | 'start' | 'end' | 'text'>
type Rule = (node: Node, text: string) => Planted[]

/** All the bugs that the grammar knows for a file, in the order of their places. */
export function faultsOf(path: string, text: string): Fault[] {
  const faults: Omit<Fault, 'line'>[] = []
  walk(parseSync(path, text).program as unknown as Node, (node, whenLoaded) => {
    const { start, end } = reachedWith(node)
    for (const rule of rules[node.type] ?? [])
      for (const fault of rule(node, text))
        faults.push({ ...fault, around: { start, end }, whenLoaded })
  })
  return faults
    .filter(fault => text.slice(fault.start, fault.end) !== fault.text)
    .sort((a, b) => a.start - b.start || a.end - b.end)
    .map(fault => ({ ...fault, line: text.slice(0, fault.start).split('\n').length }))
}

/** What is evaluated when the node is. */
const reachedWith = (node: Node): Node =>
  node.type === 'IfStatement' || node.type === 'ConditionalExpression'
    ? node.test
    : node.type === 'ExpressionStatement'
      ? node.expression
      : node

/** The source with the bug in it. */
export const planted = (
  text: string,
  { start, end, text: bug }: Pick<Fault, 'start' | 'end' | 'text'>,
): string => text.slice(0, start) + bug + text.slice(end)

/** Visits every node that exists at run time. */
function walk(
  node: Node,
  visit: (node: Node, whenLoaded: boolean) => void,
  whenLoaded = true,
): void {
  if (vanishing.has(node.type)) return
  visit(node, whenLoaded)
  const inside = whenLoaded && !/Function/.test(node.type)
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child?.type === 'string') walk(child as Node, visit, inside)
}

/** Types and imports are not there when the program runs. */
const vanishing = new Set([
  'ImportDeclaration',
  'TSTypeAnnotation',
  'TSTypeAliasDeclaration',
  'TSInterfaceDeclaration',
  'TSTypeParameterInstantiation',
  'TSLiteralType',
])

const boundaries: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' }
const operators: Readonly<Record<string, string>> = {
  '+': '-',
  '-': '+',
  '*': '/',
  '===': '!==',
  '!==': '===',
}

const swappedOperator: Rule = ({ left, right, operator }, text) => {
  const kind = boundaries[operator] ? 'boundary' : 'operator'
  const other = boundaries[operator] ?? operators[operator]
  if (!other || isText(left) || isText(right)) return []
  const start = left.end + text.slice(left.end, right.start).indexOf(operator)
  return [{ kind, start, end: start + operator.length, text: other }]
}

const isText = (node: Node): boolean =>
  node.type === 'TemplateLiteral' ||
  (node.type === 'Literal' && typeof node.value === 'string') ||
  (node.type === 'BinaryExpression' && (isText(node.left) || isText(node.right)))

const oneSide: Rule = (node, text) =>
  node.operator === '??'
    ? []
    : [node.left, node.right].map(side => ({
        kind: 'condition' as const,
        start: node.start,
        end: node.end,
        text: `(${sourceOf(side, text)})`,
      }))

const neverTrue: Rule = ({ test }) => [
  { kind: 'condition', start: test.start, end: test.end, text: 'false' },
]

/** A statement that is only a call: not waited for, or not there. */
const lostCall: Rule = ({ expression, start, end }, text) => {
  const awaited = expression.type === 'AwaitExpression'
  const call = awaited ? expression.argument : expression
  if (call.type !== 'CallExpression' || call.callee.type === 'Super') return []
  if (/^(this\.)?(log|logger|console)\b/.test(sourceOf(call.callee, text))) return []
  const gone: Planted = { kind: 'act', start, end, text: ';' }
  const word = expression.start
  return awaited
    ? [{ kind: 'await', start: word, end: word + 'await'.length, text: 'void' }, gone]
    : [gone]
}

const swappedArguments: Rule = (node, text) => {
  const given = node.arguments as Node[]
  return given.slice(1).flatMap((second, i) => {
    const first = given[i] as Node
    if (!isName(first) || !isName(second)) return []
    const between = text.slice(first.end, second.start)
    const swapped = sourceOf(second, text) + between + sourceOf(first, text)
    return [{ kind: 'arguments' as const, start: first.start, end: second.end, text: swapped }]
  })
}

const isName = ({ type }: Node): boolean => type === 'Identifier' || type === 'MemberExpression'

const roundedOtherwise: Rule = (node, text) => {
  const [a, b] = (node.arguments as Node[]).map(argument => sourceOf(argument, text))
  const name = node.callee.type === 'Identifier' ? (node.callee.name as string) : ''
  const [, way, step] = /^(floor|ceil)(Div|ToStep)$/.exec(name) ?? []
  if (!way || !a || !b) return []
  const up = `${name}((${a}) + (${b}) - 1n, ${b})`
  const down = step === 'Div' ? `((${a}) / (${b}))` : `((${a}) / (${b}) * (${b}))`
  const { start, end } = node
  return [{ kind: 'rounding', start, end, text: way === 'floor' ? up : down }]
}

const locks = new Set(['forUpdate', 'forNoKeyUpdate', 'forShare', 'skipLocked'])
/** Columns that say whose a row is. */
const owners = '(?:member|owner|buyer|seller|account|operator|inviter)(?:_id|Id|\\.id)?'
const ownerColumn = new RegExp(`^(?:\\w+\\.)?${owners}$`)

/** A lock or a filter by member that is missing in a query of the builder. */
const lostMethod: Rule = ({ callee, arguments: given, end }) => {
  if (callee.type !== 'MemberExpression' || callee.computed) return []
  const name = callee.property.name as string
  const gone = (kind: FaultKind): Planted[] => [{ kind, start: callee.object.end, end, text: '' }]
  if (locks.has(name)) return gone('lock')
  const column = given[0]?.value
  const filters = name === 'where' && given[1]?.value === '='
  return filters && typeof column === 'string' && ownerColumn.test(column) ? gone('member') : []
}

/** `'<'` given to the builder as a comparison. */
const comparison: Rule = ({ value, start, end }) =>
  typeof value === 'string' && boundaries[value]
    ? [{ kind: 'boundary', start, end, text: `'${boundaries[value]}'` }]
    : []

const sqlBoundary = /(?<![-<>=!@#|])(?:<=|>=|<|>)(?![<>=@])/g
const sqlLock = /\bfor (?:no key )?(?:update|share)(?: of \w+)?(?: skip locked)?/g
const sqlMember = new RegExp(`\\b(and|where)\\s+(?:\\w+\\.)?${owners}\\s*=\\s*$`)

/** Boundaries, locks and filters by member in the text of an `sql` template. */
const insideSql: Rule = ({ tag, quasi }, text) => {
  if (!/^sql\b/.test(sourceOf(tag, text))) return []
  return (quasi.quasis as Node[]).flatMap((part, i) => {
    const from = part.start + 1
    const raw = part.value.raw as string
    const at = (kind: FaultKind, match: RegExpMatchArray, bug: string): Planted => {
      const start = from + (match.index as number)
      return { kind, start, end: start + match[0].length, text: bug }
    }
    const faults = [...raw.matchAll(sqlBoundary)].map(one =>
      at('boundary', one, boundaries[one[0]] as string),
    )
    faults.push(...[...raw.matchAll(sqlLock)].map(one => at('lock', one, '')))
    const filter = sqlMember.exec(raw)
    const value = quasi.expressions[i] as Node | undefined
    if (filter && value) {
      const cast = /^\}(::\w+)?/.exec(text.slice(value.end))?.[0].length ?? 1
      const bug = filter[1] === 'where' ? 'where true' : ''
      faults.push({ ...at('member', filter, bug), end: value.end + cast })
    }
    return faults
  })
}

const sourceOf = ({ start, end }: Node, text: string): string => text.slice(start, end)

const rules: Readonly<Record<string, readonly Rule[]>> = {
  BinaryExpression: [swappedOperator],
  LogicalExpression: [oneSide],
  IfStatement: [neverTrue],
  ConditionalExpression: [neverTrue],
  ExpressionStatement: [lostCall],
  CallExpression: [swappedArguments, roundedOtherwise, lostMethod],
  Literal: [comparison],
  TaggedTemplateExpression: [insideSql],
}
