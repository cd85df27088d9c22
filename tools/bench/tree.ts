import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { networkOverview, placeInvitee, wireIdOf } from '@banyan/domain'
import {
  cutoffOf,
  type Period,
  parametersV1,
  periodAfter,
  periodAt,
  placeAll,
} from '@banyan/economy'
import { inTransaction } from '@banyan/server/database/transaction'
import { openNetwork } from '@banyan/server/network'
import { packNodes } from '@banyan/server/network/blocks'
import { GrowingColumns } from '@banyan/server/network/columns'
import { sumSubtrees } from '@banyan/server/network/sums'
import { median } from './callers.ts'
import { describeServer, openBenchDatabase } from './database.ts'
import { round, seconds } from './figures.ts'
import {
  bush,
  chain,
  type GrownTree,
  grow,
  lineThenAnybody,
  memberOf,
  placementRow,
  seeded,
  writeRows,
} from './grown-tree.ts'

/**
 * Measures the placement tree at ten million members: a whole pass over it, reading a member's
 * regions, asking for a place, making places final; with and without a line of 100,000 in it.
 *   npm run bench:tree -- [--members 10000000] [--rows 10000000] [--json <file>]
 * `members`: nodes of the trees that are summed; `rows`: those in the database.
 */
const { values: options } = parseArgs({
  options: {
    members: { type: 'string', default: '10000000' },
    rows: { type: 'string' },
    json: { type: 'string' },
  },
})
const members = Number(options.members)
const rows = Number(options.rows ?? options.members)
const LINE = Math.min(100_000, Math.floor(rows / 2))
const SEED = 20_261_121
const CALLS = 2_000

const report: Record<string, unknown> = {}
const say = (name: string, table: Record<string, unknown>): void => {
  console.log(`\n${name}`)
  console.table(table)
  report[name] = table
}

say(`one pass over ${members.toLocaleString('en')} members, seconds`, {
  'everybody invites two': passOver(grow(members, bush)),
  'everybody invited by anybody': passOver(grow(members, lineThenAnybody(0, SEED))),
  'one single line': passOver(grow(members, chain)),
})
say('placing by the ends of lines, microseconds each', {
  'a line of 100,000': placing(() => 'root'),
  'a bush of 100,000': placing(i => (i < 2 ? 'root' : memberOf((i >> 1) - 1))),
})

const db = await openBenchDatabase(16)
const folder = mkdtempSync(join(tmpdir(), 'banyan-tree-'))
chmodSync(folder, 0o755)
try {
  const tree = grow(rows, lineThenAnybody(LINE, SEED))
  const loading = await seconds(() => loadRows(tree))
  const packing = await seconds(() => inTransaction(db.database, tx => packNodes(tx)))
  const platform = {
    config: { databaseUrl: db.url },
    database: db.database,
    pool: db.pool,
    logger: console,
  } as unknown as Parameters<typeof openNetwork>[0]
  const network = openNetwork(
    platform,
    {
      nicknames: async () => new Map(),
      effectiveAmong: async () => new Set(),
      parameters: async () => parametersV1,
      remind: async () => {},
    },
    { everyMs: 1_000 },
  )
  const routes = network.module.routes ?? []
  const call = (endpoint: unknown, memberId: string, given: object = {}) => {
    const route = routes.find(one => one.endpoint === endpoint)
    const asked = { params: {}, query: {}, body: {}, locale: 'en', ip: '', ...given }
    const request = { ...asked, caller: { memberId, sessionId: '' } } as never
    if (route?.kind === 'money')
      return inTransaction(db.database, tx => route.handle(tx, request, 'benchmark-key-0000'))
    return route?.handle(request) as Promise<unknown>
  }
  const read = (idx: number) => call(networkOverview, memberOf(idx)) as Promise<{ sums: unknown }>
  const counting = await seconds(async () => {
    while ((await read(0)).sums === null);
  })
  say(
    `${rows.toLocaleString('en')} members in the database, a line of ${LINE.toLocaleString('en')} among them`,
    {
      'loaded by COPY, seconds': round(loading),
      'packed into blocks, once, seconds': round(packing),
      'counted after a start, seconds': round(counting),
      'memory of the program, MB': Math.round(process.memoryUsage().rss / 1e6),
    },
  )

  const draw = seeded(SEED + 1)
  const anybody = () => draw() % rows
  const onTheLine = () => 1 + (draw() % LINE)
  say('reading both regions of a member, ms', {
    anybody: await latencies(() => read(anybody())),
    'somebody on the line': await latencies(() => read(onTheLine())),
    'eight at once': await latencies(() => read(anybody()), 8),
  })

  const invitees = await insertInvitees(anybody, onTheLine)
  const place = (invitee: Invitee, choice: string) =>
    call(placeInvitee, invitee.inviter, { body: { invitee: wireIdOf('inv', invitee.id), choice } })
  const next = { anybody: invitees.anybody.values(), line: invitees.line.values() }
  const placeNext = (from: keyof typeof next) => place(next[from].next().value as Invitee, 'left')
  say('asking for a place, durable, ms', {
    anybody: await latencies(() => placeNext('anybody')),
    'somebody on the line': await latencies(() => placeNext('line')),
  })

  const period = periodAt(new Date())
  const close = (closed: Period) =>
    inTransaction(db.database, tx =>
      network.closeRound(tx, { period: closed, cutoff: cutoffOf(closed) }),
    )
  const closing = await seconds(() => close(period))
  const facts = await network.factsOfRun(db.database, period)
  const outcome = { period, placed: placeAll(facts), placementDays: parametersV1.placementDays }
  const post = (limit: number) =>
    inTransaction(db.database, tx => network.postPlacements(tx, outcome, limit))
  const one = await latencies(() => post(1), 1, 1_000)
  const rest = outcome.placed.length - 1_000
  const posting = await seconds(async () => {
    while ((await post(500)) > 0);
  })
  say('making places final', {
    'frozen at the cut-off, seconds': round(closing),
    'one at a time, durable, p50 ms': one.p50,
    'one at a time, durable, p99 ms': one.p99,
    '500 at a time, ms each': round((posting * 1_000) / rest, 3),
  })
  const smaller = await insertInvitees(anybody, onTheLine, 1_000, 'second')
  for (const invitee of smaller.anybody) await place(invitee, 'smaller')
  const weighing = await seconds(() => close(periodAfter(period)))
  say('a cut-off that has to find 1,000 smaller regions, seconds', { seconds: round(weighing) })
  await network.close()
  const server = await describeServer(db.owner)
  if (options.json) writeFileSync(options.json, `${JSON.stringify({ server, report }, null, 2)}\n`)
} finally {
  await db.close()
  rmSync(folder, { recursive: true })
}

/** The median of five passes over a tree of which every tenth member has paid fees, in seconds. */
function passOver(tree: GrownTree): number {
  const columns = new GrowingColumns()
  columns.append(
    tree.parents.map((parent, idx) => parent * 2 + (tree.sides[idx] as number)),
    tree.inviters,
  )
  const paid = Int32Array.from({ length: Math.floor(tree.size / 10) }, (_, i) => i * 10)
  columns.addFees(
    paid,
    Float64Array.from(paid, idx => 1_000_000 + idx),
  )
  const news = { nodes: paid.subarray(0, 1_000), fees: new Float64Array(1_000).fill(500_000) }
  const times: number[] = []
  for (let round = 0; round < 5; round++) {
    const start = performance.now()
    const { members: counts } = sumSubtrees(columns, news)
    times.push((performance.now() - start) / 1_000)
    if (counts[0] !== tree.size) throw new Error('somebody was not counted')
  }
  return round(median(times), 3)
}

/** What `placeAll` takes for each of 100,000 requests, microseconds. */
function placing(inviterOf: (i: number) => string): number {
  const size = 100_000
  const requests = Array.from({ length: size }, (_, i) => ({
    memberId: memberOf(i),
    inviterId: inviterOf(i),
    choice: 'left' as const,
  }))
  const end = { idx: 0, depth: 0 }
  const region = { total: 0n, members: 0 }
  const root = {
    memberId: 'root',
    idx: 0,
    depth: 0,
    leftChain: 0,
    rightChain: 0,
    leftEnd: end,
    rightEnd: end,
    left: region,
    right: region,
  }
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now()
    placeAll({ nextIdx: 1, inviters: [root], requests, overdue: [] })
    return ((performance.now() - start) * 1_000) / size
  })
  return round(median(times))
}

/** Fills the tables by COPY, without their indexes, and builds these afterwards. */
async function loadRows(tree: GrownTree): Promise<void> {
  const file = (name: string) => join(folder, name)
  const finalAt = '2026-01-01 00:00:00+00'
  writeRows(file('placement'), tree.size, idx => placementRow(tree, idx, finalAt))
  const tail = (side: 'left' | 'right', tails: Int32Array, chains: Int32Array) =>
    writeRows(file(side), tree.size, idx =>
      chains[idx] === idx && tails[idx] !== idx ? `${side}\t${idx}\t${tails[idx]}` : null,
    )
  tail('left', tree.leftTails, tree.leftChains)
  tail('right', tree.rightTails, tree.rightChains)
  writeRows(file('volume'), Math.floor(tree.size / 10), i => `${i * 10}\t${1_000_000 + i}`)
  const uniques = {
    placement_pkey: 'primary key (idx)',
    placement_member_id_key: 'unique (member_id)',
    placement_parent_idx_side_key: 'unique (parent_idx, side)',
  }
  for (const name of Object.keys(uniques))
    await db.owner.query(`alter table placement drop constraint ${name}`)
  const copies = [
    ['placement', 'placement'],
    ['chain_tail', 'left'],
    ['chain_tail', 'right'],
    ['volume_total', 'volume'],
  ]
  for (const [table, name] of copies)
    await db.owner.query(`copy ${table} from '${file(name as string)}'`)
  await db.owner.query("set maintenance_work_mem = '1GB'")
  for (const [name, what] of Object.entries(uniques))
    await db.owner.query(`alter table placement add constraint ${name} ${what}`)
  await db.owner.query('vacuum analyze placement, chain_tail, volume_total')
  await db.owner.query('checkpoint')
}

interface Invitee {
  id: string
  inviter: string
}

/** New members who wait for a place: some invited by random members, some by members of the line. */
async function insertInvitees(
  anybody: () => number,
  onTheLine: () => number,
  count = CALLS + 100,
  name = 'first',
): Promise<{ anybody: Invitee[]; line: Invitee[] }> {
  const invitee = (kind: string, idx: number, i: number): Invitee => ({
    id: `01910000-${name === 'first' ? '1' : '2'}000-7000-8${kind}00-${i.toString(16).padStart(12, '0')}`,
    inviter: memberOf(idx),
  })
  const some = (kind: string, draw: () => number) =>
    Array.from({ length: count }, (_, i) => invitee(kind, draw(), i))
  const invitees = { anybody: some('0', anybody), line: some('1', onTheLine) }
  const all = [...invitees.anybody, ...invitees.line]
  await db.owner.query(
    `insert into invitee (member_id, inviter_id, number, registered_at, due_at)
     select id, inviter, row_number() over (partition by inviter)
       + coalesce((select max(number) from invitee where inviter_id = inviter), 0), now(), now() + interval '7 days'
     from unnest($1::uuid[], $2::uuid[]) guest (id, inviter)`,
    [all.map(one => one.id), all.map(one => one.inviter)],
  )
  await db.owner.query('vacuum analyze invitee')
  return invitees
}

interface Latencies {
  p50: number
  p99: number
  longest: number
}

/** Milliseconds of many calls, `callers` at a time, after a few to warm up. */
async function latencies(
  work: () => Promise<unknown>,
  callers = 1,
  calls = CALLS,
): Promise<Latencies> {
  if (calls === CALLS) for (let i = 0; i < 50; i++) await work()
  const times: number[] = []
  const caller = async () => {
    for (let i = 0; i < calls / callers; i++) {
      const start = performance.now()
      await work()
      times.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  times.sort((a, b) => a - b)
  const at = (part: number) => round(times[Math.floor(times.length * part)] as number)
  return { p50: at(0.5), p99: at(0.99), longest: round(times.at(-1) as number) }
}
