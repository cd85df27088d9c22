import { type Node, parseSync } from 'oxc-parser'
import type { Source } from './imports.ts'

/** A breach of the rule of docs/decisions/sql.md. */
export interface SqlViolation {
  where: string
  why: string
}

/** Files that may hand text to the driver: connections and migrations, and the second reading of the books. */
const driverFiles = /^apps\/server\/src\/(platform\/database|accountant)\//

/** The names by which a connection of the driver is known. */
const driverNames = /^(pool|client|pg|books|connection|owner)$/i

/** The breaches in the server's product code. */
export const sqlViolations = (sources: readonly Source[]): SqlViolation[] =>
  sources.flatMap(source => new Reading(source).violations)

class Reading {
  readonly violations: SqlViolation[] = []
  readonly #source: Source

  constructor(source: Source) {
    this.#source = source
    this.#visit(parseSync(source.path, source.text).program, [])
  }

  #visit(node: unknown, parents: readonly Node[]): void {
    if (Array.isArray(node)) {
      for (const one of node) this.#visit(one, parents)
      return
    }
    if (typeof node !== 'object' || node === null) return
    const isNode = 'type' in node && typeof node.type === 'string'
    if (isNode) this.#check(node as Node, parents)
    const within = isNode ? [...parents, node as Node] : parents
    for (const inner of Object.values(node)) this.#visit(inner, within)
  }

  #check(node: Node, parents: readonly Node[]): void {
    if (node.type === 'ImportDeclaration' && !driverFiles.test(this.#source.path))
      for (const one of node.specifiers)
        if (one.type === 'ImportSpecifier' && nameOf(one.imported) === 'CompiledQuery')
          this.#report(node, 'runs a text that is no `sql` template: CompiledQuery')
    if (
      node.type === 'CallExpression' &&
      isDriverCall(node) &&
      !driverFiles.test(this.#source.path)
    )
      this.#report(node, 'hands text to the driver')
    if (node.type === 'TaggedTemplateExpression' && nameOf(node.tag) === 'sql')
      this.#checkTemplate(node, parents)
  }

  #checkTemplate(
    node: Extract<Node, { type: 'TaggedTemplateExpression' }>,
    parents: readonly Node[],
  ) {
    if (node.typeArguments?.params.some(one => one.type === 'TSAnyKeyword'))
      this.#report(node, 'has rows of any type: `sql<any>`')
    if (!isExecuted(node, parents)) return
    const text = textOf(node)
    if (isPlain(text)) this.#report(node, `is said by the builder: ${text}`)
    if (!node.typeArguments && readsRows(parents.slice(0, -2)))
      this.#report(node, 'reads rows without naming their type')
  }

  #report(node: Node, why: string): void {
    const line = this.#source.text.slice(0, node.start).split('\n').length
    this.violations.push({ where: `${this.#source.path}:${line}`, why })
  }
}

const nameOf = (node: Node): string | null => (node.type === 'Identifier' ? node.name : null)

/** `pool.query(…)`, `platform.pool.query(…)`, `this.#client.query(…)`. */
function isDriverCall({ callee }: Extract<Node, { type: 'CallExpression' }>): boolean {
  if (callee.type !== 'MemberExpression' || nameOf(callee.property) !== 'query') return false
  const { object } = callee
  const last = object.type === 'MemberExpression' ? object.property : object
  return 'name' in last && typeof last.name === 'string' && driverNames.test(last.name)
}

/** Whether the template is a statement: `sql`…`.execute(…)`. */
function isExecuted(node: Node, parents: readonly Node[]): boolean {
  const parent = parents.at(-1)
  return (
    parent?.type === 'MemberExpression' &&
    parent.object === node &&
    nameOf(parent.property) === 'execute'
  )
}

/** Whether the rows of a statement are used: `{ rows } = await …`, `(await …).rows`. */
function readsRows(parents: readonly Node[]): boolean {
  const within = parents.filter(({ type }) => type !== 'ParenthesizedExpression')
  const user = within.findLast(({ type }) => type !== 'AwaitExpression')
  if (user?.type === 'VariableDeclarator' && user.id.type === 'ObjectPattern')
    return user.id.properties.some(one => one.type === 'Property' && nameOf(one.key) === 'rows')
  return user?.type === 'MemberExpression' && nameOf(user.property) === 'rows'
}

/** A template's text on one line, with `?` for each value. */
const textOf = ({ quasi }: Extract<Node, { type: 'TaggedTemplateExpression' }>): string =>
  quasi.quasis
    .map(one => one.value.raw)
    .join('?')
    .replace(/\s+/g, ' ')
    .trim()

const name = String.raw`\w+(?:\.\w+)?`
const value = String.raw`(?:\?|now|'[^']*'|\d+|true|false|null)`
const list = (of: string) => `${of}(?:, ${of})*`
const condition = `(?:${name} (?:=|<>|<|>|<=|>=) (?:${value}|${name})|${name} is (?:not )?null|${name} in \\(${list(value)}\\)|${name})`
const where = `(?: where ${condition}(?: (?:and|or) ${condition})*)?`
const returning = `(?: returning ${list(name)})?`

/** Statements of one table whose parts are columns, values and comparisons. */
const plain = [
  `select (?:${list(`${name}(?: as \\w+)?`)} |\\* )?from \\w+${where}(?: order by ${list(`${name}(?: desc| asc)?`)})?(?: limit ${value})?(?: for (?:no key )?(?:update|share)(?: skip locked)?)?`,
  `insert into \\w+ \\(${list(name)}\\) values \\(${list(value)}\\)(?: on conflict(?: \\(${list(name)}\\))?(?: do nothing| do update set ${list(`${name} = (?:${value}|${name})`)}))?${returning}`,
  `update \\w+ set ${list(`${name} = (?:${value}|${name})`)}${where}${returning}`,
  `delete from \\w+${where}${returning}`,
].map(pattern => new RegExp(`^${pattern}$`, 'i'))

/** Whether the builder says the whole statement with the types of the table. */
const isPlain = (text: string): boolean => {
  const bare = text.replace(/\?::\w+(?:\[\])?/g, '?').replaceAll('house_now()', 'now')
  return plain.some(pattern => pattern.test(bare))
}
