import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What a run over a module has found. */
export interface Score {
  /** The words after `npm run` that repeat it. */
  command: string
  planted: number
  /** How many were found when they were planted first. */
  foundAtFirst: number
  found: number
  equivalent: number
  /** The bugs that were not found, by name. */
  survivors: readonly string[]
}

const figures = 'docs/figures.md'
const fileOf = (root: string, module: string) => join(root, `.cache/mutate/${module}.json`)

export function readScore(root: string, module: string): Score {
  return JSON.parse(readFileSync(fileOf(root, module), 'utf8'))
}

/** Keeps a score for `--again`, and writes its row into the figures. */
export function writeScore(root: string, module: string, score: Score, day: string): void {
  const file = fileOf(root, module)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(score, null, 2))
  const path = join(root, figures)
  writeFileSync(path, withRow(readFileSync(path, 'utf8'), module, score, day))
}

/** The table with the module's row in place of the one before, or as the last one. */
export function withRow(text: string, module: string, score: Score, day: string): string {
  const begin = `| Planted bugs found in ${module} |`
  const share = Math.floor((100 * score.found) / Math.max(score.planted, 1))
  const atFirst =
    score.found > score.foundAtFirst
      ? `, ${score.foundAtFirst} of them before claims were written for the others`
      : ''
  const apart = `${score.equivalent} more make no difference`
  const row = `${begin} 95 % | ${share} %: ${score.found} of ${score.planted}${atFirst}; ${apart}; ${day} | \`${score.command}\` |`
  const lines = text.split('\n').filter(line => !line.startsWith(begin))
  const old = text.split('\n').findIndex(line => line.startsWith(begin))
  const last = lines.findLastIndex(line => line.startsWith('| '))
  lines.splice(old < 0 ? last + 1 : old, 0, row)
  return lines.join('\n')
}
