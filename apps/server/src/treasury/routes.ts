import {
  type AnswerOf,
  formatAmount,
  presentBySource,
  type settlement,
  settlementDetail,
  settlementList,
} from '@banyan/domain'
import type { z } from 'zod'
import type { Database } from '../platform/database/connect.ts'
import { readCursor, writeCursor } from '../platform/http/cursor.ts'
import { type Route, route } from '../platform/http/route.ts'
import { refuse } from '../platform/refused.ts'
import type { SettlementParts } from '../settlement/index.ts'
import { booksOfRun, type PublishedRun, publishedRun, publishedRuns } from './store.ts'
import { type RunSummary, textOfBooks } from './summary.ts'

/** The roots of solvency that some settlements have published, in hex. */
export type RootsOf = (
  reader: Database,
  periods: readonly string[],
) => Promise<ReadonlyMap<string, string>>

/** The data of other modules about settlements. */
export interface SettlementReads {
  rootsOf: RootsOf
  parts: Pick<SettlementParts, 'earnings'>
}

/** Published settlements; public. */
export const treasuryRoutes = (database: Database, reads: SettlementReads): Route[] => [
  route(settlementList, async ({ query, locale }) => {
    const after = readCursor(query.cursor, ['instant'], locale)
    const rows = await publishedRuns(
      database,
      after === null ? null : new Date(after[0] ?? ''),
      query.limit + 1,
    )
    const shown = rows.slice(0, query.limit)
    const last = rows.length > shown.length ? shown.at(-1) : undefined
    const details = await detailsOf(
      database,
      reads,
      shown.map(row => row.period),
    )
    return {
      items: shown.map(row => present(row, details)),
      nextCursor: last ? writeCursor([last.cutoffAt.toISOString()]) : null,
    }
  }),
  route(settlementDetail, async ({ query }) => {
    const row = await publishedRun(database, query.period)
    if (!row) return refuse('notFound')
    return presentDetail(row, await detailsOf(database, reads, [row.period]))
  }),
]

/** One published settlement, as everybody reads it. */
export const presentSettlement = async (
  database: Database,
  reads: SettlementReads,
  row: PublishedRun,
): Promise<z.output<typeof settlement>> =>
  present(row, await detailsOf(database, reads, [row.period]))

type RunDetails = Awaited<ReturnType<typeof detailsOf>>

async function detailsOf(
  database: Database,
  { rootsOf, parts }: SettlementReads,
  periods: readonly string[],
) {
  const [roots, sources, payRoots] = await Promise.all([
    rootsOf(database, periods),
    parts.earnings.paySourcesOf(database, periods),
    parts.earnings.payRootsOf(database, periods),
  ])
  return { roots, sources, payRoots }
}

const present = (
  row: PublishedRun,
  { roots, sources, payRoots }: RunDetails,
): z.output<typeof settlement> => ({
  period: row.period,
  cutoffAt: row.cutoffAt.toISOString(),
  publishedAt: row.publishedAt.toISOString(),
  rules: row.parametersVersion,
  price: formatAmount(row.price, 6),
  exitPrice: formatAmount(row.priceOut, 6),
  inputHash: row.inputHash.toString('hex'),
  resultHash: row.resultHash.toString('hex'),
  solvencyRoot: roots.get(row.period) ?? null,
  payRoot: payRoots.get(row.period) ?? null,
  staticPay: presentPay(sources.get(row.period)),
})

const presentPay = (pay: ReturnType<RunDetails['sources']['get']>) =>
  pay ? { released: presentBySource(pay.released), paid: presentBySource(pay.paid) } : null

function presentDetail(row: PublishedRun, details: RunDetails): AnswerOf<typeof settlementDetail> {
  const summary = row.summary as RunSummary | null
  return {
    ...present(row, details),
    before: textOfBooks(booksOfRun(row)),
    after: summary?.after ?? null,
    steps: summary?.steps ?? [],
  }
}
