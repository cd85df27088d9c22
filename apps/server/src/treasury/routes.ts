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

/** Published settlements, for everyone. */
export const treasuryRoutes = (database: Database): Route[] => [
  route(settlementList, async ({ query, locale }) => {
    const after = readCursor(query.cursor, ['instant'], locale)
    const rows = await publishedRuns(
      database,
      after === null ? null : new Date(after[0] ?? ''),
      query.limit + 1,
    )
    const shown = rows.slice(0, query.limit)
    const last = rows.length > shown.length ? shown.at(-1) : undefined
    return {
      items: shown.map(present),
      nextCursor: last ? writeCursor([last.cutoffAt.toISOString()]) : null,
    }
  }),
  route(settlementDetail, async ({ params }) => {
    const row = await publishedRun(database, params.period)
    return row ? presentDetail(row) : refuse('notFound')
  }),
]

const present = (row: PublishedRun): z.output<typeof settlement> => ({
  period: row.period,
  cutoffAt: row.cutoffAt.toISOString(),
  publishedAt: row.publishedAt.toISOString(),
  rules: row.parametersVersion,
  price: formatAmount(row.price, 6),
  exitPrice: formatAmount(row.priceOut, 6),
  inputHash: row.inputHash.toString('hex'),
  resultHash: row.resultHash.toString('hex'),
})

function presentDetail(row: PublishedRun): AnswerOf<typeof settlementDetail> {
  const summary = row.summary as RunSummary | null
  return {
    ...present(row),
    before: textOfBooks(booksOfRun(row)),
    after: summary?.after ?? null,
    steps: summary?.steps ?? [],
  }
}
