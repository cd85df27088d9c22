import type { Locale } from './envelope.ts'

/** The window of limits that count a day: the last 24 hours, whatever the time of day. */
export const rollingDayHours = 24

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/**
 * A time as people say it: "90 minutes", "24 hours", "7 days". One day is given in hours, because
 * people wait for it; longer times are given in days.
 * @throws RangeError when it is not whole minutes: there are no words for it.
 */
export function durationText(ms: number, locale: Locale): string {
  if (ms % MINUTE_MS !== 0) throw new RangeError(`${ms} ms is not whole minutes`)
  if (ms % HOUR_MS !== 0) return countedText(ms / MINUTE_MS, 'minute', locale)
  if (ms % DAY_MS === 0 && ms > DAY_MS) return countedText(ms / DAY_MS, 'day', locale)
  return countedText(ms / HOUR_MS, 'hour', locale)
}

const units = { minute: '分钟', hour: '小时', day: '天' } as const

/** So many of a unit of time: "1 day", "3 hours". */
export const countedText = (count: number, unit: keyof typeof units, locale: Locale): string =>
  locale === 'en' ? `${count} ${unit}${count === 1 ? '' : 's'}` : `${count} ${units[unit]}`
