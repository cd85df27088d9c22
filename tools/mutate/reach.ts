import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Covering } from './covering.ts'
import type { Fault } from './grammar.ts'
import { ANY_FILE, probed } from './probes.ts'
import type { Tests } from './tests.ts'

/** A bug of a file. */
export interface Bug extends Fault {
  file: string
  /** The file without the bug. */
  source: string
}

/** The tests that reach each bug, the quickest first, and those that fail without a bug. */
export interface Reach {
  testsOf(bug: Bug): Covering
  /** After so long the tests will not end: a loop has no end with the bug. */
  hungMs(files: readonly string[]): number
  broken: readonly string[]
}

/** Runs all that may reach the bugs once, with every place of a bug watched. */
export async function reachOf(
  root: string,
  bugs: readonly Bug[],
  coveringOf: (file: string) => Covering,
  tests: Readonly<Record<'unit' | 'integration', Tests>>,
): Promise<Reach> {
  const write = (path: string, text: string) => {
    writeFileSync(path, text)
    tests.unit.changed(path)
    tests.integration.changed(path)
  }
  const log = join(root, '.cache/reached')
  rmSync(log, { force: true })
  const unseen = new Set<number>()
  const files = new Map<string, Bug[]>()
  for (const bug of bugs) files.set(bug.file, [...(files.get(bug.file) ?? []), bug])
  for (const [file, here] of files) {
    const probes = here.map(bug => ({ number: bugs.indexOf(bug), fault: bug }))
    const watched = probed(file, (here[0] as Bug).source, probes, log)
    write(join(root, file), watched.text)
    for (const number of watched.unseen) unseen.add(number)
  }
  const seconds = new Map<string, number>()
  const broken: string[] = []
  for (const project of ['unit', 'integration'] as const) {
    const wanted = [...files.keys()].flatMap(file => coveringOf(file)[project])
    if (wanted.length === 0) continue
    const answer = await tests[project].run([...new Set(wanted)].sort(), true)
    for (const one of answer.results)
      if (one.passed) seconds.set(one.file, one.seconds)
      else broken.push(one.file)
  }
  for (const [file, [bug]] of files) write(join(root, file), (bug as Bug).source)
  const pairs = existsSync(log) ? readFileSync(log, 'utf8').split('\n') : []
  const reached = new Set(
    pairs.map(pair => {
      const [number, ...file] = pair.split(' ')
      const path = file.join(' ')
      return `${number} ${path === ANY_FILE ? path : relative(root, path)}`
    }),
  )
  return {
    broken,
    hungMs: files =>
      120_000 + 8000 * files.reduce((sum, file) => sum + (seconds.get(file) ?? 0), 0),
    testsOf(bug) {
      const number = bugs.indexOf(bug)
      const anyFile = bug.whenLoaded || unseen.has(number) || reached.has(`${number} ${ANY_FILE}`)
      const covering = coveringOf(bug.file)
      const of = (project: 'unit' | 'integration') =>
        covering[project]
          .filter(test => seconds.has(test) && (anyFile || reached.has(`${number} ${test}`)))
          .sort((a, b) => (seconds.get(a) ?? 0) - (seconds.get(b) ?? 0))
      return { unit: of('unit'), integration: of('integration') }
    },
  }
}
