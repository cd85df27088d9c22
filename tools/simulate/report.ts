import { formatAmount } from '@banyan/domain'
import type { DayFigures } from './figures.ts'
import type { Flight } from './flight.ts'
import type { Simulation } from './simulate.ts'

/** Micro-units with two decimals and thousands apart, for tables. */
export const money = (units: bigint): string =>
  formatAmount((units / 10_000n) * 10_000n, 2).replace(/\B(?=(\d{3})+\.)/g, ',')

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

/** Millionths as a part of a hundred, with its sign. */
const percent = (millionths: bigint): string =>
  `${millionths > 0n ? '+' : ''}${(Number(millionths) / 10_000).toFixed(3)} %`

/** What members came out with, as lines of a table. */
export function outcomeLines({ outcome }: Simulation): Record<string, string> {
  const deciles = outcome.deciles.map((mean, i) => [`net result, tenth ${i + 1}`, money(mean)])
  const roles = outcome.roles.flatMap(({ role, members, net, earned }) => [
    [`net result, ${role} (${members})`, money(net)],
    [`pay, ${role} (${members})`, money(earned)],
  ])
  const snipers = outcome.snipers.map(({ nights, locks, trips, mean, best }) => [
    `sniper, ${nights} nights${locks ? ', locked' : ''}`,
    `mean ${percent(mean)}, best ${percent(best)} of ${trips}`,
  ])
  const savers = outcome.savers.map(({ wants, firstNight, nights }) => [
    `saver of ${money(wants)}`,
    `${money(firstNight)} the first night, ${nights === null ? 'not all' : `all in ${nights}`}`,
  ])
  const tricks = outcome.tricks.map(({ trick, tries, gained, paid, served, findings }) => [
    `thief, ${trick}`,
    `${money(gained)} gained in ${tries} (${findings.map(([finding, times]) => `${finding} ${times}`).join(', ')}); ${served} of ${paid} victims served`,
  ])
  return {
    ...Object.fromEntries(deciles),
    'net result, median': money(outcome.median),
    'net result, all together': money(outcome.together),
    'members without pay': `${outcome.withoutPay.toFixed(1)} %`,
    'pay, median': money(outcome.medianPay),
    'pay, 90th percentile': money(outcome.p90Pay),
    'pay of the best paid 1 %': `${outcome.topShare.toFixed(1)} %`,
    ...Object.fromEntries(roles),
    ...Object.fromEntries(snipers),
    ...Object.fromEntries(savers),
    ...Object.fromEntries(tricks),
  }
}

/** How it went when everybody wanted out. */
export function flightLines(flight: Flight | null): Record<string, string> {
  if (flight === null) return {}
  return {
    'everybody wants out from': flight.period,
    'all coins of members would have paid, the evening before': money(flight.expected),
    'paid for coins since': money(flight.paid),
    'exit price on the first day': formatAmount(flight.firstPrice, 6),
    'exit price on the last day that paid': formatAmount(flight.lastPrice, 6),
    'exchanges that had to wait': `${flight.waiting}`,
    'days until the last coin was paid': flight.days === null ? 'not over' : `${flight.days}`,
    'coins that members still have': money(flight.leafLeft),
    'USDT that members still have': money(flight.usdtLeft),
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
