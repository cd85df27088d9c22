import {
  type AnswerOf,
  formatAmount,
  incomeStatistics,
  presentBySource,
  statisticsDays,
} from '@banyan/domain'
import type { Database, Tx } from '../platform/database/connect.ts'
import { liftLimit } from '../platform/database/patience.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { route } from '../platform/http/route.ts'
import type { Module, Platform } from '../platform/module.ts'
import { dayRoutes, type FiguresOf } from './day-routes.ts'
import { countDay, dayToCount } from './day-store.ts'
import { countIncome, type IncomeRow, newestIncome, periodToCount } from './store.ts'

export { checkNewTotals, checkTotals } from './totals.ts'

const EVERY_MS = 10_000
/** Days counted in one turn of the job: after an update all earlier ones are missing. */
const DAYS_AT_ONCE = 20
/** Windows of static pay by source, in days, and all time. */
const SOURCE_DAYS = [statisticsDays, 365, null] as const

/** What statistics read of other modules. */
export interface StatisticsReads {
  /** Static pay of the settlements of some days up to a period, by source. Micro-USDT. */
  paidBySource(
    reader: Database | Tx,
    last: string,
    days: number | null,
  ): Promise<{ fees: bigint; income: bigint; notRecorded: bigint }>
  figuresOf: FiguresOf
}

export interface Statistics {
  module: Module
  /** Counts the newest settled period, if nobody has; answers whether it did. */
  countNewest(): Promise<boolean>
  /** Counts the oldest settled day that is not counted; answers whether there was one. */
  countNextDay(): Promise<boolean>
}

/** Figures about all members together, made after each settlement and read by everyone. */
export function openStatistics(platform: Platform, reads: StatisticsReads): Statistics {
  const { database } = platform
  const countNewest = () => countOnce(database)
  const countNextDay = () => countDayOnce(database)
  return {
    countNewest,
    countNextDay,
    module: {
      routes: [
        route(incomeStatistics, async () => {
          const newest = await newestIncome(database)
          if (!newest) return { newest: null }
          return {
            newest: {
              ...presentIncome(newest),
              sources: await sourcesUpTo(database, reads, newest.period),
            },
          }
        }),
        ...dayRoutes(database, reads.figuresOf),
      ],
      jobs: [
        {
          name: 'statistics',
          runsIn: 'worker',
          everyMs: EVERY_MS,
          run: async () => {
            await countNewest()
            for (let counted = 0; counted < DAYS_AT_ONCE && (await countNextDay()); ) counted++
          },
        },
      ],
    },
  }
}

/** A count reads every member once a day: it may take minutes where a call may take seconds. */
const COUNT_TIMEOUT = '5min'

async function countOnce(database: Database): Promise<boolean> {
  const due = await periodToCount(database)
  if (!due) return false
  await countIncome(database, due, { windowDays: statisticsDays, limit: COUNT_TIMEOUT })
  return true
}

const countDayOnce = (database: Database): Promise<boolean> =>
  inTransaction(database, async tx => {
    const due = await dayToCount(tx)
    if (due === undefined) return false
    await liftLimit(tx, COUNT_TIMEOUT)
    await countDay(tx, due)
    return true
  })

type Income = NonNullable<AnswerOf<typeof incomeStatistics>['newest']>

const sourcesUpTo = (
  database: Database,
  { paidBySource }: StatisticsReads,
  period: string,
): Promise<Income['sources']> =>
  Promise.all(
    SOURCE_DAYS.map(async days => {
      const { notRecorded, ...paid } = await paidBySource(database, period, days)
      return { days, ...presentBySource(paid), notRecorded: formatAmount(notRecorded) }
    }),
  )

const presentIncome = (row: IncomeRow): Omit<Income, 'sources'> => ({
  period: row.period,
  madeAt: row.madeAt.toISOString(),
  members: row.members,
  lately: {
    withoutPay: row.latelyWithoutPay,
    median: formatAmount(row.latelyMedian),
    p90: formatAmount(row.latelyP90),
    topShare: row.latelyTopShare,
    total: formatAmount(row.latelyTotal),
  },
  ever: {
    withoutPay: row.everWithoutPay,
    median: formatAmount(row.everMedian),
    p90: formatAmount(row.everP90),
    topShare: row.everTopShare,
    total: formatAmount(row.everTotal),
  },
  net: {
    p10: formatAmount(row.netP10),
    median: formatAmount(row.netMedian),
    p90: formatAmount(row.netP90),
    losing: row.netLosing,
  },
})
