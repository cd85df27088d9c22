import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { median, type Round, runCallers } from './callers.ts'
import { type Contender, ledgerContenders, peer } from './contenders.ts'
import { cpuOf } from './cpu.ts'
import { type BenchDatabase, describeServer, openBenchDatabase, postmasterOf } from './database.ts'
import { commitMs, flushMs } from './flush.ts'

/**
 * Measures durable transfers per second, one transaction for each, like members' calls: the ledger,
 * a bank written in SQL, and pgledger when --peer names one. Rounds are interleaved in one run on
 * one server, so the ratios are more reliable than the figures. Each contender warms up before the
 * first round, because a server has compiled code, prepared statements and cached pages.
 *   npm run bench:ledger -- [--peer <url>] [--json <file>] [--callers 16,64,256,1024]
 *     [--seconds 3] [--rounds 3] [--warm 2] [--accounts 100000]
 */
const { values: options } = parseArgs({
  options: {
    peer: { type: 'string' },
    json: { type: 'string' },
    callers: { type: 'string', default: '16,64,256,1024' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
    warm: { type: 'string', default: '2' },
    accounts: { type: 'string', default: '100000' },
  },
})

/** More connections than this make one transaction for each transfer slower on a small machine. */
const CONNECTIONS = 64

interface Result extends Round {
  contender: string
  load: Load
  callers: number
  /** Microseconds of processor for a transfer, in this program and in PostgreSQL. */
  programMicros: number | null
  postgresMicros: number | null
}

const loads = ['uniform', 'hot'] as const
type Load = (typeof loads)[number]

const accounts = Number(options.accounts)
const db = await openBenchDatabase(CONNECTIONS)
try {
  const contenders = await prepare(db)
  const results: Result[] = []
  for (const contender of contenders)
    for (const load of loads) await measure(db, contender, load, CONNECTIONS, Number(options.warm))
  for (const callers of options.callers.split(',').map(Number)) {
    for (let round = 0; round < Number(options.rounds); round++) {
      for (const load of loads) {
        for (const contender of contenders)
          results.push(await measure(db, contender, load, callers, Number(options.seconds)))
      }
    }
  }
  const table = summarize(results)
  console.table(table)
  const inMs = (value: number) => Number(value.toFixed(2))
  const times = { 'flush ms': inMs(flushMs()), 'one-row commit ms': inMs(await commitMs(db.owner)) }
  console.table(times)
  if (options.json) {
    const server = await describeServer(db.owner)
    writeFileSync(
      options.json,
      `${JSON.stringify({ server, accounts, table, times, results }, null, 2)}\n`,
    )
  }
  for (const contender of contenders) await contender.close()
} finally {
  await db.close()
}

async function prepare(db: BenchDatabase): Promise<Contender[]> {
  const { posting, call, bank } = await ledgerContenders(db, accounts)
  return [
    posting,
    call,
    bank,
    ...(options.peer ? [await peer(options.peer, accounts, CONNECTIONS)] : []),
  ]
}

async function measure(
  { owner }: BenchDatabase,
  contender: Contender,
  load: Load,
  callers: number,
  seconds: number,
): Promise<Result> {
  const postmaster = await postmasterOf(owner)
  const before = cpuOf(postmaster)
  const round = await runCallers(callers, seconds, () => {
    const from = 1 + Math.floor(Math.random() * (accounts - 1))
    if (load === 'hot') return contender.move(from, 0)
    const other = 1 + Math.floor(Math.random() * (accounts - 1))
    return contender.move(from, other === from ? (from % (accounts - 1)) + 1 : other)
  })
  const after = cpuOf(postmaster)
  const micros = (seconds: number) => (seconds * 1e6) / round.done
  return {
    contender: contender.name,
    load,
    callers,
    ...round,
    programMicros: micros(after.program - before.program),
    postgresMicros: contender.elsewhere ? null : micros(after.postgres - before.postgres),
  }
}

/** Medians of the rounds, each with the peer's where there is one. */
function summarize(results: readonly Result[]) {
  const keys = [...new Set(results.map(one => `${one.callers}/${one.load}/${one.contender}`))]
  const rowsOf = (key: string) =>
    results.filter(one => `${one.callers}/${one.load}/${one.contender}` === key)
  const rate = (key: string) => median(rowsOf(key).map(one => one.perSecond))
  return keys.map(key => {
    const rows = rowsOf(key)
    const [callers, load, contender] = key.split('/')
    const rounded = (values: (number | null)[], digits: number) =>
      values.includes(null) ? null : Number(median(values as number[]).toFixed(digits))
    const against = rate(`${callers}/${load}/pgledger`)
    return {
      callers: Number(callers),
      load,
      contender,
      'per second': Math.round(rate(key)),
      'p50 ms': rounded(
        rows.map(one => one.p50),
        2,
      ),
      'p99 ms': rounded(
        rows.map(one => one.p99),
        2,
      ),
      'program µs': rounded(
        rows.map(one => one.programMicros),
        0,
      ),
      'postgres µs': rounded(
        rows.map(one => one.postgresMicros),
        0,
      ),
      ...(Number.isNaN(against) ? {} : { '× pgledger': Number((rate(key) / against).toFixed(1)) }),
    }
  })
}
