/** A file of generated types; its path is relative to the server's source. */
export interface TypeFile {
  path: string
  text: string
}

const head = `/**
 * The types of this module's tables, by npm run db:types.
 * Please do not edit it manually.
 */
`

const commonHead = `/**
 * The kinds of columns, by npm run db:types.
 * Please do not edit it manually.
 */

import type { ColumnType } from 'kysely'
`

/**
 * Splits what kysely-codegen writes into one file for each module that owns tables. Each adds its
 * tables to the interface \`DB\` of the platform, which itself names no module. Throws an error that
 * names the tables without an owner.
 */
export function splitTypes(
  written: string,
  ownerOf: (table: string) => string | undefined,
): TypeFile[] {
  const interfaces = new Map(
    [...written.matchAll(/^export interface (\w+) \{\n[\s\S]*?^\}\n/gm)].map(match => [
      match[1] as string,
      match[0],
    ]),
  )
  const tables = [...(interfaces.get('DB') ?? '').matchAll(/^ {2}(\w+): (\w+);$/gm)].map(match => ({
    key: match[1] as string,
    type: match[2] as string,
  }))
  const common = [...written.matchAll(/^export type (\w+)(?:<T>)? =[\s\S]*?;\n(?=\n)/gm)]
  const commonNames = common.map(match => match[1] as string)
  const byOwner = new Map<string, typeof tables>()
  for (const table of tables) {
    const owner = ownerOf(snake(table.key))
    if (owner === undefined) throw new Error(`no module creates the table ${snake(table.key)}`)
    byOwner.set(owner, [...(byOwner.get(owner) ?? []), table])
  }
  const ofModule = ([owner, own]: [string, typeof tables]): TypeFile => {
    const bodies = own.map(({ type }) => interfaces.get(type) ?? '').join('\n')
    const used = commonNames.filter(name => new RegExp(`\\b${name}\\b`).test(bodies)).sort()
    const to = owner === 'platform' ? '.' : '../platform/database'
    const imports =
      used.length === 0 ? '' : `import type { ${used.join(', ')} } from '${to}/column-types.ts'\n\n`
    const added = own.map(({ key, type }) => `    ${key}: ${type};`).join('\n')
    return {
      path: owner === 'platform' ? 'platform/database/generated.ts' : `${owner}/generated.ts`,
      text: `${head}\n${imports}${bodies}\ndeclare module '${to}/tables.ts' {\n  interface DB {\n${added}\n  }\n}\n`,
    }
  }
  const columnTypes = {
    path: 'platform/database/column-types.ts',
    text: `${commonHead}\n${common.map(([type]) => type).join('\n')}`,
  }
  return [columnTypes, ...[...byOwner].map(ofModule)]
}

const snake = (name: string): string => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
