import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Where bugs are planted: the files, and of each the lines, or all of them. */
export type Scope = ReadonlyMap<string, ReadonlySet<number> | 'all'>

/** Whether a file holds code of the product, in which a bug means something. */
export const isProductCode = (path: string): boolean =>
  /^(packages|apps)\/[^/]+\/src\/.*\.tsx?$/.test(path) &&
  !/\.test\.tsx?$|\.fixture\.ts$|\.d\.ts$|\/testing\/|generated|\/worked-examples\//.test(path)

/** The files whose path contains one of the words. */
export function scopeOfWords(root: string, words: readonly string[]): Scope {
  const files = git(root, 'ls-files').split('\n')
  const chosen = files.filter(file => words.some(word => file.includes(word)))
  return new Map(chosen.filter(isProductCode).map(file => [file, 'all']))
}

/** The lines that the last change wrote: what is not committed yet, or else the last commit. */
export function scopeOfLastChange(root: string): Scope {
  const uncommitted = git(root, 'diff', '--unified=0', 'HEAD')
  const lines = linesOfDiff(uncommitted || git(root, 'diff', '--unified=0', 'HEAD~1', 'HEAD'))
  return new Map([...lines].filter(([file]) => isProductCode(file) && existsSync(join(root, file))))
}

/** The new lines of each file in a diff without context. */
export function linesOfDiff(diff: string): Map<string, Set<number>> {
  const linesOf = new Map<string, Set<number>>()
  let lines = new Set<number>()
  for (const line of diff.split('\n')) {
    const file = /^\+\+\+ b\/(.*)$/.exec(line)?.[1]
    if (file) {
      lines = new Set()
      linesOf.set(file, lines)
    }
    const [, from, count] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? []
    for (let i = 0; i < (from ? Number(count ?? 1) : 0); i++) lines.add(Number(from) + i)
  }
  return linesOf
}

const git = (root: string, ...words: string[]): string =>
  execFileSync('git', words, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 })
