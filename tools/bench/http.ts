import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { newIdempotencyKey } from '@banyan/client'
import {
  about,
  dynamicSummary,
  emailStatus,
  getTrade,
  guidePrice,
  login,
  market,
  me,
  moneyFlows,
  payTrade,
  releaseTrade,
  solvency,
  staticSummary,
  subscriptionRound,
  takeOrder,
  walletSummary,
  wireIdOf,
} from '@banyan/domain'
import { openQueue } from '@banyan/server/queue'
import pg from 'pg'
import { endGuard } from '../bootstrap/guard.ts'
import { freePort } from '../bootstrap/ports.ts'
import type { DemoMember } from '../bootstrap/seed/member.ts'
import { squaresPicture } from '../bootstrap/seed/voucher.ts'
import { migrate, startServer } from '../bootstrap/server.ts'
import { treeCpu } from './cpu.ts'
import { bytesWritten } from './database.ts'
import { giveCoins, joinAll, postmasterAt, publish } from './market-scene.ts'
import { prepareServer } from './prepared.ts'
import { type Answered, ensureWrk, type Sent, sendAll } from './wrk.ts'

/**
 * Measures what calls of the market cost the processors of the server and of PostgreSQL, as a light
 * client sends them: wrk, which is written in C. Takes of eight orders by sixteen members, each paid
 * and then released by its seller, whose payment password was proven before; the market list, a
 * trade's page, what a member's wallets hold, and all that Home shows; and 200 logins that wait, with the delay of the server's event loop meanwhile.
 *   npm run bench:http -- [--acts 4000] [--connections 32] [--seconds 5] [--json <file>]
 */
const { values: options } = parseArgs({
  options: {
    acts: { type: 'string', default: '4000' },
    connections: { type: 'string', default: '32' },
    seconds: { type: 'string', default: '5' },
    json: { type: 'string' },
  },
})
const acts = Number(options.acts)
const connections = Number(options.connections)
const seconds = Number(options.seconds)
/** What the app asks for when Home is opened. */
const callsOfHome = [
  walletSummary,
  guidePrice,
  subscriptionRound,
  staticSummary,
  dynamicSummary,
  me,
  about,
  solvency,
  moneyFlows,
  emailStatus,
]
/** Below the limit of uploads of a day. */
const VOUCHERS = 40

await ensureWrk()
const dataDir = mkdtempSync(join(tmpdir(), 'banyan-http-'))
const metricsPort = await freePort()
const { postgres, port, env } = await prepareServer(dataDir, {
  DEMO: '1',
  METRICS_PORT: String(metricsPort),
  TRUSTED_PROXIES: '127.0.0.1',
})
const url = `http://127.0.0.1:${port}`
const { rootInviteCode } = await migrate(env)
const server = await startServer(env, join(dataDir, 'server.log'))
const postmaster = await postmasterAt(postgres.url)
const owner = new pg.Client({ connectionString: postgres.url })

interface Figure extends Answered {
  serverMicros: number
  postgresMicros: number
  /** What PostgreSQL has written to its log for it, and what the database has grown by, in bytes. */
  logBytes: number
  diskBytes: number
}

/** Sends calls and divides what they cost by their number. */
async function measure(calls: readonly Sent[], how: number | 'once'): Promise<Figure> {
  const used = () => [treeCpu(server.pid), treeCpu(postmaster)] as const
  const written = await bytesWritten(owner)
  const before = used()
  const answered = await sendAll(url, calls, { folder: dataDir, connections, seconds: how })
  const after = used()
  const writtenThen = await bytesWritten(owner)
  const micros = (place: 0 | 1) =>
    Math.round(((after[place] - before[place]) * 1e6) / answered.good)
  const bytes = (kind: 'log' | 'disk') =>
    Math.round((writtenThen[kind] - written[kind]) / answered.good)
  return {
    ...answered,
    serverMicros: micros(0),
    postgresMicros: micros(1),
    logBytes: bytes('log'),
    diskBytes: bytes('disk'),
  }
}

const pathOf = ({ path }: { path: string }, id = '') => path.replace(':id', id)
const inTurn = <T>(all: readonly T[], n: number): T => all[n % all.length] as T

try {
  await owner.connect()
  const sellers = await joinAll({ url, rootInviteCode }, 'Seller', 8)
  const buyers = await joinAll({ url, rootInviteCode }, 'Buyer', 16)
  await giveCoins(postgres.url, sellers)
  const orders = await Promise.all(sellers.map(seller => publish(seller, '900')))
  for (const seller of sellers) await publish(seller, '20', '1.01')
  const byId = await idsOf([...sellers, ...buyers])
  const figures: Record<string, Figure> = {}

  const takes = (many: number) =>
    Array.from({ length: many }, (_, n): Sent => {
      const body = { quantity: '0.01', network: 'BSC', version: 1 }
      const order = inTurn(orders, n)
      return post(inTurn(buyers, n), pathOf(takeOrder, order.id), body)
    })
  await measure(takes(acts / 4), 'once')
  figures.take = await measure(takes(acts), 'once')

  const trades = await owner.query<{ id: string; seller_id: string; buyer_id: string }>(
    `select id, seller_id, buyer_id from otc_trade order by id`,
  )
  const vouchers = await vouchersOf(buyers)
  const pay = trades.rows.map(({ id, buyer_id }, n) => {
    const buyer = memberOf(buyer_id)
    const body = {
      vouchers: [inTurn(vouchers[buyers.indexOf(buyer)] ?? [], Math.floor(n / buyers.length))],
      hash: randomBytes(32).toString('hex'),
    }
    return post(buyer, pathOf(payTrade, wireIdOf('trd', id)), body)
  })
  await measure(pay.slice(0, acts / 4), 'once')
  figures.pay = await measure(pay.slice(acts / 4), 'once')

  // A job counts ended trades some hundred at a time; a community's are counted.
  const countEnded = () =>
    owner.query('update otc_trade set counts = true where closed_at is not null')
  const pages = trades.rows.map(({ id, buyer_id }) =>
    get(memberOf(buyer_id), pathOf(getTrade, wireIdOf('trd', id))),
  )
  figures['trade page'] = await measure(pages, seconds)
  const lists = buyers.map(buyer => get(buyer, `${pathOf(market)}?limit=20`))
  figures['market list, of newcomers'] = await measure(lists, seconds)

  // The first release of each seller proves the password.
  const release = trades.rows.map(({ id, seller_id }) => {
    const seller = memberOf(seller_id)
    const { paymentPassword } = seller.account
    return post(seller, pathOf(releaseTrade, wireIdOf('trd', id)), { paymentPassword })
  })
  await measure(release.slice(0, acts / 4), 'once')
  figures['release, password proven before'] = await measure(release.slice(acts / 4), 'once')
  await countEnded()
  figures['market list'] = await measure(lists, seconds)
  const wallets = buyers.map(buyer => get(buyer, walletSummary.path))
  figures['wallet summary'] = await measure(wallets, seconds)
  const home = buyers.flatMap(buyer => callsOfHome.map(({ path }) => get(buyer, path)))
  figures['a call of Home, the mean of ten'] = await measure(home, seconds)

  console.table(
    Object.fromEntries(
      Object.entries(figures).map(([name, one]) => [
        name,
        {
          'per second': Math.round(one.perSecond),
          'p50 ms': Number(one.p50.toFixed(1)),
          'p99 ms': Number(one.p99.toFixed(1)),
          'server µs': one.serverMicros,
          'postgres µs': one.postgresMicros,
          'together µs': one.serverMicros + one.postgresMicros,
          'log bytes': one.logBytes,
          'disk bytes': one.diskBytes,
        },
      ]),
    ),
  )
  const logins = await whileLoginsWait(buyers)
  console.table({ 'while 200 logins wait': logins })
  if (options.json) writeFileSync(options.json, `${JSON.stringify({ figures, logins }, null, 2)}\n`)

  function memberOf(id: string): DemoMember {
    const member = byId.get(id)
    if (!member) throw new Error('a trade is of nobody who joined')
    return member
  }
} finally {
  await owner.end()
  await server.stop()
  await postgres.stop()
  await endGuard()
  rmSync(dataDir, { recursive: true })
}
process.exit(0)

/** As many pictures as a member may upload in a day, all unlike each other. */
function vouchersOf(members: readonly DemoMember[]): Promise<string[][]> {
  const uploading = openQueue(8, members.length * VOUCHERS)
  return Promise.all(
    members.map((member, m) =>
      Promise.all(
        Array.from({ length: VOUCHERS }, (_, n) =>
          uploading(() => member.uploadVoucher(n, squaresPicture(m * VOUCHERS + n))),
        ),
      ),
    ),
  )
}

function get(member: DemoMember, path: string): Sent {
  return { method: 'GET', path, token: member.token }
}

function post(member: DemoMember, path: string, body: object): Sent {
  return { method: 'POST', path, token: member.token, key: newIdempotencyKey(), body }
}

async function idsOf(members: readonly DemoMember[]): Promise<Map<string, DemoMember>> {
  const { rows } = await owner.query<{ id: string; account_id: string }>(
    'select id, account_id from member',
  )
  const ids = new Map(rows.map(row => [row.account_id, row.id]))
  return new Map(members.map(one => [ids.get(one.account.accountId) ?? '', one]))
}

/**
 * Two hundred logins of unknown accounts at once, from as many addresses as a queue for one of them
 * does not hold; and how late the event loop was until the last was answered.
 */
async function whileLoginsWait(members: readonly DemoMember[]) {
  await metric('nodejs_eventloop_lag_p99_seconds')
  const began = performance.now()
  const answers = Array.from({ length: 200 }, async (_, n) => {
    const body = {
      accountId: String(10_000_000 + n),
      loginPassword: 'green leaves 42',
      deviceCode: randomBytes(32).toString('hex'),
    }
    const response = await fetch(url + login.path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': `10.0.${n}.1`,
      },
      body: JSON.stringify(body),
    })
    return response.status
  })
  const beside: number[] = []
  let waiting = true
  const all = Promise.all(answers).finally(() => {
    waiting = false
  })
  for (let n = 0; waiting; n++) {
    const asked = performance.now()
    const path = `${pathOf(market)}?limit=20`
    const response = await fetch(url + path, {
      headers: { authorization: `Bearer ${inTurn(members, n).token}` },
    })
    await response.text()
    beside.push(performance.now() - asked)
  }
  const statuses = await all
  const tookMs = performance.now() - began
  beside.sort((a, b) => a - b)
  return {
    'all answered after ms': Math.round(tookMs),
    busy: statuses.filter(status => status === 503).length,
    'event loop p99 ms': Number(
      ((await metric('nodejs_eventloop_lag_p99_seconds')) * 1000).toFixed(1),
    ),
    'market list beside, p99 ms': Number(
      (beside[Math.floor(beside.length * 0.99)] ?? Number.NaN).toFixed(1),
    ),
    'market lists beside': beside.length,
  }
}

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  return Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1])
}
