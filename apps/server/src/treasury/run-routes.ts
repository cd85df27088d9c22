import { settlementRun, settlementRuns } from '@banyan/domain'
import { duePeriod, nextCutoff, type Period } from '@banyan/economy'
import type { Database } from '../platform/database/connect.ts'
import { readCursor, writeCursor } from '../platform/http/cursor.ts'
import { operatorRoute, type Route } from '../platform/http/route.ts'
import { refuse } from '../platform/refused.ts'
import { presentSettlement, type SettlementReads } from './routes.ts'
import { alarmsOf, anyRun, runsPage } from './run-store.ts'
import { presentAlarm, presentDue, presentRun, timesOf } from './run-view.ts'
import { stagesOf } from './stage-store.ts'
import { booksOfRun, calendarOf, findOutcome, findRun, publishedRun } from './store.ts'
import { type RunSummary, textOfBooks } from './summary.ts'

/** Settlement runs as operators read them, those under way included. */
export const runRoutes = (
  database: Database,
  reads: SettlementReads,
  isFrozen: (reader: Database) => Promise<boolean>,
): Route[] => [
  operatorRoute(settlementRuns, async ({ query, locale }) => {
    const after = readCursor(query.cursor, ['instant'], locale)
    const before = after === null ? null : new Date(after[0] ?? '')
    const rows = await runsPage(database, before, query.limit)
    const shown = rows.slice(0, query.limit)
    const last = rows.length > shown.length ? shown.at(-1) : undefined
    const calendar = await calendarOf(database)
    const due = before === null ? await unclosed(database, calendar, isFrozen) : null
    const periods = [...shown.map(({ period }) => period), ...(due === null ? [] : [due])]
    const stages = await stagesOf(database, periods)
    const alarms = await alarmsOf(database, periods)
    const of = <Row extends { period: string }>(all: readonly Row[], period: string) =>
      all.filter(one => one.period === period)
    return {
      items: [
        ...(due === null ? [] : [presentDue(due, of(stages, due))]),
        ...shown.map(row => presentRun(row, of(stages, row.period), of(alarms, row.period))),
      ],
      nextCursor: last ? writeCursor([last.cutoffAt.toISOString()]) : null,
      nextCutoffAt: nextCutoff(calendar.now).toISOString(),
    }
  }),
  operatorRoute(settlementRun, async ({ query: { period } }) => {
    const stages = await stagesOf(database, [period])
    const alarms = await alarmsOf(database, [period])
    const row = await anyRun(database, period)
    if (!row) {
      if ((await unclosed(database, await calendarOf(database), isFrozen)) !== period)
        return refuse('notFound')
      return {
        run: presentDue(period, stages),
        times: timesOf(stages, false),
        alarms: [],
        before: null,
        after: null,
        steps: [],
        hashes: null,
        published: null,
      }
    }
    const closed = await findRun(database, period)
    const outcome = await findOutcome(database, period)
    const published = await publishedRun(database, period)
    const summary = (outcome?.summary ?? null) as RunSummary | null
    return {
      run: presentRun(row, stages, alarms),
      times: timesOf(stages, row.publishedAt !== null),
      alarms: alarms.map(presentAlarm),
      before: closed ? textOfBooks(booksOfRun(closed)) : null,
      after: summary?.after ?? null,
      steps: summary?.steps ?? [],
      hashes: outcome
        ? { input: outcome.inputHash.toString('hex'), result: outcome.resultHash.toString('hex') }
        : null,
      published: published ? await presentSettlement(database, reads, published) : null,
    }
  }),
]

/** The period that is due and that no run has closed; null when there is none. */
async function unclosed(
  database: Database,
  calendar: Awaited<ReturnType<typeof calendarOf>>,
  isFrozen: (reader: Database) => Promise<boolean>,
): Promise<Period | null> {
  const due = duePeriod(calendar)
  if (due === null || (await isFrozen(database))) return null
  return (await findRun(database, due)) ? null : due
}
