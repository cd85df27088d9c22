import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { repository } from '../bootstrap/repository.ts'
import type { Covering } from './covering.ts'
import type { FaultKind } from './grammar.ts'

/** What noticed a bug; null when nothing did. */
export type Verdict = 'types' | 'unit' | 'integration' | null

/** One program that may notice a bug. */
export interface Check {
  by: Exclude<Verdict, null>
  words: readonly string[]
}

/** The checks that may notice a bug of that kind, the cheap ones first. */
export function checksOf(tests: Covering, kind: FaultKind, unitOnly: boolean): Check[] {
  return [
    ...vitest('unit', tests.near),
    ...(typed.has(kind) ? [types] : []),
    ...vitest('unit', tests.far),
    ...(unitOnly ? [] : vitest('integration', tests.integration)),
  ]
}

/** Bugs that the compiler may refuse; the others are well typed by what they are. */
const typed: ReadonlySet<FaultKind> = new Set(['arguments', 'condition', 'operator'])

/** The compiler for the programs that node runs. */
const types: Check = {
  by: 'types',
  words: ['typescript/bin/tsc', '-p', 'tsconfig.json', '--noEmit'],
}

const vitest = (by: 'unit' | 'integration', files: readonly string[]): Check[] =>
  files.length === 0
    ? []
    : [{ by, words: ['vitest/vitest.mjs', 'run', '--project', by, '--bail', '1', ...files] }]

/** A bug may never end; the longest covering tests take a few minutes. */
const HUNG_MS = 20 * 60_000

/** Whether a check passes in the copy; one that hangs does not. */
export function passes(root: string, { words }: Check): Promise<boolean> {
  const [program, ...rest] = words
  return new Promise((resolve, reject) => {
    const path = join(repository, 'node_modules', program as string)
    // A group of its own: what it started ends with it.
    const child = spawn(process.execPath, [path, ...rest], {
      cwd: root,
      detached: true,
      stdio: 'ignore',
    })
    const hung = setTimeout(() => process.kill(-(child.pid as number), 'SIGKILL'), HUNG_MS)
    child.once('error', reject)
    child.once('exit', code => {
      clearTimeout(hung)
      resolve(code === 0)
    })
  })
}
