import { formatAmount } from '@banyan/domain'
import { behaviours } from './behaviour.ts'
import { chartOf } from './chart.ts'
import type { DayFigures } from './figures.ts'
import type { Simulation } from './simulate.ts'

/** Micro-units with two decimals, for tables. */
const money = (units: bigint): string => {
  const cents = units / 10_000n
  return formatAmount(cents * 10_000n, 2)
}

/** Micro-units as a number for the axis of a chart; nothing is ever computed from it. */
const plot = (units: bigint): number => Number(units) / 1e6

/** The table of a simulation, a line for each of some days. */
export function tableOf({ days }: Simulation, lines = 12): Record<string, string | number>[] {
  const every = Math.max(1, Math.floor(days.length / lines))
  return days.filter((_, i) => i % every === every - 1 || i === days.length - 1).map(lineOf)
}

const lineOf = (day: DayFigures): Record<string, string | number> => ({
  day: day.period,
  members: day.members,
  price: formatAmount(day.price, 6),
  reserve: money(day.reserve),
  'static pool': money(day.poolStatic),
  'dynamic pool': money(day.poolDynamic),
  'static paid': money(day.staticPaid),
  'dynamic paid': money(day.dynamicPaid),
  k: formatAmount(day.factor / 1_000n, 6),
  solvency: formatAmount(day.solvency, 6),
})

/** What members came out with, as lines of a table. */
export function outcomeLines({ outcome }: Simulation): Record<string, string> {
  const deciles = outcome.deciles.map((mean, i) => [`net result, tenth ${i + 1}`, money(mean)])
  return {
    ...Object.fromEntries(deciles),
    'net result, median': money(outcome.median),
    'members without pay': `${outcome.withoutPay.toFixed(1)} %`,
    'pay, median': money(outcome.medianPay),
    'pay, 90th percentile': money(outcome.p90Pay),
    'pay of the best paid 1 %': `${outcome.topShare.toFixed(1)} %`,
    ...(outcome.ring === null ? {} : { 'net result of the ring': money(outcome.ring) }),
    ...(outcome.whale === null ? {} : { 'net result of the whale': money(outcome.whale) }),
  }
}

/** Lines of a table as text: names to the left, everything else under its heading to the right. */
export function textOf(rows: readonly Record<string, string | number>[]): string {
  const names = Object.keys(rows[0] ?? {})
  const cells = [names, ...rows.map(row => names.map(name => `${row[name] ?? ''}`))]
  const widths = names.map((_, i) => Math.max(...cells.map(line => (line[i] ?? '').length)))
  return cells
    .map(line =>
      line
        .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
        .join('  '),
    )
    .join('\n')
}

/** JSON with amounts as decimal strings. */
export const jsonOf = (simulation: Simulation): string =>
  `${JSON.stringify(simulation, (_, value) => (typeof value === 'bigint' ? value.toString() : value), 2)}\n`

/** The report as one page without scripts or other files. */
export function htmlOf(simulation: Simulation): string {
  const { setup, days } = simulation
  const labels = days.map(({ period }) => period)
  const line = (name: string, of: (day: DayFigures) => bigint) => ({
    name,
    values: days.map(day => plot(of(day))),
  })
  const splits = days.filter(({ split }) => split !== null).map(({ period }) => period)
  const charts: [string, string][] = [
    [
      'Guide price, splits taken out (USDT)',
      chartOf([line('price', day => day.unsplitPrice)], labels),
    ],
    ['Members', chartOf([{ name: 'members', values: days.map(({ members }) => members) }], labels)],
    ['Reserve (USDT)', chartOf([line('reserve', day => day.reserve)], labels)],
    [
      'Pools (USDT)',
      chartOf(
        [
          line('static', day => day.poolStatic),
          line('dynamic', day => day.poolDynamic),
          line('risk', day => day.risk),
          line('ops', day => day.ops),
        ],
        labels,
      ),
    ],
    [
      'Fees collected and paid out, each day (USDT)',
      chartOf(
        [
          line('fees', day => day.fees),
          line('static paid', day => day.staticPaid),
          line('dynamic paid', day => day.dynamicPaid),
        ],
        labels,
      ),
    ],
    [
      'Payment factor and solvency',
      chartOf(
        [
          line('payment factor k', day => day.factor / 1_000n),
          line('custody ÷ owed', day => day.solvency),
        ],
        labels,
      ),
    ],
  ]
  const outcome = Object.entries(outcomeLines(simulation))
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Banyan simulation: ${setup.behaviour}</title>
<style>
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
body { max-width: 720px; margin: 32px auto; padding: 0 16px }
h1 { font-size: 22px } h2 { font-size: 16px; margin: 28px 0 4px }
figure { margin: 0 } svg { width: 100%; height: auto } svg text { font-size: 11px; fill: currentColor; opacity: .7 }
figcaption { font-size: 13px } table { border-collapse: collapse; width: 100% }
td, th { padding: 4px 8px; border-bottom: 1px solid #8884; text-align: right; font-variant-numeric: tabular-nums }
td:first-child, th:first-child { text-align: left }
</style>
<h1>${setup.members} members, ${setup.days} days: ${setup.behaviour}</h1>
<p>${behaviours[setup.behaviour]?.story ?? ''} Seed ${setup.seed}, dynamic module ${setup.dynamic ? 'on' : 'off'}.
The people are invented; every settlement went through the rules of the product, and each day was audited:
custody is what is owed, every coin is somebody’s, no pool below zero.</p>
<p>${splits.length === 0 ? 'The coin did not split.' : `The coin split on ${splits.join(', ')}.`}</p>
${charts.map(([title, chart]) => `<h2>${title}</h2>${chart}`).join('\n')}
<h2>What members came out with (USDT)</h2>
<table><tr><th>figure</th><th>value</th></tr>
${outcome.map(([name, value]) => `<tr><td>${name}</td><td>${value}</td></tr>`).join('\n')}
</table>
</html>
`
}
