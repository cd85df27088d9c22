import { type AnswerOf, floorDiv, formatAmount, guidePrice, splitRecords } from '@banyan/domain'
import { cutoffOf, nextCutoff } from '@banyan/economy'
import { houseAccount } from '../ledger/index.ts'
import { readForAll } from '../platform/batches.ts'
import type { Database } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { type Route, route } from '../platform/http/route.ts'
import type { PricingDeps } from './deps.ts'
import { guideOf } from './guide.ts'
import { publishedSplits, splitRecordsOf, unitsSince } from './splits.ts'
import { newestPrices } from './store.ts'

export function pricingRoutes(database: Database, deps: PricingDeps): Route[] {
  const { ledger: books, parameters } = deps
  const guides = readForAll((settlements: number) => guideWithHistory(database, deps, settlements))
  return [
    route(guidePrice, ({ query: { settlements } }) => guides.ask(`${settlements}`, settlements)),
    route(splitRecords, async ({ caller }) => ({
      items: await splitRecordsOf(database, books, caller.memberId),
      trigger: formatAmount((await parameters(database)).splitTriggerPrice, 2),
    })),
  ]
}

/** The guide price in force, and those of the last settlements, oldest first. */
async function guideWithHistory(
  database: Database,
  { ledger: books, parameters }: PricingDeps,
  settlements: number,
): Promise<AnswerOf<typeof guidePrice>> {
  const rows = await newestPrices(database, settlements)
  const guide = guideOf(rows[0], (await parameters(database)).firstPrice)
  const oldest = rows.at(-1)?.period ?? ''
  const splits = await publishedSplits(database, books)
  const income = await books.balance(database, houseAccount('USDT', 'INCOME'))
  return {
    price: formatAmount(guide.price, 6),
    exitPrice: formatAmount(guide.exitPrice, 6),
    publishedAt: guide.publishedAt?.toISOString() ?? null,
    nextCutoff: nextCutoff(await systemNow(database)).toISOString(),
    unreleased: formatAmount(income.posted),
    history: rows.reverse().map(row => ({
      at: cutoffOf(row.period).toISOString(),
      price: formatAmount(row.price, 6),
      adjusted: formatAmount(floorDiv(row.price, unitsSince(splits, row.period)), 6),
    })),
    splits: splits
      .filter(({ period }) => period >= oldest)
      .map(({ period, multiple }) => ({ at: cutoffOf(period).toISOString(), multiple })),
  }
}
