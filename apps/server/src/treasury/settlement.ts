import { duePeriod, type Period } from '@banyan/economy'
import type { Ledger } from '../ledger/index.ts'
import type { Database } from '../platform/database/connect.ts'
import { houseNow, inTransaction } from '../platform/database/transaction.ts'
import type { Pricing } from '../pricing/index.ts'
import type { Subscriptions } from '../subscriptions/index.ts'
import { openRun, type Run } from './run.ts'
import { alone, calendarOf, markPublished } from './store.ts'

/** What a settlement works with. */
export interface SettlementWorld {
  database: Database
  ledger: Ledger
  pricing: Pick<Pricing, 'publish'>
  subscriptions: Pick<Subscriptions, 'closeRound' | 'ordersOfRun' | 'postFills'>
  /** Orders that one transaction settles. */
  chunk: number
}

/** A step that posts what the run has decided: its number in rule book 2.16 and how it is done. */
interface PostingStep {
  number: number
  name: string
  post: (world: SettlementWorld, run: Run) => Promise<void>
}

/** In the order in which they are done. Each can be stopped anywhere and goes on from there. */
const postingSteps: readonly PostingStep[] = [
  { number: 8, name: 'subscriptions', post: postSubscriptions },
  { number: 12, name: 'publish', post: publish },
]

/**
 * Settles every period that is due, one after the other, the oldest first; answers how many. Zero
 * when nothing is due or another node is settling.
 */
export async function settleDue(world: SettlementWorld): Promise<number> {
  if ((await dueNow(world)) === null) return 0
  const settled = await alone(world.database, async () => {
    let count = 0
    for (let due = await dueNow(world); due !== null; due = await dueNow(world)) {
      await settlePeriod(world, due)
      count++
    }
    return count
  })
  return settled ?? 0
}

const dueNow = async ({ database }: SettlementWorld): Promise<Period | null> =>
  duePeriod(await calendarOf(database))

async function settlePeriod(world: SettlementWorld, period: Period): Promise<void> {
  const run = await inTransaction(world.database, tx => openRun(world, tx, period))
  for (const step of postingSteps) await step.post(world, run)
}

async function postSubscriptions(world: SettlementWorld, run: Run): Promise<void> {
  const { entryPrice: price, fills } = run.result
  const outcome = {
    period: run.period,
    price,
    fills: new Map(fills.map(fill => [fill.id, fill])),
  }
  const postChunk = () =>
    inTransaction(world.database, tx => world.subscriptions.postFills(tx, outcome, world.chunk))
  while ((await postChunk()) === world.chunk);
}

async function publish(world: SettlementWorld, { period, result }: Run): Promise<void> {
  await inTransaction(world.database, async tx => {
    if (!(await markPublished(tx, period, await houseNow(tx)))) return
    const { reserve, outstanding, published } = result
    await world.pricing.publish(tx, { period, reserve, outstanding, ...published })
  })
}
