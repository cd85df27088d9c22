import { writeFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { statisticsDays } from '@banyan/domain'
import { periodAfter, periodAt } from '@banyan/economy'
import { inTransaction } from '@banyan/server/database/transaction'
import { openEconomyNode, platformOn } from '@banyan/server/economy-node'
import { checks, countBreaches } from '@banyan/server/invariants'
import { houseAccount, openLedger, proveNext, sealBooks } from '@banyan/server/ledger'
import { marketPage } from '@banyan/server/otc/order-lists'
import { marketTerms } from '@banyan/server/otc/terms'
import { bookFoundingMoney } from '@banyan/server/receipts'
import { readBooks } from '@banyan/server/solvency/store'
import { countIncome } from '@banyan/server/statistics/store'
import { median } from './callers.ts'
import { describeServer, openBenchDatabase } from './database.ts'
import { round, seconds } from './figures.ts'
import { addDay, addHolders, addOrders } from './grown-history.ts'

/**
 * What a day costs with 1, 4 and 16 times as much history, by the functions that the product calls:
 * the check after a settlement, the books of the solvency page, statistics, a member's statement, and the
 * market list at a steady number of reads while the check runs.
 *
 *   npm run bench:growth -- [--members 20000] [--lines 200000] [--times 1,4,16] [--reads 100]
 *     [--full] [--json <file>]
 *
 * `lines` is the number of ledger lines at once the history. `--full` also takes the time of the full
 * check, which reads all history.
 */
const { values: options } = parseArgs({
  options: {
    members: { type: 'string', default: '20000' },
    lines: { type: 'string', default: '200000' },
    times: { type: 'string', default: '1,4,16' },
    reads: { type: 'string', default: '100' },
    full: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
})
/** Ten groups of whole blocks: each day one group brings what everybody is paid. */
const members = Math.ceil(Number(options.members) / 640) * 640
const times = options.times.split(',').map(Number)
const reads = Number(options.reads)
/** A line on each side: everybody's pay, and a recharge and a payment of one in ten. */
const LINES_OF_A_DAY = members * 2.4
const STATEMENTS = 300
const ORDERS = 500

const db = await openBenchDatabase(8)
try {
  const ledger = openLedger()
  const platform = platformOn(db.url, db.pool)
  const node = openEconomyNode(platform)
  const days = (size: number) =>
    Math.max(1, Math.round((Number(options.lines) * size) / LINES_OF_A_DAY))
  const last = days(Math.max(...times)) + times.length
  await db.owner.query(`insert into house_clock (shift) values ($1 * interval '-1 day')`, [
    last + 1,
  ])
  await inTransaction(platform.database, async tx => {
    await node.rules.insertFirst(tx)
    await ledger.lock(tx, [houseAccount('LEAF', 'ISSUE'), houseAccount('USDT', 'POOL.static')])
  })
  await bookFoundingMoney(platform.database, node.treasury)
  let period = periodAt(new Date(Date.now() - (last + 1) * 86_400_000))
  await addHolders(db.owner, members, period)
  const { rows } = await db.owner.query<{ id: string }>('select id from member order by id')
  const owners = rows.map(({ id }) => id)
  const { price } = await node.pricing.guide(platform.database)
  await addOrders(db.owner, Math.min(ORDERS, members), price)
  await nextDay()
  if ((await node.treasury.settleDue()) !== 1) throw new Error('the first day was not settled')
  await node.network.close()

  let day = 0
  const grow = async () => {
    day += 1
    await nextDay()
    period = periodAfter(period)
    await addDay({ owner: db.owner, database: platform.database, ledger }, { day, period, owners })
  }
  const results: Record<string, Record<string, number>> = {}
  const byCheck: Record<string, Record<string, number>> = {}
  for (const size of times) {
    const name = `${size} ×`
    const filling = { days: 0, sealing: 0, proving: 0 }
    while (day < days(size)) {
      filling.days += await seconds(grow)
      filling.sealing += await seconds(() => sealBooks(platform.database))
      filling.proving += await seconds(prove)
    }
    await count()
    await db.owner.query('vacuum analyze')
    // The day that is checked and counted: settled, and neither sealed nor proven yet.
    await grow()
    results[name] = {
      'ledger lines': await lines(),
      'days filled, s': round(filling.days),
      'sealed, s': round(filling.sealing),
      'proven, s': round(filling.proving),
      ...(await measure()),
    }
    byCheck[name] = await eachCheck()
    console.log(name, results[name], byCheck[name])
    if (options.full)
      Object.assign(results[name] ?? {}, {
        'full check, s': round(await seconds(() => expectSound('everything'))),
      })
    await sealBooks(platform.database)
    await prove()
  }
  const [least, most] = [`${times[0]} ×`, `${times.at(-1)} ×`]
  console.table(withRatio(results, least, most))
  console.table(withRatio(byCheck, least, most))
  const server = await describeServer(db.owner)
  if (options.json)
    writeFileSync(
      options.json,
      `${JSON.stringify({ server, members, results, byCheck }, null, 2)}\n`,
    )

  async function nextDay(): Promise<void> {
    await db.owner.query("update house_clock set shift = shift + interval '1 day'")
  }

  async function prove(): Promise<void> {
    for (
      let next = await proveNext(platform.database);
      next;
      next = await proveNext(platform.database)
    )
      if (next.breaches.length > 0) throw new Error(`not proven: ${JSON.stringify(next.breaches)}`)
  }

  async function expectSound(reach: 'everything' | 'what is new'): Promise<void> {
    const breaches = await countBreaches(platform.database, reach)
    if (breaches > 0) throw new Error(`the check of ${reach} found ${breaches} breaches`)
  }

  async function lines(): Promise<number> {
    const { rows } = await db.owner.query<{ lines: string }>(
      'select sum(version) as lines from ledger_account',
    )
    return Number(rows[0]?.lines)
  }

  async function measure(): Promise<Record<string, number>> {
    const books = await timesOf(20, () => readBooks(platform.database))
    let checked = false
    const begun = performance.now()
    const check = expectSound('what is new').finally(() => {
      checked = true
    })
    const list = await steadily(() => checked)
    await check
    const checkSeconds = (performance.now() - begun) / 1_000
    const statistics = await seconds(count)
    const statement = await timesOf(STATEMENTS, n =>
      ledger.statement(platform.database, owners[(n * 7_919) % owners.length] as string, {
        limit: 20,
      }),
    )
    return {
      'check after a settlement, s': round(checkSeconds),
      'books, ms': round(median(books)),
      'statistics, s': round(statistics),
      'statement page p99, ms': round(quantile(statement, 0.99)),
      'market list p99, ms': round(quantile(list, 0.99)),
    }
  }

  /** What statistics count after each settlement. */
  async function count(): Promise<void> {
    const due = { period, exitPrice: price }
    await countIncome(platform.database, due, { windowDays: statisticsDays, limit: '1h' })
  }

  /** The market list at a steady number of reads, for a second or until the check is over. */
  async function steadily(isOver: () => boolean): Promise<number[]> {
    const inForce = marketTerms(await node.rules.inForce(platform.database))
    const taken: number[] = []
    const asked: Promise<unknown>[] = []
    const start = performance.now()
    for (let n = 0; n < reads || !isOver(); n++) {
      const due = start + (n * 1_000) / reads
      if (due > performance.now()) await sleep(due - performance.now())
      const page = marketPage(
        platform.database,
        { side: 'buy', guidePrice: price, inForce },
        'price',
        { cursor: null, limit: 20 },
      )
      asked.push(page.then(() => taken.push(performance.now() - due)))
    }
    await Promise.all(asked)
    return taken
  }

  /** Each module's check of what is new, alone, in ms. */
  async function eachCheck(): Promise<Record<string, number>> {
    const times: Record<string, number> = {}
    for (const { name, check, checkNew = check } of checks)
      times[name] = round((await seconds(() => checkNew(platform.database))) * 1_000, 0)
    return times
  }
} finally {
  await db.close()
}

async function timesOf(many: number, work: (n: number) => Promise<unknown>): Promise<number[]> {
  const taken: number[] = []
  for (let n = 0; n < many; n++) {
    const begun = performance.now()
    await work(n)
    taken.push(performance.now() - begun)
  }
  return taken
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** The figures in rows, a column for each size, and how much the last is of the first. */
function withRatio(
  columns: Record<string, Record<string, number>>,
  least: string,
  most: string,
): Record<string, Record<string, number>> {
  const names = Object.keys(columns[least] ?? {})
  return Object.fromEntries(
    names.map(name => [
      name,
      {
        ...Object.fromEntries(Object.entries(columns).map(([size, of]) => [size, of[name] ?? 0])),
        'last / first': round((columns[most]?.[name] ?? 0) / (columns[least]?.[name] || 1)),
      },
    ]),
  )
}
