import type { ESTree, Plugin } from 'vite'

const definition = /packages[\\/]domain[\\/]src[\\/]contract[\\/]endpoint\.ts$/
const contract = /packages[\\/]domain[\\/]src[\\/].*\.ts$/

/** What only the server checks. A form checks what it sends by the schema of the body. */
const serversOwn = new Set(['params', 'query', 'answer'])

/** The same as `endpoint` of the contract, without the schemas that stand for an empty input. */
const shortDefinition = `export const endpoint = draft => ({
  method: 'GET', access: 'member', roles: [], refusals: [], proof: 'factor', whileFrozen: false, act: null,
  stopsAt: 'never', money: false, paymentPassword: false, emailCode: null, ...draft,
})`

/**
 * Leaves out of the build what the app never reads of a call's definition: the schemas of its
 * address and of its answer. To make them costs a phone a tenth of a second when a page opens, and
 * the schema library is a fifth of the first load; with this only pages with forms need it.
 */
export function callsWithoutSchemas(): Plugin {
  return {
    name: 'calls-without-schemas',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      if (definition.test(id)) return { code: shortDefinition, map: null }
      if (!contract.test(id)) return null
      return { code: withoutSchemas(code, this.parse(code)), map: null }
    },
  }
}

interface Cut {
  start: number
  end: number
  text: string
}

/** The module without those schemas, and with every constant left out that nothing uses then. */
export function withoutSchemas(code: string, { body }: Pick<ESTree.Program, 'body'>): string {
  const cuts: Cut[] = []
  for (const statement of body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declared?.type !== 'VariableDeclaration') continue
    for (const { id, init } of declared.declarations) {
      if (id.type !== 'Identifier' || !init) continue
      if (init.type === 'ArrowFunctionExpression' || init.type === 'Literal') continue
      // The contract's modules only define: a value that nothing uses need not be made.
      cuts.push({ start: init.start, end: init.start, text: '/* @__PURE__ */ (() => (' })
      cuts.push(...schemasIn(init))
      cuts.push({ start: init.end, end: init.end, text: '))()' })
    }
  }
  return cuts
    .reverse()
    .reduce((short, { start, end, text }) => short.slice(0, start) + text + short.slice(end), code)
}

/** The server's own schemas of a definition. */
function schemasIn(init: ESTree.Expression): Cut[] {
  if (init.type !== 'CallExpression') return []
  if (init.callee.type !== 'Identifier' || init.callee.name !== 'endpoint') return []
  const [draft] = init.arguments
  if (draft?.type !== 'ObjectExpression') return []
  return draft.properties.flatMap(property => {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') return []
    if (!serversOwn.has(property.key.name)) return []
    const { start, end } = property.value
    return [{ start, end, text: 'undefined' }]
  })
}
