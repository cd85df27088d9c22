import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'oxc-parser'

/** An import of a file. Paths are relative to the repository's root, with `/`. */
export interface Import {
  from: string
  /** The specifier as written. */
  specifier: string
  /** The file meant, when the specifier is relative; else null. */
  file: string | null
  /** True when it vanishes at run time. */
  typeOnly: boolean
  dynamic: boolean
}

export interface Source {
  path: string
  text: string
}

/** Every TypeScript and JavaScript file that git tracks or would track. */
export function sourcesOf(root: string): Source[] {
  const list = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '--', '*.ts', '*.tsx', '*.mjs'],
    { cwd: root, encoding: 'utf8' },
  )
  return list
    .split('\n')
    .filter(path => path !== '' && !path.endsWith('.d.mts') && existsSync(join(root, path)))
    .map(path => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

/** The imports and re-exports of a file. */
export function importsOf({ path, text }: Source): Import[] {
  const { module } = parseSync(path, text)
  const imports: Import[] = []
  const add = (specifier: string, typeOnly: boolean, dynamic: boolean) => {
    const file = specifier.startsWith('.')
      ? normalize(join(dirname(path), specifier)).replaceAll('\\', '/')
      : null
    imports.push({ from: path, specifier, file, typeOnly, dynamic })
  }
  for (const one of module.staticImports) {
    add(
      one.moduleRequest.value,
      one.entries.length > 0 && one.entries.every(entry => entry.isType),
      false,
    )
  }
  for (const one of module.staticExports) {
    for (const entry of one.entries)
      if (entry.moduleRequest) add(entry.moduleRequest.value, entry.isType, false)
  }
  for (const one of module.dynamicImports) {
    const literal = /^['"](.*)['"]$/.exec(
      text.slice(one.moduleRequest.start, one.moduleRequest.end),
    )
    if (literal?.[1]) add(literal[1], false, true)
  }
  return imports
}
