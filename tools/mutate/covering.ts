import { dirname } from 'node:path'
import { projectOf } from '../test-run/projects.ts'
import type { Import } from '../tidy/imports.ts'

/** The tests that may find a bug in a file, the nearest first. */
export interface Covering {
  /** The unit tests with the shortest way of imports to the file. */
  near: readonly string[]
  /** The other unit tests that import it in some way, or are of the module of that name. */
  far: readonly string[]
  /** Integration tests of the module. */
  integration: readonly string[]
}

/**
 * The tests of a file, by the imports between files of one package and by the module's name, which is
 * the same in every package. What another package's barrel leads to is left out: that is nearly all.
 * Tests that take `long` are never near.
 */
export function coveringOf(
  file: string,
  files: readonly string[],
  imports: readonly Import[],
  long: ReadonlySet<string> = new Set(),
): Covering {
  const importers = new Map<string, string[]>()
  for (const { file: imported, from, typeOnly } of imports) {
    if (imported === null || typeOnly) continue
    importers.set(imported, [...(importers.get(imported) ?? []), from])
  }
  const reached = new Map([[file, 0]])
  for (const [here, distance] of reached)
    for (const from of importers.get(here) ?? [])
      if (!reached.has(from)) reached.set(from, distance + 1)
  const module = moduleOf(file)
  const ofModule = (test: string) => module !== undefined && moduleOf(test) === module
  const distance = (test: string) => reached.get(test) ?? Number.POSITIVE_INFINITY
  const unit = files
    .filter(one => projectOf(one) === 'unit' && (reached.has(one) || ofModule(one)))
    .sort((a, b) => (distance(a) < distance(b) ? -1 : distance(a) > distance(b) ? 1 : 0))
  const near = unit.filter(test => !long.has(test)).slice(0, NEAR)
  return {
    near,
    far: unit.filter(test => !near.includes(test)),
    integration: files.filter(one => projectOf(one) === 'integration' && ofModule(one)),
  }
}

/** So many files start in a moment, and find most bugs. */
const NEAR = 8

/** The folder under a package's sources: a module has one name everywhere. */
const moduleOf = (file: string): string | undefined =>
  /^(?:packages|apps)\/[^/]+\/src\/(?:platform\/)?([^/]+)\//.exec(`${dirname(file)}/`)?.[1]
