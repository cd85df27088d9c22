import type { Comparison, Noticed } from './acts.ts'

/** What came of one fault. */
export interface Result {
  name: string
  does: string
  /** What the cluster did. */
  course: string
  noticed: Noticed
  comparison: Comparison
  /** Times in which two machines say at once that they are the primary. */
  leaders: number
  /** What `reconcile` found wrong. */
  breaches: readonly string[]
  /** What failed otherwise. */
  surprises: readonly string[]
  /** When it was tried: ISO 8601. */
  at: string
}

/** Money paths answer again within this time after a failover. */
export const MOST_SILENT_MS = 30_000

/** True where nothing was lost or doubled, one leader was at a time, and answers came again in time. */
export const isWell = (result: Result): boolean =>
  result.comparison.lost.length === 0 &&
  result.comparison.doubled.length === 0 &&
  result.leaders === 0 &&
  result.breaches.length === 0 &&
  result.surprises.length === 0 &&
  result.noticed.silenceMs <= MOST_SILENT_MS

const seconds = (ms: number): string => (ms / 1000).toFixed(1)

/** What a drill was run on. */
export interface Circumstances {
  versions: readonly string[]
  /** The computer that all machines are on. */
  machine: string
  /** How long a fault lasts that does not end by itself. */
  lastsMs: number
}

/** The document of a drill. */
export function renderReport(
  results: readonly Result[],
  circumstances: Circumstances,
  untried: readonly string[] = [],
): string {
  const rows = results.map(
    ({ name, course, noticed, comparison, leaders, breaches, surprises, ...rest }) =>
      [
        `\`${name}\``,
        course,
        comparison.once,
        `${comparison.lost.length} / ${comparison.doubled.length}`,
        noticed.repeated,
        seconds(noticed.silenceMs),
        seconds(noticed.slowestMs),
        leaders === 0 ? 'yes' : `no (${leaders})`,
        breaches.length === 0 ? 'ok' : breaches.join('; '),
        isWell({ name, course, noticed, comparison, leaders, breaches, surprises, ...rest })
          ? 'good'
          : `**not good** ${surprises.slice(0, 3).join('; ')}`.trim(),
        rest.at.slice(0, 16).replace('T', ' '),
      ].join(' | '),
  )
  return `# Drill on several machines

Written by \`npm run drill\`; please do not edit it by hand. How the machines are set up is in [three machines](three-machines.md).

## What was done

Each machine is a network namespace of one computer (${circumstances.machine}), with a cable of its own: m1, m2 and m3 with
etcd, PostgreSQL under Patroni, PgBouncer, HAProxy and an api each, two workers, one watcher, one console, one signer; in front
nginx with TLS and HAProxy; and a store of uploads (OpenStack Swift behind nginx with TLS) on a machine of its own. The configuration is that of \`ops/three-machines\`, filled in. Packages: ${circumstances.versions
    .map(file => file.split('_').slice(0, 2).join(' '))
    .join(', ')}.

Sixty members act all the time over HTTPS: they take, pay and release trades, publish and take back orders, subscribe and
cancel. Each act has a key, and is sent again with it until it has an answer, as a person presses again. What was answered is
recorded outside of the system; after each fault every record is searched for in the database, and \`reconcile\` checks the
books and the chain.

What does not end by itself lasts ${seconds(circumstances.lastsMs)} s.

| Fault | What is done |
|---|---|
${results.map(({ name, does }) => `| \`${name}\` | ${does} |`).join('\n')}

## What came of it

| Fault | Primary | Acts found once | Lost / doubled | Sent again | Longest silence, s | Slowest act, s | One leader | Books | | Tried (UTC) |
|---|---|---|---|---|---|---|---|---|---|---|
${rows.map(row => `| ${row} |`).join('\n')}

${untried.length === 0 ? '' : `Not tried yet: ${untried.map(name => `\`${name}\``).join(', ')}.\n\n`}- **Acts found once**: acknowledged to a member, and in the database exactly once.
- **Longest silence**: the longest time in which no act of anybody was answered, from the fault on; good is at most ${MOST_SILENT_MS / 1000} s.
- **Slowest act**: from the first press of a button to its answer, repetitions included.
- **One leader**: a watch on each machine, which no cut hides, never saw two machines say at once that they are the primary.

## What it does not show

- All machines share two processors and one disk, so times are worse than on machines of their own, and a disk that fails is not tried.
- The clock of the platform is moved to let a settlement become due, so the programs run without \`NODE_ENV=production\`, and with wide rate limits.
- The store of uploads is one process on one machine; how a store itself survives is not tried.
- One machine is in front, and nothing takes its place here.
- No calls are answered from replicas: every read of the product goes to the primary, so there is no age to show.
`
}
