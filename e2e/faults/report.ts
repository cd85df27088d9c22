import { availableParallelism, loadavg } from 'node:os'
import { type FaultName, faults, type Measured } from './list.ts'
import type { Verdict } from './scene.ts'

/** Faults whose claims are tests, because a machine alone cannot be put into that state, or a run would take days. */
const elsewhere: readonly (readonly [name: string, what: string, shownBy: string])[] = [
  [
    'R3',
    'an end between any two steps of a settlement or payout',
    '`npm test -- crash kills payouts`',
  ],
  ['R6', 'the server was off while deadlines passed', '`npm test -- market.db disputes.db`'],
  ['R7', 'the exact instants of deadlines and windows', '`npm test -- instants`'],
  ['R9', 'the chain node is away, slow, lies or makes no blocks', '`npm test -- watcher quorum`'],
  ['R10', 'the mail server is away or slow', '`npm test -- mail`'],
  ['R11', 'a full disk', '`npm test -- operations files.db journal`'],
  ['R15', '10,000 open streams', '`npm run bench:live`'],
  ['R16', 'a restore to an earlier moment', '`npm test -- point-in-time restored`'],
  ['R17', 'another version of the program', '`npm test -- migrate key-check`'],
  ['R18', 'the largest tree', '`npm run bench:tree`, `npm run bench:settlement`'],
]

/** docs/operations/faults.md. */
export function documentOf(
  measured: ReadonlyMap<FaultName, Measured>,
  { acts, recharges, wrong }: Verdict,
  at: Date,
): string {
  const rows = [...measured].map(([name, { figure, wrong: ofFault }]) => {
    const held = ofFault.length === 0 ? figure : `**not held**: ${figure}`
    return `| ${name} | ${faults[name].what} | ${faults[name].bound} | ${held} |`
  })
  const tests = elsewhere.map(([name, what, shownBy]) => `| ${name} | ${what} | ${shownBy} |`)
  const load = Math.round(loadavg()[2] ?? 0)
  const sentAgain = acts.filter(({ tries }) => tries > 1).length
  return `# Faults

\`npm run faults -- --write\` made this page on ${at.toISOString().slice(0, 10)}. It starts the product as \`npm start\` does,
over a copy of the demo community, lets members trade and subscribe all the time, and breaks it, fault by fault. At the end
every balance is compared with a reference that is computed from the acknowledged acts and shares no code with the
product, and \`reconcile\` and \`ledger:verify\` check the books.

\`npm run soak -- --minutes 60\` does the same in an order drawn from a seed, over a network that repeats, delays and loses
calls, for as long as wanted. It prints how often each kind of fault and act was reached.

Load of the machine in the quarter of an hour before its end: ${load}, on ${availableParallelism()} processors.

| Fault | What is done | What must hold | Measured |
|---|---|---|---|
${rows.join('\n')}

In this run: ${acts.length} acts of members, ${sentAgain} of them sent more than once; ${recharges.sent} recharges, ${recharges.onChain} of them still on the chain
at the end; ${wrong.length === 0 ? 'nothing lost, nothing doubled, every answer the same for its key.' : `**${wrong.length} things wrong**: ${wrong.join('; ')}.`}

## Faults without a script

| Fault | What | Shown by |
|---|---|---|
${tests.join('\n')}
`
}
