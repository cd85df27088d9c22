import { type ForecastView, formatAmount, type Locale, wireIdOf } from '@banyan/domain'
import {
  differencesOf,
  type ForecastFigures,
  isReflected,
  readVersionText,
  ruleNumbers,
} from '@banyan/economy'
import type { Computed } from './computed.ts'
import type { ForecastRow } from './store.ts'

type Result = NonNullable<ForecastView['result']>
type Stored = Omit<Result, 'notReflected'>

const figuresText = ({ period: _, ...amounts }: ForecastFigures) => ({
  staticPay: formatAmount(amounts.staticPay, 2),
  dynamicPay: formatAmount(amounts.dynamicPay, 2),
  fees: formatAmount(amounts.fees, 2),
  poolStatic: formatAmount(amounts.poolStatic, 2),
  poolDynamic: formatAmount(amounts.poolDynamic, 2),
  reserve: formatAmount(amounts.reserve, 2),
  price: formatAmount(amounts.price, 6),
})

/** A result as it is stored. `recorded`: the days whose acts were repeated, the oldest first. */
export function resultText(
  about: { inputHash: string; settled: string; recorded: readonly string[] },
  { days, stopped, members }: Computed,
): string {
  const { inputHash, settled, recorded } = about
  const stored: Stored = {
    inputHash,
    settled,
    recorded: { from: recorded[0] ?? '', to: recorded.at(-1) ?? '', days: recorded.length },
    days: days.map(({ now, proposed }) => ({
      period: now.period,
      now: figuresText(now),
      proposed: figuresText(proposed),
    })),
    stopped,
    members: {
      paid: members.members,
      less: members.less,
      more: members.more,
      lessUsdt: formatAmount(members.lessAmount, 2),
      moreUsdt: formatAmount(members.moreAmount, 2),
    },
  }
  return JSON.stringify(stored)
}

/** A forecast on the wire, with the titles of numbers in a language. */
export function presentForecast(row: ForecastRow, locale: Locale): ForecastView {
  const [before, after] = [row.numbersBefore, row.numbersAfter].map(
    text => readVersionText(text).parameters,
  )
  if (!before || !after) throw new Error('a forecast has two versions')
  const unseen = differencesOf(before, after).filter(
    ({ name, isNew }) => !isNew && !isReflected(name),
  )
  const title = (name: (typeof unseen)[number]['name']) =>
    locale === 'en' ? ruleNumbers[name].en : ruleNumbers[name].zh
  return {
    id: wireIdOf('rfc', row.id),
    state: row.state,
    fault: row.fault,
    basedOn: row.basedOn,
    startedBy: row.startedBy,
    startedAt: row.startedAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    days: row.days,
    progress: { done: row.done, total: row.total },
    result:
      row.result === null
        ? null
        : {
            ...(JSON.parse(row.result) as Stored),
            notReflected: unseen.map(({ name }) => ({ name, title: title(name) })),
          },
  }
}
