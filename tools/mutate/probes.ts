import { parseSync } from 'oxc-parser'
import type { Fault } from './grammar.ts'

/** A place that is watched: the expression around a bug, and the number that it reports. */
export interface Probe {
  number: number
  fault: Fault
}

/** What a place reports when no test file is known, as in a program that a test starts. */
export const ANY_FILE = '*'

/**
 * The source in which every place of a bug writes `number file` to `log` when a test file first
 * reaches it. A place that cannot be watched is in `unseen`: any test may reach it.
 */
export function probed(
  path: string,
  source: string,
  probes: readonly Probe[],
  log: string,
): { text: string; unseen: number[] } {
  const starts = statementStarts(path, source)
  const unseen: number[] = []
  let taken: Probe[] = []
  for (const probe of probes) {
    const more = [...taken, probe]
    if (parseSync(path, withCalls(source, more, starts)).errors.length > 0)
      unseen.push(probe.number)
    else taken = more
  }
  return { text: `${withCalls(source, taken, starts)}\n${reporter(log)}`, unseen }
}

/** `(reached(1), expression)`; a statement that began with it begins with `0,` lest it goes on with the one before. */
function withCalls(source: string, probes: readonly Probe[], starts: ReadonlySet<number>): string {
  const inserted = probes.flatMap(({ number, fault: { around } }) => [
    {
      at: around.start,
      outer: around.end,
      opens: true,
      text: `${starts.has(around.start) ? '0, ' : ''}(__reached(${number}), `,
    },
    { at: around.end, outer: around.start, opens: false, text: ')' },
  ])
  // From the end to the beginning. At one place: what opens the outermost is written last.
  inserted.sort(
    (a, b) =>
      b.at - a.at ||
      Number(b.opens) - Number(a.opens) ||
      (a.opens ? a.outer - b.outer : a.outer - b.outer),
  )
  let text = source
  for (const one of inserted) text = text.slice(0, one.at) + one.text + text.slice(one.at)
  return text
}

/** Where a statement that is only an expression begins. */
function statementStarts(path: string, source: string): Set<number> {
  const starts = new Set<number>()
  const visit = (node: { type?: unknown; start: number }): void => {
    if (node.type === 'ExpressionStatement') starts.add(node.start)
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value])
        if (typeof child?.type === 'string') visit(child)
  }
  visit(parseSync(path, source).program)
  return starts
}

/** Without an import, so that it can be added to every file, also to one that a browser would load. */
const reporter = (log: string): string => `
function __reached(number) {
  const file = globalThis.__vitest_worker__?.filepath ?? '${ANY_FILE}'
  const seen = (globalThis.__reachedPlaces ??= new Set())
  const line = number + ' ' + file
  if (seen.has(line)) return
  seen.add(line)
  process.getBuiltinModule('node:fs').appendFileSync(${JSON.stringify(log)}, line + '\\n')
}
`
