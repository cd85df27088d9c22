import {
  type AnswerOf,
  formatAmount,
  type settlement,
  settlementDetail,
  settlementList,
} from '@banyan/domain'
import type { z } from 'zod'
import type { Database } from '../platform/database/connect.ts'
import { readCursor, writeCursor } from '../platform/http/cursor.ts'
import { type Route, route } from '../platform/http/route.ts'
import { refuse } from '../platform/refused.ts'
import { booksOfRun, type PublishedRun, publishedRun, publishedRuns } from './store.ts'
import { type RunSummary, textOfBooks } from './summary.ts'

/** The roots of solvency that some settlements have published, in hex. */
export type RootsOf = (
  reader: Database,
  periods: readonly string[],
) => Promise<ReadonlyMap<string, string>>

/** Published settlements, for everyone. */
export const treasuryRoutes = (database: Database, rootsOf: RootsOf): Route[] => [
  route(settlementList, async ({ query, locale }) => {
    const after = readCursor(query.cursor, ['instant'], locale)
    const rows = await publishedRuns(
      database,
      after === null ? null : new Date(after[0] ?? ''),
      query.limit + 1,
    )
    const shown = rows.slice(0, query.limit)
    const last = rows.length > shown.length ? shown.at(-1) : undefined
    const roots = await rootsOf(
      database,
      shown.map(row => row.period),
    )
    return {
      items: shown.map(row => present(row, roots)),
      nextCursor: last ? writeCursor([last.cutoffAt.toISOString()]) : null,
    }
  }),
  route(settlementDetail, async ({ query }) => {
    const row = await publishedRun(database, query.period)
    return row ? presentDetail(row, await rootsOf(database, [row.period])) : refuse('notFound')
  }),
]

type Roots = Awaited<ReturnType<RootsOf>>

const present = (row: PublishedRun, roots: Roots): z.output<typeof settlement> => ({
  period: row.period,
  cutoffAt: row.cutoffAt.toISOString(),
  publishedAt: row.publishedAt.toISOString(),
  rules: row.parametersVersion,
  price: formatAmount(row.price, 6),
  exitPrice: formatAmount(row.priceOut, 6),
  inputHash: row.inputHash.toString('hex'),
  resultHash: row.resultHash.toString('hex'),
  solvencyRoot: roots.get(row.period) ?? null,
})

function presentDetail(row: PublishedRun, roots: Roots): AnswerOf<typeof settlementDetail> {
  const summary = row.summary as RunSummary | null
  return {
    ...present(row, roots),
    before: textOfBooks(booksOfRun(row)),
    after: summary?.after ?? null,
    steps: summary?.steps ?? [],
  }
}
