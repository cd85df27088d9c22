import { worth } from '@banyan/economy'
import { type Chart, chartOf, type Line, type Mark } from './chart.ts'
import type { DayFigures } from './figures.ts'
import type { Simulation } from './simulate.ts'

/** Micro-units as a number for the axis of a chart; nothing is ever computed from it. */
export const plot = (units: bigint): number => Number(units) / 1e6

/** A figure of every day, as the line of a chart. */
type Curve = (days: readonly DayFigures[]) => Line

const amount =
  (name: string, of: (day: DayFigures) => bigint | null): Curve =>
  days => ({ name, values: days.map(day => plotted(of(day))) })

const plotted = (units: bigint | null): number | null => (units === null ? null : plot(units))

const count =
  (name: string, of: (day: DayFigures) => number): Curve =>
  days => ({ name, values: days.map(of) })

const soFar =
  (name: string, of: (day: DayFigures) => bigint): Curve =>
  days => {
    let sum = 0n
    const sums = days.map(day => {
      sum += of(day)
      return plot(sum)
    })
    return { name, values: sums }
  }

const charts: readonly (Omit<Chart, 'lines'> & { readonly curves: readonly Curve[] })[] = [
  {
    title: 'Guide price',
    unit: 'USDT per LEAF, splits taken out',
    fromZero: false,
    curves: [amount('guide price', day => (hasOwners(day) ? day.unsplitPrice : null))],
  },
  {
    title: 'Reserve, and income that waits',
    unit: 'USDT',
    fromZero: true,
    curves: [
      amount('reserve', day => day.reserve),
      amount('income not yet released', day => day.unreleased),
    ],
  },
  {
    title: 'Pools',
    unit: 'USDT',
    fromZero: true,
    curves: [
      amount('static', day => day.poolStatic),
      amount('dynamic', day => day.poolDynamic),
      amount('RISK', day => day.risk),
      amount('OPS', day => day.ops),
    ],
  },
  {
    title: 'Collected and paid, each day',
    unit: 'USDT',
    fromZero: true,
    curves: [
      amount('fees of trades', day => day.fees),
      amount('static pay', day => day.staticPaid),
      amount('dynamic pay', day => day.dynamicPaid),
    ],
  },
  {
    title: 'Collected and paid, so far',
    unit: 'USDT',
    fromZero: true,
    curves: [
      soFar('fees and outside income', day => day.fees + day.income),
      soFar('static and dynamic pay', day => day.staticPaid + day.dynamicPaid),
    ],
  },
  {
    title: 'Given back to the platform',
    unit: 'USDT paid for coins, each day',
    fromZero: true,
    curves: [amount('exchanges', day => day.redeemedFor)],
  },
  {
    title: 'What members have on the platform',
    unit: 'USDT',
    fromZero: true,
    curves: [
      amount('coins, at the exit price', day => worth(day.memberLeaf, day.exitPrice)),
      amount('USDT', day => day.memberUsdt),
    ],
  },
  {
    title: 'Payment factor and solvency',
    unit: '1 is in full',
    fromZero: true,
    curves: [
      amount('custody ÷ owed, at the cut-off', day => day.solvencyAtCutoff),
      amount('payment factor k', day => day.factor / 1_000n),
    ],
  },
  {
    title: 'Members and positions',
    unit: 'how many',
    fromZero: true,
    curves: [
      count('members', day => day.members),
      count('positions', day => day.positions),
      count('effective members', day => day.effective),
    ],
  },
]

/** Without coins of members only the hundred of the founding exist, and their price means nothing. */
export const hasOwners = ({ memberLeaf }: DayFigures): boolean => memberLeaf > 0n

/** Every chart of a simulation, as figures of a page. */
export function dayCharts({ days, flight }: Simulation): string[] {
  const labels = days.map(({ period }) => period)
  const marks = marksOf(days, flight)
  return charts.map(({ curves, ...chart }) =>
    chartOf({ ...chart, lines: curves.map(curve => curve(days)) }, labels, marks),
  )
}

const marksOf = (days: readonly DayFigures[], flight: Simulation['flight']): Mark[] =>
  days.flatMap((day, at) => [
    ...(isSplit(day) ? [{ at, name: `split ×${day.split}` }] : []),
    ...(day.loss > 0n ? [{ at, name: 'loss' }] : []),
    ...(flight?.period === day.period ? [{ at, name: 'all leave' }] : []),
  ])

/** Did the coins of members split? */
export const isSplit = (day: DayFigures): boolean => day.split !== null && hasOwners(day)
