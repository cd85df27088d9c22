import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { endGuard } from '../bootstrap/guard.ts'
import { freePort } from '../bootstrap/ports.ts'
import { migrate, startServer } from '../bootstrap/server.ts'
import { type Round, runCallers } from './callers.ts'
import { prepareServer } from './prepared.ts'

/**
 * Measures how fast operators filter a long list: the built server, real PostgreSQL, withdrawals
 * filled in by SQL, every page of 100 rows over HTTP with a reviewer's session.
 *   npm run bench:console -- [--rows 100000] [--seconds 3] [--callers 1] [--json <file>]
 * It reports the latency of the first page under each filter, of a page in the middle, and of the
 * sums of all pages; and the rows of that page.
 */
const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '3' },
    callers: { type: 'string', default: '1' },
    json: { type: 'string' },
  },
})
const MEMBERS = 2_000
const LIMIT = '100'

const dataDir = mkdtempSync(join(tmpdir(), 'banyan-lists-'))
const consolePort = await freePort()
const { postgres, env } = await prepareServer(dataDir, {
  DEMO: '1',
  CONSOLE_PORT: String(consolePort),
})
const { operators } = await migrate(env)
const server = await startServer(env, join(dataDir, 'server.log'))
try {
  const sample = await fill(postgres.url, Number(options.rows))
  const reviewer = operators.find(one => one.role === 'reviewer')
  if (!reviewer) throw new Error('the demonstration has no reviewer')
  const base = `http://127.0.0.1:${consolePort}/api/operator`
  const session = await ask(`${base}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: reviewer.name, password: reviewer.password }),
  })
  const headers = { authorization: `Bearer ${session.token}` }
  const totals = ({ limit: _, cursor: __, ...query }: Record<string, string>) =>
    ask(`${base}/withdrawal-totals?${new URLSearchParams(query)}`, { headers })
  const page = (query: Record<string, string>) =>
    ask(`${base}/withdrawals?${new URLSearchParams({ limit: LIMIT, ...query })}`, { headers })

  const middle = await page({ which: 'all', from: sample.middle })
  const filters: Record<string, Record<string, string>> = {
    'that have not ended': {},
    all: { which: 'all' },
    'all, a page in the middle': {
      which: 'all',
      from: sample.middle,
      cursor: middle.nextCursor,
    },
    'one state of few': { state: 'reviewed' },
    'one state of most': { state: 'paid' },
    'an account': { which: 'all', account: sample.accountId },
    'an address': { which: 'all', address: sample.address },
    'the beginning of an address': { which: 'all', address: sample.address.slice(0, 6) },
    'an order number': { which: 'all', order: sample.orderNumber },
    'amounts that are rare': { which: 'all', least: '9990' },
    'amounts that are common': { which: 'all', least: '100', most: '9000' },
    'an amount that nobody has': { which: 'all', least: '20000' },
    'one day': { which: 'all', from: sample.middle, before: sample.dayLater },
    'a state, amounts and a day': {
      state: 'paid',
      least: '1000',
      most: '2000',
      from: sample.middle,
      before: sample.dayLater,
    },
  }
  const table: Record<string, Figures> = {}
  for (const [name, query] of Object.entries(filters)) {
    const { items } = await page(query)
    const round = await measured(() => page(query))
    const sums = await measured(() => totals(query))
    table[name] = {
      rows: items.length,
      calls: round.done,
      'p50 ms': Number(round.p50.toFixed(1)),
      'p99 ms': Number(round.p99.toFixed(1)),
      'totals p50': Number(sums.p50.toFixed(1)),
      'totals p99': Number(sums.p99.toFixed(1)),
    }
  }
  console.table(table)
  if (options.json) writeFileSync(options.json, `${JSON.stringify(table, null, 2)}\n`)
} finally {
  await server.stop()
  await postgres.stop()
  await endGuard()
  rmSync(dataDir, { recursive: true })
}
process.exit(0)

interface Figures {
  rows: number
  calls: number
  'p50 ms': number
  'p99 ms': number
  'totals p50': number
  'totals p99': number
}

/** The first calls fill caches and plans, and are not counted. */
async function measured(call: () => Promise<unknown>): Promise<Round> {
  const once = async () => void (await call())
  await runCallers(1, 0.3, once)
  return runCallers(Number(options.callers), Number(options.seconds), once)
}

// biome-ignore lint/suspicious/noExplicitAny: what the wire holds is the contract's affair.
async function ask(url: string, request: RequestInit): Promise<any> {
  const { code, msg, data } = (await (await fetch(url, request)).json()) as {
    code: number
    msg: string
    data: unknown
  }
  if (code !== 1) throw new Error(`${url} answered ${code}: ${msg}`)
  return data
}

interface Sample {
  accountId: string
  address: string
  orderNumber: string
  middle: string
  dayLater: string
}

/** Withdrawals of the last 200 days of 2,000 members: eight of ten paid, one of a hundred waiting. */
async function fill(url: string, rows: number): Promise<Sample> {
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  try {
    await owner.query(
      `insert into member (id, account_id, nickname, country, consented_at, created_at, invite_code)
       select gen_random_uuid(), (80000000 + n)::text, 'Bench ' || n, 'SG', now(), now() - interval '300 days',
         'B' || lpad(n::text, 7, '0')
       from generate_series(1, $1::int) as n`,
      [MEMBERS],
    )
    await owner.query(
      `with people as (
         select id, row_number() over (order by account_id) as place from member where nickname like 'Bench %')
       insert into withdrawal (id, order_number, member_id, address, amount, fee, state, hold_id, approvable_from,
         requested_at, closed_at, idempotency_key)
       select gen_random_uuid(), 'WB' || lpad(n::text, 10, '0'), people.id,
         '0x' || substr(encode(sha256(people.place::text::bytea), 'hex'), 1, 40),
         (10 + (n::bigint * 7919) % 9990) * 1000000, 1000000, state, gen_random_uuid(), at + interval '1 day', at,
         case when state in ('paid', 'refused', 'cancelled') then at + interval '2 days' end, 'bench-' || n
       from generate_series(1, $1::int) as n
         cross join lateral (select
           case when n % 100 = 0 then 'requested' when n % 1000 = 1 then 'reviewed' when n % 10 = 3 then 'refused'
             when n % 10 = 4 then 'cancelled' else 'paid' end as state,
           now() - interval '200 days' * (1 - n::float8 / $1) as at) as drawn
         join people on people.place = 1 + n % $2`,
      [rows, MEMBERS],
    )
    await owner.query('analyze member')
    await owner.query('analyze withdrawal')
    const { rows: paid } = await owner.query(
      `select account_id, address, order_number, requested_at from withdrawal join member on member.id = member_id
       where state = 'paid' order by requested_at offset $1 limit 1`,
      [Math.floor(rows * 0.4)],
    )
    const [one] = paid
    const at = new Date(one.requested_at)
    return {
      accountId: one.account_id,
      address: one.address,
      orderNumber: one.order_number,
      middle: at.toISOString(),
      dayLater: new Date(at.getTime() + 86_400_000).toISOString(),
    }
  } finally {
    await owner.end()
  }
}
