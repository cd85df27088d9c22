import { endGuard } from '@banyan/tools/guard'
import { until } from '@banyan/tools/until'
import { type Figures, figuresOf, tableOf, unpaid, untruths } from './figures.ts'
import { Leaving } from './leaving.ts'
import { PaymentStop } from './payment-stop.ts'
import { DemoSystem } from './system.ts'
import * as underWay from './under-way.ts'

/*
 * `npm run test:wind-down`: the demo community of sixty people is wound down, from its notice to the last
 * withdrawal, on the product as `npm start` runs it. Docs: docs/wind-down.md.
 */

/** The member who subscribed for the first time on the last day of the seeding. */
const NEWCOMER = '扶摇'
/** The printed member who leaves after everybody else. */
const LATE = 7
/**
 * The day of the closing on which its arbitrators rule, and the one on which treasurers classify
 * the receipts.
 */
const [RULED, CLASSIFIED] = [2, 4]

const notice = { zh: '示例：平台清盘。', en: 'A demonstration: the platform ends.' }
const begun = performance.now()
const all: Figures[] = []
const wrong: string[] = []
const system = await DemoSystem.open()
const leaving = new Leaving(system)
try {
  await announce()
  await passNotice()
  await close()
  await leave()
} catch (error) {
  wrong.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
} finally {
  await system.close()
  await endGuard()
}
console.log(`\n${tableOf(all)}\n`)
console.log(
  `${leaving.asked} withdrawals; paused by: ${[...leaving.pauses].join(', ') || 'nothing'}`,
)
console.log(`${((performance.now() - begun) / 60_000).toFixed(1)} minutes`)
for (const one of wrong) console.error(one)
process.exit(wrong.length === 0 ? 0 : 1)

function log(what: string): void {
  const minutes = ((performance.now() - begun) / 60_000).toFixed(1)
  console.log(`${minutes} min, day ${system.day}: ${what}`)
}

/** Records the current figures; those of a closed platform are checked. */
async function readFigures(when: string, { isClosed }: { isClosed: boolean }): Promise<Figures> {
  const figures = await figuresOf(system, when, leaving.addresses)
  all.push(figures)
  if (isClosed) wrong.push(...untruths(figures))
  for (const check of [system.product.reconcile(), system.product.verify()]) {
    const { code, output } = await check
    if (code !== 0) wrong.push(`${when}: ${output}`)
  }
  log(when)
  return figures
}

/** The wind-down as the public call shows it. */
async function live() {
  return (await system.read('/api/wind-down')).items[0]
}

/** Two days pass, until something of every kind is open; then two treasurers announce the end. */
async function announce(): Promise<void> {
  await underWay.releaseOnePaid(system, 1)
  await system.nextDay()
  const asked = await underWay.askForWithdrawals(system)
  await system.nextDay()
  await system.later(1)
  await underWay.decideWithdrawals(system, asked)
  await underWay.queueRequests(system, NEWCOMER)
  await readFigures('before the notice', { isClosed: false })
  const body = { notice, costs: '0', evidence: 'A demonstration keeps nothing.' }
  await system.agree('treasurer', 'wind-downs', body)
  log(`announced until ${(await live()).dueAt}`)
}

async function rule(how: Parameters<typeof underWay.ruleCases>[1]): Promise<void> {
  log(`cases that are ruled: ${await underWay.ruleCases(system, how)}`)
}

/** Sixty days, each with its settlement; on the last one more matters are opened. */
async function passNotice(): Promise<void> {
  const due = new Date((await live()).dueAt).getTime()
  const day = 24 * 3_600_000
  while (due - system.now.getTime() > day) {
    await system.nextDay()
    if (system.day === 5) await rule({ most: 1, outcome: 'refund' })
    // The arbitrators are present: a market without arbitrators is closed.
    if (system.day % 7 === 0) await system.operators('arbitrator')
  }
  await underWay.tradeOnce(system)
  await underWay.exchange(system)
  await system.goTo(new Date(due + 1_000))
  log('the notice is over')
}

/**
 * Everything open comes to its end, the books are frozen and paid; the product is killed in the
 * middle of it.
 */
async function close(): Promise<void> {
  const stop = await PaymentStop.at(system, 'wind_down_coins')
  for (let closing = 1; ; closing++) {
    const { state, waitsFor } = await live()
    log(`${state}; waits for ${waitsFor.join(', ') || 'nothing'}`)
    if (closing > 30) throw new Error('closing does not come to its end')
    if (closing === 1) await underWay.releaseOnePaid(system, 0)
    if (closing === RULED) await rule({ most: 50, outcome: 'release' })
    if (closing === CLASSIFIED) await classifyIncome()
    let isOver = false
    const next = system.nextDay().finally(() => {
      isOver = true
    })
    next.catch(() => {})
    if (await stop.reached(() => isOver)) break
    await next
  }
  log('killed while it pays')
  await system.killAndStart(() =>
    // The hot wallet is going to pay the money of all addresses.
    system.changeSigner(config => {
      config.collection.hotCap = '1000000'
    }),
  )
  await until('the platform is closed', async () => (await live()).state === 'closed', {
    ms: 120_000,
  })
  await stop.remove()
  await readFigures('closed', { isClosed: true })
}

/** The treasurers agree on what one of them had proposed, and classify the receipts that were left. */
async function classifyIncome(): Promise<void> {
  const treasurers = await system.operators('treasurer')
  const proposed = await treasurers[1].get('/api/operator/proposals?state=open&kind=receipt')
  for (const { id } of proposed.items) {
    await treasurers[1].post(`/api/operator/proposals/${id}/evidence/open`, {})
    await treasurers[1].post(`/api/operator/proposals/${id}/approve`, { reason: 'As proposed.' })
  }
  const { items } = await system.read('/api/treasury/receipts?booked=no')
  for (const { id: receiptId } of items) {
    const body = { receiptId, kind: 'income', payer: 'Somebody', evidence: 'Their statement.' }
    await system.agree('treasurer', 'receipts', body)
  }
}

/** The other addresses send to the hot wallet, and all members withdraw everything; one comes last. */
async function leave(): Promise<void> {
  const { items } = await system.read('/api/solvency/custody')
  const hot = items.find((one: { use: string }) => one.use === 'hot').address
  for (const from of ['founding', 'income', 'cold'] as const) await system.chain.sendAll(from, hot)
  const everybody = await system.everybody()
  const late = system.product.demoAccounts[LATE]?.accountId
  const isLate = ({ accountId }: { accountId: string }) => accountId === late
  await part(
    'all but one',
    everybody.filter(one => !isLate(one)),
  )
  await part('the end', everybody.filter(isLate))
}

async function part(when: string, leavers: Parameters<Leaving['all']>[0]): Promise<void> {
  await leaving.all(leavers)
  const figures = await readFigures(when, { isClosed: true })
  wrong.push(...(await unpaid(system, leaving.addresses, figures)))
}
