import { availableParallelism, loadavg } from 'node:os'
import type { Measured } from './fault.ts'
import { type FaultName, faultNames, faults } from './list.ts'
import type { Verdict } from './scene.ts'

/** What was wrong is said in so many letters; the run itself prints all of it. */
const LONGEST = 160
const NOT_YET = 'not measured yet'

/** A row's last two cells: what was measured, and in which run. */
interface Row {
  measured: string
  run: string
}

/**
 * The rows that the page has, by their fault. A row of a fault whose script does or claims something
 * else by now is none.
 */
export function rowsOf(page: string): Map<FaultName, Row> {
  const rows = new Map<FaultName, Row>()
  for (const line of page.split('\n')) {
    const [, name, what, bound, measured, run] = line
      .split(' | ')
      .flatMap((cell, n) => (n === 0 ? ['', cell.replace(/^\| /, '')] : [cell.replace(/ \|$/, '')]))
    const known = faultNames.find(one => one === name)
    if (known === undefined || measured === undefined || run === undefined) continue
    if (measured === NOT_YET) continue
    if (faults[known].what === what && faults[known].bound === bound)
      rows.set(known, { measured, run })
  }
  return rows
}

/** A text that may have several lines and bars, and be long. */
const inACell = (text: string): string =>
  text.replace(/\s+/g, ' ').replaceAll('|', '\\|').slice(0, LONGEST)

/** The rows of a run. */
export function rowsOfRun(
  measured: ReadonlyMap<FaultName, Measured>,
  { acts, recharges, wrong }: Verdict,
  at: Date,
): Map<FaultName, Row> {
  const load = Math.round(loadavg()[2] ?? 0)
  const sentAgain = acts.filter(({ tries }) => tries > 1).length
  const end =
    wrong.length === 0
      ? 'nothing wrong'
      : `**${wrong.length} things wrong**: ${wrong.map(inACell).join('; ')}`
  const run =
    `${at.toISOString().slice(0, 10)}, load ${load} on ${availableParallelism()}: ${acts.length} acts, ` +
    `${sentAgain} sent more than once, ${recharges.onChain} of ${recharges.sent} recharges on the chain; ${end}`
  return new Map(
    [...measured].map(([name, { figure, wrong: ofFault }]) => [
      name,
      { measured: ofFault.length === 0 ? figure : `**not held**: ${figure}`, run },
    ]),
  )
}

/** docs/operations/faults.md. */
export function documentOf(rows: ReadonlyMap<FaultName, Row>): string {
  const lines = faultNames.map(name => {
    const { what, bound } = faults[name]
    const { measured, run } = rows.get(name) ?? { measured: NOT_YET, run: '' }
    return `| ${name} | ${what} | ${bound} | ${measured} | ${run} |`
  })
  return `# Faults

\`npm run faults -- --write\` writes the rows of this page; with names (\`npm run faults -- R9 R10 --write\`), those alone. It starts
the product as \`npm start\` does, over a copy of the demo community, lets members trade and subscribe all the time, and
breaks it, fault by fault. At the end of a run every balance is compared with a reference that is computed from the
acknowledged acts and shares no code with the product, and \`reconcile\` and \`ledger:verify\` check the books.

\`npm run soak -- --minutes 60\` does the same in an order drawn from a seed, over a network that repeats, delays and loses
calls, for as long as wanted. It prints how often each kind of fault and act was reached.

A row says of which run it is: the day, the load of the machine in the quarter of an hour before its end and its
processors, and how the run ended.

| Fault | What is done | What must hold | Measured | Run |
|---|---|---|---|---|
${lines.join('\n')}
`
}
