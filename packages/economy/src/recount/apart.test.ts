import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const folder = new URL('..', import.meta.url).pathname

/** The modules from which the product files of a folder import values, not only types. */
function valuesImportedIn(part: string): string[] {
  const files = readdirSync(`${folder}${part}`, { recursive: true, encoding: 'utf8' })
  const isProduct = (path: string) => /\.ts$/.test(path) && !/\.(test|fixture)\.ts$/.test(path)
  const texts = files
    .filter(isProduct)
    .map(path => readFileSync(`${folder}${part}/${path}`, 'utf8'))
  const imports = texts.flatMap(text => [
    ...text.matchAll(/^(?:import|export) (type )?([^']*?)from '([^']+)'/gm),
  ])
  return imports.flatMap(([, type, names = '', from = '']) => {
    const values = names.split(/[{},]/).filter(name => name.trim() && !/^\s*type /.test(name))
    return type || values.length === 0 ? [] : [from]
  })
}

describe('the two computations', () => {
  test('share no code: the second has only numbers of the rule book and columns in common', () => {
    const outside = valuesImportedIn('recount').filter(from => !from.startsWith('./'))
    expect([...new Set(outside)].sort()).toEqual([
      '../earlier/parameters.ts',
      '../growing-column.ts',
      '../id-column.ts',
      '../parameters.ts',
    ])
  })

  test('share no code: the first imports nothing of the second', () => {
    const imports = valuesImportedIn('settlement')
    expect(imports.length).toBeGreaterThan(50)
    expect(imports.filter(from => from.includes('recount'))).toEqual([])
  })
})
