import { formatAmount } from '@banyan/domain'
import { behaviours } from './behaviour.ts'
import { barsOf, tableOf } from './chart.ts'
import { commandOf } from './choices.ts'
import { dayCharts, hasOwners, isSplit, plot } from './day-charts.ts'
import type { DayFigures } from './figures.ts'
import { flightLines, money, outcomeLines } from './report.ts'
import type { Simulation } from './simulate.ts'
import { style } from './style.ts'

/** The report as one page without scripts or other files. */
export function pageOf(simulation: Simulation): string {
  const { setup, days } = simulation
  const { behaviour, members, seed, dynamic } = setup
  const title = `Simulation: ${behaviour}, ${members} members, ${days.length} days, seed ${seed}`
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${title}</title><style>${style}</style></head>
<body><main>
<h1>${title}</h1>
<p class="story">${behaviours[behaviour]?.story ?? ''}</p>
<p>From ${days[0]?.period} to ${days.at(-1)?.period}, dynamic module ${dynamic ? 'on' : 'off'}, rule book version 1.
The people are invented; every settlement went through the rules of the product, and each day was audited twice:
custody and what was found to lack is what is owed, every coin is somebody’s, nothing is below zero.</p>
<p>The same figures, to the last digit: <code>${commandOf(setup).replace(/--\S+ \S+/g, '<span>$&</span>')}</code></p>
${inShort(simulation)}
${notShown}
${flightOf(simulation)}
<h2>Day by day</h2>
<p>${markLegend(days)} Each day ends with its settlement, at 00:00 UTC+8.</p>
<div class="charts">${dayCharts(simulation).join('\n')}</div>
<h2>What members came out with</h2>
<p>A net result is what a member took out, and what would come out if the rest left now (coins at the exit price less the
exchange’s 1 %), less what went in. All fees are in it. Means of a tenth of the members each, so that no average hides anybody.</p>
<div class="charts">${resultsOf(simulation).join('\n')}</div>
<div class="wide">${tableOf(['USDT', 'value'], Object.entries(outcomeLines(simulation)))}</div>
</main></body></html>
`
}

/** What a reader wants to know first. */
function inShort({ days, setup }: Simulation): string {
  const last = days.at(-1)
  if (!last) return ''
  const owned = days.filter(hasOwners)
  const total = (of: (day: DayFigures) => bigint) => days.reduce((sum, day) => sum + of(day), 0n)
  const least = (of: (day: DayFigures) => bigint) =>
    days.map(of).reduce((a, b) => (a < b ? a : b), of(last))
  const lines = [
    [
      'Guide price, splits taken out',
      owned.length === 0
        ? '–'
        : `${price((owned[0] ?? last).unsplitPrice)} → ${price((owned.at(-1) ?? last).unsplitPrice)}`,
    ],
    ['Fees of trades', money(total(day => day.fees))],
    ['Outside income', money(total(day => day.income))],
    ['Static pay', money(total(day => day.staticPaid))],
    ['Dynamic pay', setup.dynamic ? money(total(day => day.dynamicPaid)) : 'off'],
    ['Lowest payment factor k', price(least(day => day.factor / 1_000n))],
    ['Lowest solvency, at a cut-off', price(least(day => day.solvencyAtCutoff))],
    ['Solvency after the last run', price(last.solvency)],
  ]
  return `<dl class="short">${lines.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join('')}</dl>`
}

const price = (units: bigint): string => formatAmount(units, 6)

const notShown = `<section class="limits"><h2>What this does not show</h2><ul>
<li>That members will come, trade or stay: they are dice. Real people read news, copy one another and stop when they lose. Nobody’s result here is anybody’s prospect.</li>
<li>A market that runs dry: there is always a buyer, within 5 % of the guide price, who pays from a purse outside the house that never ends. Those outside payments count in the net results.</li>
<li>Theft of what custody holds, a USDT that is worth less than a dollar, or a chain that stops: custody lacks something only where the behaviour says so.</li>
<li>What people decide about payments that fit nothing (here they go back), disputes, the wait of a first subscription, undos, lower limits of one’s own, freezes, lapsing balances, changes of the rules, a wind-down, taxes, and what the network takes for a payment.</li>
<li>What happens in which order within a day: a day is one step.</li>
</ul></section>`

function flightOf({ flight, days }: Simulation): string {
  if (flight === null) return ''
  const paid =
    flight.waiting === 0
      ? 'Every exchange was dealt in the settlement of its own day; nobody waited, and who asked on the same day got the same price.'
      : `Up to ${flight.waiting} exchanges had to wait for another settlement.`
  const left =
    flight.days === null
      ? 'At the end some members still have coins.'
      : `After ${flight.days} days no member had a coin left: activated coins unlock one settlement after they are asked for, and are exchanged in the next.`
  const lost = days.some(({ period, loss }) => period > flight.period && loss > 0n)
  const fell =
    flight.lastPrice >= flight.firstPrice
      ? 'The last were paid no less for a coin than the first.'
      : `The last were paid less for a coin than the first: ${lost ? 'a loss was booked in between' : 'what a split rounds down'}.`
  return `<section><h2>Everybody leaves on ${flight.period}</h2><p>${paid} ${fell} ${left}
What members still have in USDT is below the smallest withdrawal, or came too late for one. The 1 % of every exchange stayed
in the reserve, so who asked later got more; at the end it belongs to the founding’s hundred coins, which nobody can exchange.</p>
<div class="wide">${tableOf(['USDT', 'value'], Object.entries(flightLines(flight)))}</div></section>`
}

function markLegend(days: readonly DayFigures[]): string {
  const splits = days.filter(isSplit).map(({ period }) => period)
  const losses = days.filter(({ loss }) => loss > 0n)
  return [
    splits.length === 0 ? 'The coin did not split.' : `The coin split on ${splits.join(', ')}.`,
    ...losses.map(({ period, loss }) => `A loss of ${money(loss)} USDT was booked on ${period}.`),
  ].join(' ')
}

function resultsOf({ outcome }: Simulation): string[] {
  const bars = (means: readonly bigint[]) =>
    means.map((mean, i) => ({ name: `${i + 1}`, value: plot(mean) }))
  const unit = 'USDT, mean net result'
  return [
    barsOf({
      title: 'By result',
      unit,
      axis: 'tenths of the members, the worst first',
      bars: bars(outcome.deciles),
    }),
    barsOf({
      title: 'By joining',
      unit,
      axis: 'tenths of the members, in the order of joining',
      bars: bars(outcome.byJoining),
    }),
  ]
}
