import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { isRefused, TransportError } from '@banyan/client'
import {
  getTrade,
  market,
  marketDepth,
  payTrade,
  releaseTrade,
  takeOrder,
  wireIdOf,
} from '@banyan/domain'
import { endGuard } from '../bootstrap/guard.ts'
import type { DemoMember } from '../bootstrap/seed/member.ts'
import { migrate, startServer } from '../bootstrap/server.ts'
import { type Round, runCallers } from './callers.ts'
import { ownCpu, treeCpu } from './cpu.ts'
import { giveCoins, joinAll, postmasterAt, publish } from './market-scene.ts'
import { prepareServer } from './prepared.ts'

/**
 * Measures the market end to end: the built server, real PostgreSQL, every call over HTTP with its
 * session, validation, idempotency key and, to release, its payment password.
 *   npm run bench:otc -- [--seconds 3] [--callers 32] [--buyers 16] [--reads 500] [--json <file>]
 * It reports takes of one popular order per second; whole trades (take, pay, release) per second;
 * and the latency of the market list, the depth and a trade's page at a steady number of reads per
 * second, each counted from the instant at which it was due. Each figure has its cost in processor
 * time: of this program, of the server and of PostgreSQL. The floors are calls that do almost
 * nothing: an empty one, one that authenticates its caller and finds nothing, and one that compares
 * a payment password.
 */
const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '3' },
    callers: { type: 'string', default: '32' },
    buyers: { type: 'string', default: '16' },
    reads: { type: 'string', default: '500' },
    json: { type: 'string' },
  },
})
const seconds = Number(options.seconds)
const callers = Number(options.callers)
const SELLERS = 8
/** Answers that asked the caller to retry. */
let busy = 0

const dataDir = mkdtempSync(join(tmpdir(), 'banyan-market-'))
// Members cannot trade without arbitrators, and those of a demonstration are always present.
const { postgres, port, env } = await prepareServer(dataDir, { DEMO: '1' })
const url = `http://127.0.0.1:${port}`
const { rootInviteCode } = await migrate(env)
const server = await startServer(env, join(dataDir, 'server.log'))
const postmaster = await postmasterAt(postgres.url)
try {
  const sellers = await joinAll({ url, rootInviteCode }, 'Seller', SELLERS)
  const buyers = await joinAll({ url, rootInviteCode }, 'Buyer', Number(options.buyers))
  await giveCoins(postgres.url, sellers)
  const results: Record<string, Measured> = {}
  const popular = await publish(first(sellers), '900')
  const buyerOf = (caller: number) => buyers[caller % buyers.length] as DemoMember
  const takeOf = (order: { id: string }) => (caller: number) =>
    buyerOf(caller).act(takeOrder, {
      params: { id: order.id },
      body: { quantity: '0.01', network: 'BSC', version: 1 },
    })
  const noTrade = { params: { id: wireIdOf('trd', randomUUID()) } }
  /** Every caller asks again as soon as they are answered, after a second that is not counted. */
  const asFastAsCan = async (name: string, ask: (caller: number) => Promise<unknown>) => {
    const call = async (caller: number) => void (await patiently(() => ask(caller)))
    await runCallers(callers, 1, call)
    results[name] = await withCpu(() => runCallers(callers, seconds, call))
  }

  await asFastAsCan('floor: an empty call', async () => (await fetch(`${url}/healthz`)).text())
  await asFastAsCan('floor: a session', caller => refused(buyerOf(caller).ask(getTrade, noTrade)))
  await asFastAsCan('floor: a password', caller =>
    refused(buyerOf(caller).act(releaseTrade, { ...noTrade, body: {} })),
  )
  await asFastAsCan('takes of one order', takeOf(popular))

  const orders = await Promise.all(sellers.slice(1).map(seller => publish(seller, '900')))
  const vouchers = await Promise.all(buyers.map((buyer, i) => buyer.uploadVoucher(i)))
  const trades: string[] = []
  await asFastAsCan('whole trades', async caller => {
    const place = caller % orders.length
    const trade = await patiently(() => takeOf(orders[place] as { id: string })(caller))
    const hash = randomBytes(32).toString('hex')
    const body = { vouchers: [vouchers[caller % vouchers.length]], hash }
    await patiently(() => buyerOf(caller).act(payTrade, { params: { id: trade.id }, body }))
    const seller = sellers[place + 1] as DemoMember
    await patiently(() => seller.act(releaseTrade, { params: { id: trade.id }, body: {} }))
    trades.push(`${caller} ${trade.id}`)
  })

  for (const seller of sellers.slice(1))
    for (let i = 0; i < 4; i++) await publish(seller, '20', (1.01 + i / 100).toFixed(2))
  const read = {
    'market list': (n: number) => buyerOf(n).ask(market, { query: { limit: 20 } }),
    'market depth': (n: number) => buyerOf(n).ask(marketDepth),
    'trade page': (n: number) => {
      const [caller = '0', id = ''] = (trades[n % trades.length] ?? '').split(' ')
      return buyerOf(Number(caller)).ask(getTrade, { params: { id } })
    },
  }
  const perSecond = Number(options.reads)
  for (const [name, ask] of Object.entries(read)) {
    await steadily(perSecond, 1, ask)
    results[`${name}, ${perSecond} reads/s`] = await withCpu(() =>
      steadily(perSecond, seconds, ask),
    )
  }
  const table = Object.fromEntries(
    Object.entries(results).map(([name, { round, micros }]) => [
      name,
      {
        'per second': Math.round(round.perSecond),
        'p50 ms': Number(round.p50.toFixed(1)),
        'p99 ms': Number(round.p99.toFixed(1)),
        'callers µs': micros.callers,
        'server µs': micros.server,
        'postgres µs': micros.postgres,
      },
    ]),
  )
  console.table(table)
  if (busy > 0) console.log(`${busy} calls were refused as not ready (503).`)
  if (options.json) writeFileSync(options.json, `${JSON.stringify({ table, results }, null, 2)}\n`)
} finally {
  await server.stop()
  await postgres.stop()
  await endGuard()
  rmSync(dataDir, { recursive: true })
}
process.exit(0)

/** A round, and what each of its calls cost of the processors. */
interface Measured {
  round: Round
  micros: { callers: number; server: number; postgres: number }
}

async function withCpu(work: () => Promise<Round>): Promise<Measured> {
  const used = () => [ownCpu(), treeCpu(server.pid), treeCpu(postmaster)]
  const before = used()
  const round = await work()
  const [callers = 0, ofServer = 0, postgres = 0] = used().map((now, i) =>
    Math.round(((now - (before[i] ?? 0)) * 1e6) / round.done),
  )
  return { round, micros: { callers, server: ofServer, postgres } }
}

/** A call that is to be refused. */
async function refused(call: Promise<unknown>): Promise<void> {
  await call.then(
    () => Promise.reject(new Error('a call was answered that should have been refused')),
    error => {
      if (!isRefused(error)) throw error
    },
  )
}

function first<T>([one]: readonly T[]): T {
  if (one === undefined) throw new Error('somebody is needed')
  return one
}

/** The server is overloaded: 503, to be retried. */
function isBusy(error: unknown): boolean {
  return error instanceof TransportError && error.status === 503
}

/** Retries when the server is busy, as the member app does; counts each retry. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!isBusy(error)) throw error
      busy++
      await sleep(200)
    }
  }
}

/** So many calls in a second, however long each takes. */
async function steadily(
  perSecond: number,
  forSeconds: number,
  ask: (n: number) => Promise<unknown>,
): Promise<Round> {
  const times: number[] = []
  const asked: Promise<void>[] = []
  const start = performance.now()
  for (let n = 0; n < perSecond * forSeconds; n++) {
    const due = start + (n * 1000) / perSecond
    if (due > performance.now()) await sleep(due - performance.now())
    asked.push(
      ask(n).then(
        () => void times.push(performance.now() - due),
        error => {
          if (!isBusy(error)) throw error
          busy++
        },
      ),
    )
  }
  await Promise.all(asked)
  const took = (performance.now() - start) / 1000
  times.sort((a, b) => a - b)
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { perSecond: times.length / took, p50: at(0.5), p99: at(0.99), done: times.length }
}
