import { type AnswerOf, dayStatistics, formatAmount, parseAmount } from '@banyan/domain'
import type { Database } from '../platform/database/connect.ts'
import { operatorRoute, type Route } from '../platform/http/route.ts'
import { type DayRow, newestDays } from './day-store.ts'
import { runwayDays } from './runway.ts'

type Day = AnswerOf<typeof dayStatistics>['items'][number]

/** A published settlement as the public page shows it: decimal text. */
interface RunFigures {
  price: string
  after: {
    reserve: string
    poolStatic: string
    poolDynamic: string
    ops: string
    risk: string
    income?: string
  } | null
  /** A figure of a step; `0` where the step came to nothing. */
  figure(step: number, name: string): string
}

/** What some published settlements came to, by period. */
export type FiguresOf = (
  reader: Database,
  periods: readonly string[],
) => Promise<ReadonlyMap<string, RunFigures>>

/** The days' figures for operators. */
export const dayRoutes = (database: Database, figuresOf: FiguresOf): Route[] => [
  operatorRoute(dayStatistics, async ({ query }) => {
    const rows = await newestDays(database, query.days)
    const runs = await figuresOf(
      database,
      rows.map(({ period }) => period),
    )
    const items = rows.flatMap(row => {
      const run = runs.get(row.period)
      return run ? [presentDay(row, run)] : []
    })
    const lasts = (pool: 'poolStatic' | 'poolDynamic' | 'income', taken: (day: Day) => string) =>
      runwayDays(
        parseAmount(items[0]?.[pool] ?? '0'),
        items.map(one => parseAmount(taken(one))),
      )
    return {
      items,
      runway: {
        poolStatic: lasts('poolStatic', one => one.staticPaid),
        poolDynamic: lasts('poolDynamic', one => one.dynamicPaid),
        income: lasts('income', one => one.released),
      },
    }
  }),
]

const sum = (...amounts: string[]): string =>
  formatAmount(amounts.reduce((all, one) => all + parseAmount(one), 0n))

function presentDay(row: DayRow, { price, after, figure }: RunFigures): Day {
  return {
    period: row.period,
    members: row.members,
    joined: row.joined,
    active: row.active,
    recharges: row.recharges,
    recharged: formatAmount(row.recharged),
    withdrawals: row.withdrawals,
    withdrawn: formatAmount(row.withdrawn),
    trades: row.trades,
    volume: formatAmount(row.volume),
    tradeFees: sum(
      figure(4, 'toStatic'),
      figure(4, 'toDynamic'),
      figure(4, 'toOps'),
      figure(4, 'toRisk'),
    ),
    withdrawalFees: formatAmount(row.withdrawalFees),
    staticPaid: figure(5, 'paid'),
    dynamicPaid: figure(6, 'paid'),
    released: sum(figure(2, 'incomeToStatic'), figure(2, 'incomeToReserve')),
    reserve: after?.reserve ?? '0',
    poolStatic: after?.poolStatic ?? '0',
    poolDynamic: after?.poolDynamic ?? '0',
    income: after?.income ?? '0',
    ops: after?.ops ?? '0',
    risk: after?.risk ?? '0',
    price,
  }
}
