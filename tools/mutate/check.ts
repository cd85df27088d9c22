import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { repository } from '../bootstrap/repository.ts'
import type { FaultKind } from './grammar.ts'

/** What noticed a bug; null when nothing did. */
export type Verdict = 'types' | 'unit' | 'integration' | null

/** Bugs that the compiler may refuse; the others are well typed by what they are. */
export const mayBeRefused = (kind: FaultKind): boolean =>
  kind === 'arguments' || kind === 'condition' || kind === 'operator'

/** Where the compiler keeps what it found. */
export const typesKept = '.cache/types.tsbuildinfo'

/** Whether the compiler accepts the programs that node runs. */
export function isWellTyped(root: string): Promise<boolean> {
  const words = ['-p', 'tsconfig.json', '--noEmit', '--incremental', '--tsBuildInfoFile']
  const compiler = join(repository, 'node_modules/typescript/bin/tsc')
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [compiler, ...words, typesKept], {
      cwd: root,
      // What interrupts the run does not decide about the bug.
      detached: true,
      stdio: 'ignore',
    })
    child.once('error', reject)
    child.once('exit', code => resolve(code === 0))
  })
}
