import { projectOf } from '../test-run/projects.ts'
import type { Import } from '../tidy/imports.ts'

/** The tests that may reach a file. */
export interface Covering {
  unit: readonly string[]
  integration: readonly string[]
}

/**
 * The tests that may reach a file: by the imports between files of one package (of a test with a
 * database only its own imports), and by the module's name, which is the same in every package. What another package's barrel leads to is left out: that
 * is nearly all. With `words`, the tests whose path contains one of them instead.
 */
export function coveringOf(
  file: string,
  files: readonly string[],
  imports: readonly Import[],
  words: readonly string[] = [],
): Covering {
  const wanted =
    words.length > 0
      ? files.filter(test => words.some(word => test.includes(word)))
      : byImportsAndName(file, files, imports)
  return {
    unit: wanted.filter(one => projectOf(one) === 'unit'),
    integration: wanted.filter(one => projectOf(one) === 'integration'),
  }
}

function byImportsAndName(
  file: string,
  files: readonly string[],
  imports: readonly Import[],
): string[] {
  const importers = new Map<string, string[]>()
  for (const { file: imported, from, typeOnly } of imports) {
    if (imported === null || typeOnly) continue
    importers.set(imported, [...(importers.get(imported) ?? []), from])
  }
  const reached = new Set([file])
  for (const here of reached) for (const from of importers.get(here) ?? []) reached.add(from)
  const module = moduleOf(file)
  const app = appOf(file)
  // No other program imports what an app is made of.
  const ofModule = (test: string) =>
    module !== undefined && moduleOf(test) === module && (!app || appOf(test) === app)
  // A claim with a database reaches nearly all by imports; what imports the file itself is about it.
  const direct = new Set(importers.get(file))
  return files.filter(
    one => ofModule(one) || (projectOf(one) === 'unit' ? reached : direct).has(one),
  )
}

/** The folder under a package's sources: a module has one name everywhere. */
const moduleOf = (file: string): string | undefined =>
  /^(?:packages|apps)\/[^/]+\/src\/([^/]+)\//.exec(file)?.[1]

const appOf = (file: string): string | undefined => /^apps\/[^/]+\//.exec(file)?.[0]
